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
 * high. Shorter slots are averaged, weighted by their length. If a series has both an hour and its quarter-hours, the quarter-hours count.
 *
 * @param alwaysExpected series that are required even when `values` has none of them
 */
export function groupByHour(values: readonly SlotValue[], alwaysExpected: readonly string[] = []): ValuesByHour {
  return {
    expected: new Set([...values.map((value) => value.series), ...alwaysExpected]),
    byHourMs: Map.groupBy(values, (value) => floorToHourMs(value.slotStart)),
  }
}

/** The latest complete hour that has ended by `now`. */
export function findLatestCompleteHour(values: ValuesByHour, now: Temporal.Instant): HourlyMeans | null {
  for (const startMs of [...values.byHourMs.keys()].sort((a, b) => b - a)) {
    if (startMs + hourMs > now.epochMilliseconds) continue
    const hour = findCompleteHourAt(values, startMs)
    if (hour !== null) return hour
  }
  return null
}

/** Means of the series that are known for all 60 minutes of an hour. */
export function computeKnownMeansAt({ byHourMs }: ValuesByHour, startMs: number): Record<string, number> {
  return computeCoveredMeans(byHourMs.get(startMs) ?? [])
}

/** Means over a given hour; null when it is not complete. */
export function findCompleteHourAt(values: ValuesByHour, startMs: number): HourlyMeans | null {
  const { expected } = values
  const meanBySeries = computeKnownMeansAt(values, startMs)
  return expected.size > 0 && hasEverySeries(meanBySeries, expected) ? toHourlyMeans(startMs, meanBySeries) : null
}

function hasEverySeries(meanBySeries: Record<string, number>, expected: ReadonlySet<string>): boolean {
  return expected.values().every((series) => meanBySeries[series] !== undefined)
}

function computeCoveredMeans(values: readonly SlotValue[]): Record<string, number> {
  const means: Record<string, number> = {}
  for (const [series, slots] of Map.groupBy(values, (value) => value.series)) {
    const mean = computeHourMean(slots)
    if (mean !== null) means[series] = mean
  }
  return means
}

/** Mean of the slots of a series that begin in one hour; null unless they cover it. */
function computeHourMean(slots: readonly SlotValue[]): number | null {
  const cover = slots.every(hasItsStartAtPredecessorEnd) ? slots : selectFinestCover(slots)
  if (sumLengthsMs(cover) !== hourMs) return null
  return cover.reduce((sum, slot) => sum + slot.value * computeLengthMs(slot), 0) / hourMs
}

/** Selects slots that do not overlap: shorter slots replace a longer slot if they cover all of it, otherwise the longer slot counts. */
function selectFinestCover(slots: readonly SlotValue[]): readonly SlotValue[] {
  let cover: SlotValue[] = []
  for (const slot of slots.toSorted((a, b) => computeLengthMs(a) - computeLengthMs(b))) {
    const under = cover.filter((shorter) => areOverlapping(slot, shorter))
    if (sumLengthsMs(under) < computeLengthMs(slot))
      cover = [...cover.filter((shorter) => !under.includes(shorter)), slot]
  }
  return cover
}

function hasItsStartAtPredecessorEnd({ slotStart }: SlotValue, at: number, slots: readonly SlotValue[]): boolean {
  const before = slots[at - 1]
  return before === undefined || before.slotEnd.epochMilliseconds === slotStart.epochMilliseconds
}

const sumLengthsMs = (slots: readonly SlotValue[]): number =>
  slots.reduce((sum, slot) => sum + computeLengthMs(slot), 0)

function areOverlapping(a: SlotValue, b: SlotValue): boolean {
  return Temporal.Instant.compare(a.slotStart, b.slotEnd) < 0 && Temporal.Instant.compare(b.slotStart, a.slotEnd) < 0
}

function toHourlyMeans(startMs: number, meanBySeries: Record<string, number>): HourlyMeans {
  const start = Temporal.Instant.fromEpochMilliseconds(startMs)
  return { start, end: start.add({ hours: 1 }), meanBySeries }
}

