import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { hourMs } from '@hexawatt/shared/time/instant'
import { addDays } from '@hexawatt/shared/time/paris-clock'
import { joinWords, readParisClock, writeClock } from '../day-words.ts'
import {
  findSignalDay,
  findTenseStretch,
  isTense,
  listTenseSpans,
  type TenseSpan,
  toDayStartMs,
} from '../grid-tension.ts'
import type { TodayView } from '../texts/view.ts'
import type { FactRank, StatusFact } from './status-fact.ts'

const whatToDoUrl = 'https://www.monecowatt.fr'

/** Months in which heating is a large part of the load: October to April. */
const heatingMonths: readonly number[] = [10, 11, 12, 1, 2, 3, 4]

/** What EcoWatt says of the rest of today and of tomorrow; empty where no tension is announced, or none is left. */
export function findTensionFacts(
  dashboard: Pick<DashboardResponse, 'signals'>,
  nowMs: number,
  view: TodayView,
): StatusFact[] {
  const today = readParisClock(nowMs).date
  const tomorrow = addDays(today, 1)
  const [tomorrowMs, endMs] = [toDayStartMs(tomorrow), toDayStartMs(addDays(today, 2))]
  const spans = listTenseSpans(dashboard.signals)
  const ahead = spans.filter((span) => span.endMs > nowMs && span.startMs < tomorrowMs)
  const next = spans.filter(({ startMs }) => startMs >= tomorrowMs && startMs < endMs)
  return [
    describeSpans(ahead, { spans, nowMs, isTomorrow: false }, view) ?? describeDay(dashboard, today, nowMs, view),
    describeSpans(next, { spans, nowMs, isTomorrow: true }, view) ?? describeDay(dashboard, tomorrow, nowMs, view),
  ].filter((fact) => fact !== null)
}

type SpanContext = { spans: readonly TenseSpan[]; nowMs: number; isTomorrow: boolean }

function describeSpans(ofDay: readonly TenseSpan[], context: SpanContext, view: TodayView): StatusFact | null {
  const { ecowatt } = view.texts.status
  const very = ofDay.filter(({ isVery }) => isVery)
  const [first] = very.length > 0 ? very : ofDay
  if (first === undefined) return null
  const when = writeRanges(very.length > 0 ? very : ofDay, context.nowMs, view)
  const dayAndTime = context.isTomorrow ? ecowatt.tomorrow(when) : when
  const isVery = very.length > 0
  return toFact(
    isVery,
    context.isTomorrow,
    {
      title: isVery ? ecowatt.veryTense(dayAndTime) : ecowatt.tense(dayAndTime),
      advice: advise(isVery ? very : ofDay, isVery, context, view),
    },
    view,
  )
}

/** A tense day whose hours ahead are not all published: it is not known when the tension is over. */
function describeDay(
  dashboard: Pick<DashboardResponse, 'signals'>,
  date: string,
  nowMs: number,
  view: TodayView,
): StatusFact | null {
  const { texts } = view
  const { ecowatt } = texts.status
  const day = findSignalDay(dashboard, date)
  if (day === null || !isTense(day.status)) return null
  const startMs = toDayStartMs(date)
  const hoursAhead = day.hours?.filter((_, hour) => startMs + (hour + 1) * hourMs > nowMs)
  if (hoursAhead !== undefined && !hoursAhead.includes(null)) return null
  const isTomorrow = date !== readParisClock(nowMs).date
  const isVery = day.status === 'TresTendu'
  const name = isTomorrow ? texts.tomorrow : texts.today
  return toFact(
    isVery,
    isTomorrow,
    { title: isVery ? ecowatt.veryTense(name) : ecowatt.tense(name), advice: ecowatt.reduce },
    view,
  )
}

function toFact(
  isVery: boolean,
  isTomorrow: boolean,
  words: { title: string; advice: string },
  { texts }: TodayView,
): StatusFact {
  const rank: FactRank = isVery
    ? isTomorrow
      ? 'veryTenseTomorrow'
      : 'veryTense'
    : isTomorrow
      ? 'tenseTomorrow'
      : 'tense'
  return { rank, mark: 'warning', sign: 'tension', ...words, link: { href: whatToDoUrl, text: texts.status.whatToDo } }
}

/** What to do: around the first stretch of tension, or at all the hours named in the title where these are several. */
function advise(named: readonly TenseSpan[], isVery: boolean, { spans, nowMs }: SpanContext, view: TodayView): string {
  const { ecowatt } = view.texts.status
  const stretches = mergeAdjacent(named.map((span) => findTenseStretch(span, spans)))
  const [stretch] = stretches
  if (stretch === undefined) return ecowatt.reduce
  const [start, end] = [writeClock(stretch.startMs, view), writeClock(stretch.endMs, view)]
  if (stretch.startMs <= nowMs) {
    if (!isVery) return ecowatt.shiftAfter(end)
    const month = Number(readParisClock(nowMs).date.slice(5, 7))
    return heatingMonths.includes(month) ? ecowatt.saveHeatUntil(end) : ecowatt.saveUntil(end)
  }
  if (stretches.length > 1) return isVery ? ecowatt.shiftHours : ecowatt.avoidHours
  return isVery ? ecowatt.shiftAround(start, end) : ecowatt.avoid(start, end)
}

/** Times of day of spans: `de 8 h à 13 h et de 18 h à 20 h`; `jusqu’à 20 h` for one that has begun. */
export function writeRanges(spans: readonly TenseSpan[], nowMs: number, view: TodayView): string {
  const { texts } = view
  return joinWords(
    mergeAdjacent(spans).map(({ startMs, endMs }) => {
      const end = writeClock(endMs, view)
      return startMs <= nowMs ? texts.until(end) : texts.range(writeClock(startMs, view), end)
    }),
    texts.and,
  )
}

function mergeAdjacent(spans: readonly TenseSpan[]): TenseSpan[] {
  const merged: TenseSpan[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last !== undefined && last.endMs >= span.startMs) last.endMs = span.endMs
    else merged.push({ ...span })
  }
  return merged
}
