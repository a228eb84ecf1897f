import { hourMs } from '../time/instant.ts'

/** One stored value of a series over one slot. `series` is `TYPE` or `TYPE/PART` for generation, `SENDER>RECEIVER` for flows. */
export type SlotValue = { series: string; slotStart: Temporal.Instant; slotEnd: Temporal.Instant; value: number }

/** The hour `[start, end)` with the mean of each series over it. */
export type HourlyMeans = { start: Temporal.Instant; end: Temporal.Instant; meanBySeries: Record<string, number> }

/**
 * The latest hour, ended by `now`, in which *every* series is known for all 60 minutes that is seen in `values` or named in
 * `alwaysExpected`: an hour without nuclear would be three times too high, so an absent value disqualifies the hour and is
 * never read as 0. Hourly slots stand for themselves; shorter slots are averaged, weighted by their length.
 *
 * @param alwaysExpected series that must be there even when a short history has never shown them
 */
export function latestCompleteHour(
  values: readonly SlotValue[],
  alwaysExpected: readonly string[],
  now: Temporal.Instant,
): HourlyMeans | null {
  const expected = new Set([...values.map((value) => value.series), ...alwaysExpected])
  const hourStartsMs = [...new Set(values.map((value) => floorToHourMs(value.slotStart)))].sort((a, b) => b - a)
  const byHourMs = Map.groupBy(values, (value) => floorToHourMs(value.slotStart))
  for (const startMs of hourStartsMs) {
    if (startMs + hourMs > now.epochMilliseconds) continue
    const meanBySeries = coveredMeans(byHourMs.get(startMs) ?? [])
    if (coversAll(meanBySeries, expected)) return hour(startMs, meanBySeries)
  }
  return null
}

/**
 * Means over one given hour, or null when any series seen in `values` does not cover it whole.
 *
 * @param alwaysExpected as of {@link latestCompleteHour}
 */
export function completeHourAt(
  values: readonly SlotValue[],
  start: Temporal.Instant,
  alwaysExpected: readonly string[] = [],
): HourlyMeans | null {
  const startMs = start.epochMilliseconds
  const expected = new Set([...values.map((value) => value.series), ...alwaysExpected])
  const meanBySeries = coveredMeans(values.filter((value) => floorToHourMs(value.slotStart) === startMs))
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
