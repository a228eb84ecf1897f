import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardSignalDay } from '@hexawatt/shared/contract/dashboard/colors-and-signals'
import { hourMs } from '@hexawatt/shared/time/instant'
import { renderHexagonSign } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { capitalise, readParisClock, writeClock, writeDay } from './day-words.ts'
import { isSignalLate, isTense, listTenseSpans, type TenseSpan, toDayStartMs } from './grid-tension.ts'
import type { TodayView } from './texts/view.ts'

const siteUrl = 'https://www.monecowatt.fr'

/** The days of the grid signal in words, with a bar of the hours of tense ones. */
export function renderEcowattDays(dashboard: DashboardResponse, nowMs: number, view: TodayView): Html {
  const { ecowatt } = view.texts.days
  const { signals, mode } = dashboard
  const today = readParisClock(nowMs).date
  const days = signals.filter(({ date }) => date >= today)
  const heading = ecowatt.headings[days.length - 1] ?? ecowatt.heading
  const content =
    days.length === 0
      ? html`<p class="quiet">${mode === 'open' ? html`${ecowatt.notOpen}<a href="${siteUrl}">${ecowatt.site}</a>.` : isSignalLate(dashboard) ? ecowatt.unknown : ecowatt.none}</p>`
      : html`<p class="quiet thin">${ecowatt.lead}</p><ul class="eco">${days.map((day) => renderDay(day, today, view))}</ul>`
  return html`<section class="eco-s" id="ecowatt" aria-labelledby="eco-heading"><h2 id="eco-heading">${heading}</h2>${content}</section>`
}

function renderDay(day: DashboardSignalDay, today: string, view: TodayView): Html {
  const spans = listTenseSpans([day])
  const sign = isTense(day.status)
    ? renderHexagonSign('warning', day.status === 'TresTendu' ? 'very-tense' : 'tense')
    : renderHexagonSign('tick', 'fine')
  return html`<li>${sign}<b>${capitalise(writeDay(day.date, today, view))}</b><span>${writeState(day, spans, view)}</span>${spans.length === 0 ? null : renderBar(day, spans)}</li>`
}

/** `Tendu de 8 h à 13 h, très tendu de 18 h à 20 h`; without hours the level of the day. */
function writeState({ status }: DashboardSignalDay, spans: readonly TenseSpan[], view: TodayView): Html {
  const { statuses } = view.texts.days.ecowatt
  if (!isTense(status) || spans.length === 0) return html`${capitalise(statuses[status])}`
  const parts = spans.map(({ startMs, endMs, isVery }, index) => {
    const word = isVery ? statuses.TresTendu : statuses.Tendu
    const shown = index === 0 ? capitalise(word) : word
    const when = view.texts.range(writeClock(startMs, view), writeClock(endMs, view))
    // A level that goes on being true is named once.
    if (spans[index - 1]?.isVery === isVery) return html` ${view.texts.and} ${when}`
    return html`${index === 0 ? null : ', '}${isVery ? html`<b>${shown}</b>` : shown} ${when}`
  })
  return html`${parts}`
}

/** The hours of the day from midnight to midnight, 23 or 25 on the days of the clock changes. */
function renderBar({ date, hours }: DashboardSignalDay, spans: readonly TenseSpan[]): Html {
  const startMs = toDayStartMs(date)
  const lengthMs = (hours?.length ?? 24) * hourMs
  const parts = spans.map(({ startMs: from, endMs, isVery }) => {
    const [x, width] = [from - startMs, endMs - from].map((ms) => ((100 * ms) / lengthMs).toFixed(2))
    return html`<rect class="${isVery ? 'very-tense' : 'tense'}" x="${x ?? ''}%" width="${width ?? ''}%" height="100%"/>`
  })
  return html`<svg class="bar" aria-hidden="true">${parts}</svg>`
}