const floorToHourMs = (instant: Temporal.Instant): number => Math.floor(instant.epochMilliseconds / hourMs) * hourMs
const computeLengthMs = (slot: SlotValue): number => slot.slotEnd.epochMilliseconds - slot.slotStart.epochMilliseconds

/** Value by start of the hour, ms since the epoch. An absent hour is unknown. */
export type HourlySeries = ReadonlyMap<number, number>

/**
 * Hourly means of each series. Shorter slots are averaged, weighted by their length; an hour with less than 60 known minutes is absent. If a series
 * has both an hour and its quarter-hours, the quarter-hours count.
 *
 * @param values the newest version of each slot, none longer than an hour
 */
export function computeHourlyMeans(values: readonly SlotValue[]): Map<string, HourlySeries> {
  const sums = new Map<string, Map<number, HourSum>>()
  for (const { series, slotStart, slotEnd, value } of values) {
    const startMs = slotStart.epochMilliseconds
    const slotMs = slotEnd.epochMilliseconds - startMs
    const hourStartMs = Math.floor(startMs / hourMs) * hourMs
    const byHour = sums.get(series) ?? new Map<number, HourSum>()
    if (byHour.size === 0) sums.set(series, byHour)
    const sum = byHour.get(hourStartMs) ?? { weighted: 0, coveredMs: 0, endMs: hourStartMs, isInOrder: true }
    if (sum.coveredMs === 0) byHour.set(hourStartMs, sum)
    sum.weighted += value * slotMs
    sum.coveredMs += slotMs
    sum.isInOrder &&= sum.endMs === startMs
    sum.endMs = startMs + slotMs
  }
  const irregular = findIrregularHours(values, sums)
  return new Map([...sums].map(([series, byHour]) => [series, listCoveredHours(byHour, irregular.get(series))]))
}

/** Slots of the hours in which slots of a series may overlap, by series and hour: the sum of such an hour cannot be used. There are few, if any. */
function findIrregularHours(
  values: readonly SlotValue[],
  sums: ReadonlyMap<string, ReadonlyMap<number, HourSum>>,
): ReadonlyMap<string, Map<number, SlotValue[]>> {
  const found = new Map<string, Map<number, SlotValue[]>>()
  if (![...sums.values()].some((byHour) => byHour.values().some(isIrregular))) return found
  for (const value of values) {
    const startMs = floorToHourMs(value.slotStart)
    const sum = sums.get(value.series)?.get(startMs)
    if (sum === undefined || !isIrregular(sum)) continue
    const ofSeries = found.getOrInsertComputed(value.series, () => new Map<number, SlotValue[]>())
    ofSeries.getOrInsertComputed(startMs, () => []).push(value)
  }
  return found
}

/**
 * Sum over the slots of a series in an hour. Rows are added in place, because months of them are read at once. `isInOrder`: each slot begins where the slot
 * before it ends, so that none overlap.
 */
type HourSum = { weighted: number; coveredMs: number; endMs: number; isInOrder: boolean }

function isIrregular({ coveredMs, isInOrder }: HourSum): boolean {
  return !isInOrder && coveredMs >= hourMs
}

function listCoveredHours(
  byHour: ReadonlyMap<number, HourSum>,
  irregular: ReadonlyMap<number, readonly SlotValue[]> = new Map(),
): HourlySeries {
  const means = new Map<number, number>()
  for (const [hourStartMs, { weighted, coveredMs, isInOrder }] of byHour) {
    const isCovered = isInOrder && coveredMs === hourMs
    const mean = isCovered ? weighted / hourMs : computeHourMean(irregular.get(hourStartMs) ?? [])
    if (mean !== null) means.set(hourStartMs, mean)
  }
  return means
}

/** For each hour, the value of the first series that has one. */
export function takeFirstKnown(series: readonly (HourlySeries | undefined)[]): HourlySeries {
  const [last = new Map<number, number>(), ...newer] = series.filter((hours) => hours !== undefined).toReversed()
  const known = new Map(last)
  for (const hours of newer) for (const [startMs, value] of hours) known.set(startMs, value)
  return known
}
