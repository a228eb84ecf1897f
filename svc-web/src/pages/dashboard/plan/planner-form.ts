import { objectives, tariffKinds } from '@hexawatt/shared/contract/planning/choices'
import { type Html, html } from '../../../kit/html.ts'
import { applianceIds } from '../texts/texts.ts'
import type { View } from '../texts/view.ts'
import { choiceLimits, makeDefaultChoice, type NumberLimits } from './choice.ts'

/** The form of the planner with the default choice; useless without JavaScript, or without a forecast. */
export function renderPlannerForm({ texts: { plan: words } }: View, hasOutlook: boolean): Html {
  const choice = makeDefaultChoice()
  const { energyKWh, powerKW } = choiceLimits
  const appliances = applianceIds.map(
    (id) =>
      html`<label class="pick"><input type="radio" name="appliance" value="${id}" ${checked(id === choice.appliance)}><span>${words.appliances[id]}</span></label>`,
  )
  const number = (name: 'energyKWh' | 'powerKW', text: string, { least, most, step }: NumberLimits) =>
    html`<label>${text}<input type="number" name="${name}" id="plan-${name}" min="${least}" max="${most}" step="${step}" value="${choice[name]}" required></label>`
  return html`<form id="planner" class="scripted" aria-label="${words.heading}" ${hasOutlook ? null : html`hidden`}><fieldset><legend>${words.question}</legend><div class="picks">${appliances}</div>
<div class="fields">${number('energyKWh', words.energy, energyKWh)}${number('powerKW', words.power, powerKW)}
<label>${words.readyBy}<input type="time" name="readyBy" id="plan-readyBy" step="900" value="${choice.readyBy}" required></label>
<label>${words.tariff}<select name="tariff" id="plan-tariff">${options(tariffKinds, words.tariffs, choice.tariff)}</select></label>
<label id="plan-offPeak-field" hidden>${words.offPeak}<input name="offPeak" id="plan-offPeak" value="${choice.offPeak}" title="${words.offPeakHint}" maxlength="23" autocomplete="off"></label>
<label>${words.objective}<select name="objective" id="plan-objective">${options(objectives, words.objectives, choice.objective)}</select></label></div></fieldset></form>`
}

function options<Name extends string>(
  names: readonly Name[],
  texts: Readonly<Record<Name, string>>,
  chosen: Name,
): Html[] {
  return names.map(
    (name) => html`<option value="${name}" ${name === chosen ? html`selected` : null}>${texts[name]}</option>`,
  )
}

const checked = (isChecked: boolean): Html | null => (isChecked ? html`checked` : null)
