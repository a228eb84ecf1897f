import { hourMs } from '../time/instant.ts'

/** One stored value of a series over one slot. `series` is `TYPE` or `TYPE/PART` for generation, `SENDER>RECEIVER` for flows. */
export type SlotValue = { series: string; slotStart: Temporal.Instant; slotEnd: Temporal.Instant; value: number }

/** The hour `[start, end)` with the mean of each series over it. */
export type HourlyMeans = { start: Temporal.Instant; end: Temporal.Instant; meanBySeries: Record<string, number> }

/** Values grouped by the hour in which their slots begin. */
export type ValuesByHour = {
  /** Series without which no hour is complete. */
  expected: ReadonlySet<string>
  byHourMs: ReadonlyMap<number, readonly SlotValue[]>
}

/**
 * Groups values by hour, once for every hour that is then asked for. An hour is complete in which *every* series of `values` and of `alwaysExpected` is
 * known for all 60 minutes. An absent value disqualifies the hour and is never read as 0: without nuclear power the intensity would be three times too
 * high. Shorter slots are averaged, weighted by their length.
 *
 * @param alwaysExpected series that are required even when `values` has none of them
 */
export function valuesByHour(values: readonly SlotValue[], alwaysExpected: readonly string[] = []): ValuesByHour {
  return {
    expected: new Set([...values.map((value) => value.series), ...alwaysExpected]),
    byHourMs: Map.groupBy(values, (value) => floorToHourMs(value.slotStart)),
  }
}

/** The latest complete hour that has ended by `now`. */
export function latestCompleteHour(values: ValuesByHour, now: Temporal.Instant): HourlyMeans | null {
  for (const startMs of [...values.byHourMs.keys()].sort((a, b) => b - a)) {
    if (startMs + hourMs > now.epochMilliseconds) continue
    const hour = completeHourAt(values, startMs)
    if (hour !== null) return hour
  }
  return null
}

/** Means over a given hour; null when it is not complete. */
export function completeHourAt({ expected, byHourMs }: ValuesByHour, startMs: number): HourlyMeans | null {
  const meanBySeries = coveredMeans(byHourMs.get(startMs) ?? [])
  return expected.size > 0 && coversAll(meanBySeries, expected) ? hour(startMs, meanBySeries) : null
}

function coversAll(meanBySeries: Record<string, number>, expected: ReadonlySet<string>): boolean {
  return expected.values().every((series) => meanBySeries[series] !== undefined)
}

function coveredMeans(values: readonly SlotValue[]): Record<string, number> {
  const means: Record<string, number> = {}
  for (const [series, slots] of Map.groupBy(values, (value) => value.series)) {
    const coveredMs = slots.reduce((sum, slot) => sum + lengthMs(slot), 0)
    if (coveredMs !== hourMs) continue
    means[series] = slots.reduce((sum, slot) => sum + slot.value * lengthMs(slot), 0) / hourMs
  }
  return means
}

function hour(startMs: number, meanBySeries: Record<string, number>): HourlyMeans {
  const start = Temporal.Instant.fromEpochMilliseconds(startMs)
  return { start, end: start.add({ hours: 1 }), meanBySeries }
}

const floorToHourMs = (instant: Temporal.Instant): number => Math.floor(instant.epochMilliseconds / hourMs) * hourMs
const lengthMs = (slot: SlotValue): number => slot.slotEnd.epochMilliseconds - slot.slotStart.epochMilliseconds

/** Value by start of the hour, ms since the epoch. An absent hour is unknown. */
export type HourlySeries = ReadonlyMap<number, number>

/**
 * Hourly means of each series. Shorter slots are averaged, weighted by their length; an hour with less than 60 known minutes is absent.
 *
 * @param values the newest version of each slot, none longer than an hour
 */
export function hourlyMeans(values: readonly SlotValue[]): Map<string, HourlySeries> {
  const sums = new Map<string, SeriesSums>()
  for (const { series, slotStart, slotEnd, value } of values) {
    const startMs = slotStart.epochMilliseconds
    const slotMs = slotEnd.epochMilliseconds - startMs
    const hourStartMs = Math.floor(startMs / hourMs) * hourMs
    let ofSeries = sums.get(series)
    if (ofSeries === undefined) {
      ofSeries = { means: new Map(), parts: new Map(), newestMs: hourStartMs, hourStartMs, weighted: 0, coveredMs: 0 }
      sums.set(series, ofSeries)
    } else if (ofSeries.hourStartMs !== hourStartMs) {
      closeHour(ofSeries)
      openHour(ofSeries, hourStartMs)
    }
    ofSeries.weighted += value * slotMs
    ofSeries.coveredMs += slotMs
  }
  return new Map(sums.entries().map(([series, ofSeries]) => [series, coveredHours(ofSeries)]))
}

/** What is known of an hour: the sum of its values, weighted by their length, and how much of it they cover. */
type HourSum = { weighted: number; coveredMs: number }

/**
 * The hours of a series, and the sum of the one that is read. Rows of months are read at once, mostly hour after hour: what is kept of an hour that is done
 * is its mean, and a sum of those alone that are not covered.
 */
type SeriesSums = HourSum & {
  /** NaN keeps the place of an hour that is not covered. */
  means: Map<number, number>
  parts: Map<number, HourSum>
  hourStartMs: number
  newestMs: number
}

function closeHour(sums: SeriesSums): void {
  const { means, parts, hourStartMs, weighted, coveredMs } = sums
  const isCovered = coveredMs === hourMs
  means.set(hourStartMs, isCovered ? weighted / hourMs : Number.NaN)
  if (!isCovered) parts.set(hourStartMs, { weighted, coveredMs })
  else if (parts.size > 0) parts.delete(hourStartMs)
}

function openHour(sums: SeriesSums, hourStartMs: number): void {
  const { means, parts, newestMs } = sums
  sums.hourStartMs = hourStartMs
  sums.newestMs = Math.max(newestMs, hourStartMs)
  if (hourStartMs > newestMs || !means.has(hourStartMs)) {
    sums.weighted = 0
    sums.coveredMs = 0
    return
  }
  // Rows come back to an hour: one that was covered has more than 60 minutes now.
  const { weighted, coveredMs } = parts.get(hourStartMs) ?? { weighted: Number.NaN, coveredMs: hourMs }
  sums.weighted = weighted
  sums.coveredMs = coveredMs
}

function coveredHours(sums: SeriesSums): HourlySeries {
  closeHour(sums)
  for (const hourStartMs of sums.parts.keys()) sums.means.delete(hourStartMs)
  return sums.means
}

/** For each hour, the value of the first series that has one. */
export function firstKnown(series: readonly (HourlySeries | undefined)[]): HourlySeries {
  const [last = new Map<number, number>(), ...newer] = series.filter((hours) => hours !== undefined).toReversed()
  const known = new Map(last)
  for (const hours of newer) for (const [startMs, value] of hours) known.set(startMs, value)
  return known
}
