import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { type Html, html } from '../../../../kit/html.ts'
import { computeMeans, type HourlyInputs, listHours } from '../window/hours.ts'
import { type LandscapeView, writeCents, writeDay, writeGrams, writeTime } from '../window/landscape-view.ts'

/** Every hour of the picture as a row, with the figures that the readout shows. */
export function renderHourTable(inputs: HourlyInputs, today: string, view: LandscapeView): Html {
  const { table, readout } = view.texts
  const hours = listHours(inputs.slots)
  const rows = hours.map((hour) => {
    const { score, gCo2PerKwh, eurPerKwh, isPriceEstimated, signal } = computeMeans(inputs, [hour])
    const start = inputs.slots[hour.first]
    const name = start === undefined ? '' : `${writeDay(start.date, today, view)} ${writeTime(start.startMs, view)}`
    const isSecond = isShownTwice(start, inputs.slots[hour.first - slotsPerHour])
    const band =
      gCo2PerKwh?.low == null || gCo2PerKwh.high == null
        ? '–'
        : `${Math.round(gCo2PerKwh.low)}–${Math.round(gCo2PerKwh.high)}`
    const price = eurPerKwh === null ? '–' : `${writeCents(eurPerKwh, view)}${isPriceEstimated ? '*' : ''}`
    return html`<tr><th scope="row">${isSecond ? `${name} ${table.winterTime}` : name}</th><td>${score === null ? '–' : toGlobalScore(score)}</td><td>${gCo2PerKwh === null ? '–' : writeGrams(gCo2PerKwh.central, view)}</td><td>${price}</td><td>${band}</td><td>${signal === null ? '–' : readout.signals[signal]}</td></tr>
`
  })
  const isAnyEstimated = inputs.slots.some(({ price }) => price?.basis === 'estimate' || price?.basis === 'expected')
  return html`<div class="box" tabindex="0" role="region" aria-label="${table.region}"><table><caption class="unseen">${table.caption(countHours(inputs))}</caption><thead><tr><th scope="col">${table.hour}</th><th scope="col">${readout.score}</th><th scope="col">${readout.intensity}</th><th scope="col">${readout.price}</th><th scope="col">${table.band}</th><th scope="col">${readout.grid}</th></tr></thead>
<tbody>${rows}</tbody></table></div>${isAnyEstimated ? html`<p class="note">${table.estimated}</p>` : null}`
}

const slotsPerHour = 4

/** Whether clocks show the same time as an hour before: in autumn, when they are set back. */
const isShownTwice = (slot: PlanSlot | undefined, before: PlanSlot | undefined): boolean =>
  slot !== undefined && slot.date === before?.date && slot.minuteOfDay === before.minuteOfDay

/** Length of the window, whole hours. */
export const countHours = ({ slots }: Pick<HourlyInputs, 'slots'>): number => Math.round(slots.length / slotsPerHour)
