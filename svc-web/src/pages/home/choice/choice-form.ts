import type { tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import { writeHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { type ContractChoice, tariffNames } from '../../../kit/contract-choice.ts'
import { type Html, html } from '../../../kit/html.ts'
import { applianceIcons } from '../plan/appliance-icons.ts'
import { applianceIds } from '../plan/appliances.ts'
import { usualQuietHours } from '../plan/choice.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import type { ChoiceReading } from '../plan/read-choice.ts'
import type { View } from '../texts/view.ts'
import { renderDeadlineOptions } from './deadline-options.ts'
import { writeRanges } from './hours-words.ts'
import { printHours, renderMoreSettings } from './more-settings.ts'
import { renderOffPeakNote } from './off-peak-note.ts'
import { renderRefusals } from './refusals.ts'

export type ChoiceFormInput = {
  reading: ChoiceReading
  plan: PagePlan | null
  nowMs: number
  /** Adder profiles on offer. */
  adders: readonly { id: string; name: string }[]
  /** Whether the reader has chosen a contract. */
  isContractKnown: boolean
}

/** The choice: a form that works without JavaScript, as a query of the page. */
export function renderChoiceForm(input: ChoiceFormInput, view: View): Html {
  const { reading, plan, nowMs, isContractKnown } = input
  const { choice, refused } = reading
  const { choice: words, answer } = view.texts
  const write = (text: string): string => typeset(text, view.language)
  const tiles = applianceIds.map(
    (id) =>
      html`<label><input type="radio" name="appliance" value="${id}" ${mark(id === choice.appliance, 'checked')}><span>${applianceIcons[id]}${answer.appliances[id]}</span></label>`,
  )
  const contracts = (['base', 'hphc', 'tempo', 'spot'] satisfies (typeof tariffKinds)[number][]).map(
    (kind) =>
      html`<label><input type="radio" name="tariff" value="${kind}" ${mark(kind === choice.contract.tariff, 'checked')}><span>${tariffNames[view.language][kind]}</span></label>`,
  )
  const quiet = choice.quiet.length > 0 ? choice.quiet : usualQuietHours
  return html`<form class="choose in" id="choose" method="get" action="./" aria-label="${words.form}"><div class="row">
<fieldset class="pick"><legend>${words.appliance}</legend><div class="tiles">${tiles}</div></fieldset>
<fieldset class="seg${isContractKnown ? '' : ' ask'}" id="contrat"><legend id="ask">${write(isContractKnown ? words.contract : words.askContract)}</legend><div>${contracts}</div></fieldset>
<div class="limits"><label><span class="lab">${words.readyBy}</span><select name="readyBy" id="ready-by">${renderDeadlineOptions(plan, choice, { nowMs, view })}</select></label></div></div>
<div class="row two"><label class="check"><input type="checkbox" name="quiet" value="${writeHourRanges(quiet)}" ${mark(choice.quiet.length > 0, 'checked')}><span id="quiet-name">${write(words.quiet(writeRanges(quiet, view)))}</span></label>
${renderMoreSettings(input, view)}
<div class="hcf"><label for="offPeak">${words.offPeak}</label><input type="text" id="offPeak" name="offPeak" value="${refused.offPeak ?? writeAllYear(choice.contract, view)}" placeholder="${choice.contract.offPeakBySeason === null ? '22h30-6h30 ; 12h30-14h30' : words.bySeason}" maxlength="80" autocomplete="off" spellcheck="false" aria-describedby="offPeak-note" ${mark(refused.offPeak !== undefined, 'aria-invalid="true"')}><div id="offPeak-note" role="status">${renderOffPeakNote(reading, view)}</div></div>
<button class="btn second unscripted" name="keep" value="contract">${words.submit}</button></div>
<input type="hidden" name="applianceShown" value="${choice.appliance}"><input type="hidden" name="offPeakShown" value="${choice.contract.offPeak}">
<div id="refusals" role="status">${renderRefusals(reading, view)}</div></form>`
}

/** Off-peak hours of all year; empty where those of the seasons count. */
const writeAllYear = ({ offPeak, offPeakBySeason }: ContractChoice, view: View): string =>
  offPeakBySeason === null ? printHours(offPeak, view) : ''

const mark = (isSet: boolean, attribute: string): Html | null => (isSet ? { markup: attribute } : null)
