import { type ExtremeHours, extremeHours } from '@hexawatt/shared/methodology/score/rank-hours'
import type { View } from '../texts/view.ts'
import { type Html, html } from './html.ts'
import { isTense } from './signal-part.ts'
import type { WeighedHour } from './weighed-hours.ts'

/** The scores of the coming hours at a glance, a row for each day in Paris. */
export function ribbonPart(hours: readonly WeighedHour[], view: View): Html {
  if (hours.length === 0) return html``
  const { ribbon, legend } = view.texts.hours
  const extremes = extremeHours(hours)
  const days = Map.groupBy(hours, ({ time }) => view.format.day(time))
  const rows = [...days].map(
    ([day, ofDay]) =>
      html`<h4>${day}</h4><ol class="ribbon">${ofDay.map((hour) => ribbonCell(hour, extremes, view))}</ol>`,
  )
  return html`<h3>${ribbon}</h3>${rows}<p class="quiet">${legend}</p>`
}

function ribbonCell(hour: WeighedHour, extremes: ExtremeHours, view: View): Html {
  const { time, globalScore, level, gridSignalStatus } = hour
  const tension =
    gridSignalStatus !== null && isTense(gridSignalStatus)
      ? sign('⚠', view.texts.signal.statuses[gridSignalStatus])
      : null
  return html`<li class="${level}" data-time="${time}"><time datetime="${time}">${view.format.hour(time)}</time> <b>${globalScore}</b>${extremeMark(time, extremes, view)}${tension}</li>`
}

function extremeMark(time: string, { bestHour, worstHour }: ExtremeHours, { texts }: View): Html | null {
  if (time === bestHour) return sign('★', texts.hours.bestMark)
  return time === worstHour ? sign('▼', texts.hours.worstMark) : null
}

function sign(character: string, meaning: string): Html {
  return html`<i aria-hidden="true">${character}</i><span class="unseen">, ${meaning}</span>`
}
