import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { UpstreamSource } from '../../documents/upstream-source.ts'
import { type ChartTable, listStarts, selectNewestValues } from '../../formats/chart-format.ts'
import { createNoDataRefusal } from '../../formats/chart-query.ts'
import type { Answer } from '../../subjects/answer.ts'
import { borders, toDirectionalFlows } from '../../subjects/border-flows.ts'
import { quarterMs } from '../../subjects/quarter-hour.ts'
import type { Series } from '../../subjects/slots.ts'
import { type Span, toParisCivilDay } from '../../subjects/span.ts'

/** Names of the neighbours; the publisher calls Great Britain United Kingdom and counts Luxembourg under Germany. */
const nameByCountry: Readonly<Record<string, string>> = {
  BE: 'Belgium',
  DE: 'Germany',
  IT: 'Italy',
  ES: 'Spain',
  CH: 'Switzerland',
  GB: 'United Kingdom',
}

/** Delay of physical flows after the end of a slot, hours; the operator publishes an hour after the end. */
const usualLagHours = 2.5
/** Borders that publish by the quarter-hour are faster than those that publish by the hour. */
const fastLagHours = 1.5
const fastCountries: ReadonlySet<string> = new Set(['BE', 'ES'])

/** Net import from a neighbour that is new, GW. */
const newNeighbourGw = 0.1

type FlowQuestion = {
  now: Temporal.Instant
  /** Delay after the end of a slot at every border; undefined: the usual one of each. */
  lagHours: number | undefined
  /** A neighbour that has never been seen before. */
  newNeighbour: string | undefined
}

/**
 * Physical flows per border, GW, positive into France. An hour of the operator fills its four quarters. Slots that are not published yet
 * are zero, not null, also where another border is published already.
 */
export async function loadFlows(
  source: UpstreamSource,
  span: Span,
  { now, lagHours, newNeighbour }: FlowQuestion,
): Promise<Answer<ChartTable>> {
  const fromEpochMs = Math.floor(span.fromEpochMs / hourMs) * hourMs
  const answer = await source.slots('physical_flows', { ...span, fromEpochMs })
  const lagMs = (country: string) => (lagHours ?? (fastCountries.has(country) ? fastLagHours : usualLagHours)) * hourMs
  const table = createBorderTable(answer.content, {
    span,
    now,
    slotStart: (start) => Math.floor(start / hourMs) * hourMs,
    isPublic: (start, country) => start + quarterMs + lagMs(country) <= now.epochMilliseconds,
    prefix: '',
  })
  if (newNeighbour === undefined) return { ...answer, content: table }
  const added = { name: newNeighbour, values: table.startsEpochMs.map(() => newNeighbourGw) }
  return { ...answer, content: { ...table, series: [...table.series, added] } }
}

/** Day-ahead schedules per border, GW, positive into France: public as a day from the afternoon before. */
export async function loadSchedules(
  source: UpstreamSource,
  span: Span,
  now: Temporal.Instant,
): Promise<Answer<ChartTable>> {
  const answer = await source.slots('exchange_schedules', span, (family) => family === 'DA')
  const question = { span, now, slotStart: (start: number) => start, isPublic: () => true, prefix: 'DA/' }
  return { ...answer, content: createBorderTable(answer.content, question) }
}

type BorderQuestion = {
  span: Span
  now: Temporal.Instant
  /** The operator's slot that holds a quarter-hour. */
  slotStart: (startEpochMs: number) => number
  isPublic: (startEpochMs: number, country: string) => boolean
  /** Before the direction in the key of a series. */
  prefix: string
}

/** @throws Refusal 404 for a period after today without published slots */
function createBorderTable(content: readonly Series[], question: BorderQuestion): ChartTable {
  const { span, now, slotStart, isPublic } = question
  const { netGw, lastEpochMs } = computeNetImports(content, question)
  const untilEpochMs = Math.min(
    span.untilEpochMs,
    Math.max(toParisCivilDay(now.epochMilliseconds).endEpochMs, lastEpochMs),
  )
  const startsEpochMs = listStarts({ ...span, untilEpochMs }, quarterMs)
  if (startsEpochMs.length === 0) throw createNoDataRefusal()
  const series = [...netGw].map(([country, gwByStart]) => ({
    name: nameByCountry[country] ?? country,
    values: startsEpochMs.map((start) => (isPublic(start, country) ? (gwByStart.get(slotStart(start)) ?? 0) : 0)),
  }))
  const sum = startsEpochMs.map((_, index) => roundGw(series.reduce((gw, { values }) => gw + (values[index] ?? 0), 0)))
  const isKnown = (start: number) =>
    netGw.entries().some(([country, gw]) => isPublic(start, country) && gw.has(slotStart(start)))
  return {
    slotMs: quarterMs,
    startsEpochMs,
    series: [...series, { name: 'sum', values: sum }],
    availableUntilEpochMs: startsEpochMs.findLast(isKnown) ?? null,
  }
}

/** Net import by country and slot, GW. A border without recording is left out; while nothing is published, all are named. */
function computeNetImports(content: readonly Series[], { now, prefix }: BorderQuestion) {
  const netGw = new Map<string, Map<number, number>>()
  let lastEpochMs = Number.NEGATIVE_INFINITY
  for (const border of borders) {
    const [inflow, outflow] = toDirectionalFlows(border, 0).map(([key]) =>
      selectNewestValues(
        content.find((one) => one.key === `${prefix}${key}`),
        now,
      ),
    )
    const gwByStart = new Map<number, number>()
    for (const [start, mw] of inflow ?? []) {
      gwByStart.set(start, roundGw((mw - (outflow?.get(start) ?? 0)) / 1_000))
      lastEpochMs = Math.max(lastEpochMs, start + quarterMs)
    }
    netGw.set(border.country, gwByStart)
  }
  const known = [...netGw].filter(([, gwByStart]) => gwByStart.size > 0)
  return { netGw: known.length > 0 ? new Map(known) : netGw, lastEpochMs }
}

/** Exact to the kilowatt; recorded hourly means have quarters of a megawatt. */
function roundGw(gw: number): number {
  return roundHalfAwayFromZero(gw, 6)
}
