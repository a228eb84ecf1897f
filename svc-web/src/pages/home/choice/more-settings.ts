import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { objectives } from '@hexawatt/shared/contract/planning/choices'
import { writeHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import { type Html, html } from '../../../kit/html.ts'
import { usualQuietHours } from '../plan/choice.ts'
import type { ChoiceField, ChoiceReading } from '../plan/read-choice.ts'
import type { View } from '../texts/view.ts'

export type MoreSettingsInput = {
  reading: ChoiceReading
  /** Adder profiles on offer. */
  adders: readonly { id: string; name: string }[]
}

/** The rare settings: load, what counts, quiet hours, off-peak hours by season, and the parts of a dynamic price. */
export function renderMoreSettings({ reading: { choice, refused }, adders }: MoreSettingsInput, view: View): Html {
  const { choice: words } = view.texts
  const { contract } = choice
  const field = (name: ChoiceField, label: string, value: string, mode: 'decimal' | 'text'): Html =>
    html`<label><span class="lab">${label}</span><input type="text" inputmode="${mode}" name="${name}" id="${name}" value="${refused[name] ?? value}" maxlength="80" autocomplete="off" ${name.startsWith('offPeak') ? html`placeholder="${printHours('22:30-06:30', view)}"` : null} ${refused[name] === undefined ? null : html`aria-invalid="true" aria-describedby="refusals"`}></label>`
  const quiet = choice.quiet.length > 0 ? choice.quiet : usualQuietHours
  const quietText = refused.quiet ?? printHours(writeHourRanges(quiet), view)
  const seasons = contract.offPeakBySeason
  const isOpen = Object.keys(refused).some((name) => name !== 'offPeak') || choice.objective !== null
  const profiles = adders.map(
    ({ id, name }) => html`<option value="${id}" ${id === contract.adder ? html`selected` : null}>${name}</option>`,
  )
  const profile = html`<label><span class="lab">${words.adder}</span><select name="adder" id="adder"><option value="">${words.adderOwn}</option>${profiles}</select></label>`
  const chosen = objectives.map(
    (one) =>
      html`<option value="${one}" ${one === choice.objective ? html`selected` : null}>${words.objectives[one]}</option>`,
  )
  const number = (value: number): string => view.format.exact(value)
  return html`<details class="more" id="more" ${isOpen ? html`open` : null}><summary>${words.more}</summary><div class="row">${field('energyKWh', words.energy, number(choice.energyKWh), 'decimal')}${field('powerKW', words.power, number(choice.powerKW), 'decimal')}
<label><span class="lab">${words.objective}</span><select name="objective" id="objective"><option value="">${words.byContract}</option>${chosen}</select></label>
${field('quietHours', words.quietHours, quietText, 'text')}
<div class="of-hphc row">${field('offPeakSummer', words.offPeakSummer, seasons === null ? '' : printHours(seasons.summer, view), 'text')}${field('offPeakWinter', words.offPeakWinter, seasons === null ? '' : printHours(seasons.winter, view), 'text')}</div>
<div class="of-spot row">${adders.length === 0 ? null : profile}${field('adderCtPerKwh', words.adderCents, number(roundHalfAwayFromZero(contract.adderEurPerKwh * 100, 4)), 'decimal')}${field('vatPercent', words.vat, number(contract.vatPercent), 'decimal')}</div></div></details>`
}

/** Hours of the API's form as a French contract prints them: `22h30-6h30 ; 12h30-14h30`; in English as they are. */
export function printHours(hours: string, { language }: View): string {
  if (language === 'en') return hours.replaceAll(',', ', ')
  return hours
    .replaceAll(/0?(\d?\d):(\d\d)/g, (_, hour: string, minute: string) => `${hour}h${minute === '00' ? '' : minute}`)
    .replaceAll(',', ' ; ')
}
