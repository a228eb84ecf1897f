import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { UpstreamSource } from '../../documents/upstream-source.ts'
import type { Fault } from '../../faults/fault.ts'
import { type ChartTable, listStarts } from '../../formats/chart-format.ts'
import { createNoDataRefusal } from '../../formats/chart-query.ts'
import { findNeighbourSlotMinutes } from '../../generator/neighbour-power.ts'
import type { Answer } from '../../subjects/answer.ts'
import { type Span, toParisCivilDay } from '../../subjects/span.ts'
import { deriveSeries } from './power.ts'

/** Delay after the end of a slot, as of the French output. */
const usualLagMs = 150 * minuteMs

type Question = {
  /** The publisher's code of the country. */
  country: string
  now: Temporal.Instant
  faults: readonly Fault[]
}

/**
 * Output of a neighbour by production type to the end of today, with the series that the publisher derives; null while a slot is not published.
 *
 * @throws Refusal 404 for a period after today, and where nothing was recorded
 */
export async function loadNeighbourPower(
  source: UpstreamSource,
  asked: Span,
  { country, now, faults }: Question,
): Promise<Answer<ChartTable>> {
  const nowEpochMs = now.epochMilliseconds
  const span = { ...asked, untilEpochMs: Math.min(asked.untilEpochMs, toParisCivilDay(nowEpochMs).endEpochMs) }
  const slotMs = findNeighbourSlotMinutes(country) * minuteMs
  const startsEpochMs = listStarts(span, slotMs)
  const isPublished = (start: number, name?: string) => start + slotMs + findLagMs(faults, country, name) <= nowEpochMs
  const answer = await source.neighbourPower(country, startsEpochMs)
  if (startsEpochMs.length === 0 || answer.content.length === 0) throw createNoDataRefusal()
  const powers = answer.content.map(({ name, valuesMw }) => ({
    name,
    values: startsEpochMs.map((start, index) => (isPublished(start, name) ? (valuesMw[index] ?? null) : null)),
  }))
  const pumping = { name: 'Hydro pumped storage consumption', values: startsEpochMs.map(() => null) }
  const loads = startsEpochMs.map((start, index) =>
    isPublished(start) ? powers.reduce((sum, { values }) => sum + (values[index] ?? 0), 0) : null,
  )
  const availableUntilEpochMs = startsEpochMs.findLast((start) => isPublished(start)) ?? null
  const series = [pumping, ...powers, ...deriveSeries(powers, loads)]
  return { ...answer, content: { slotMs, startsEpochMs, series, availableUntilEpochMs } }
}

/** Delay of a type of a neighbour, or of the whole mix, ms. */
function findLagMs(faults: readonly Fault[], country: string, name?: string): number {
  const late = faults.find(
    (fault) =>
      fault.kind === 'late_mix' && fault.country === country && (fault.name === undefined || fault.name === name),
  )
  return late?.kind === 'late_mix' ? late.lagHours * hourMs : usualLagMs
}
