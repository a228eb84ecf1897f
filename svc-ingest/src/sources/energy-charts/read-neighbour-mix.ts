import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { NeighbourCountry } from '@hexawatt/shared/grid/borders'
import { computeHourlyMeans, type SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { NeighbourType } from '@hexawatt/shared/methodology/imports/neighbour-types'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { NeighbourContent, Refused } from '../definition/content.ts'
import type { Answer } from '../definition/source.ts'
import { type ChartAnswer, findSlotEnds, readChart, requireUnit, type Series, toSeriesName } from './answer.ts'
import { isNotGeneration, neighbourTypeByName } from './production-names.ts'

/** Types that never stop in a whole country: a 0 after their last other value is not published yet. Sun, wind and storage do stop. */
const steadyTypes: ReadonlySet<NeighbourType> = new Set([
  'BIOMASS',
  'FOSSIL_GAS',
  'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  'NUCLEAR',
])

/** No production type of the country has so much power, MW: about twice the largest one of 2026. */
const maxMwByCountry: Readonly<Record<NeighbourCountry, number>> = {
  BE: 20_000,
  CH: 20_000,
  DE: 150_000,
  ES: 80_000,
  GB: 60_000,
  IT: 80_000,
}
/** Plants that stand still consume some power of their own: values below are another kind of series, MW. */
const minMw = -2_000

type TypedSeries = { type: NeighbourType; values: Series['values'] }

/**
 * Reads the output of a neighbour: the mean of each hour of which all parts are known, by production type, MW. Absent are: a value that is null; a slot that
 * is later than the publisher says to have, or in which nothing is generated, because the publisher pads what is to come; and a 0 at the end of a type that
 * never stops. A value that no country can have is refused, so that its hour lacks the type. Consumption, exchanges, load and shares are left out; so is an
 * unknown type, which is reported, because it may be a new kind of sum.
 *
 * @throws UpstreamError `unusable` when the answer does not have the agreed shape, or no series is a known type
 */
export function readNeighbourMix(country: NeighbourCountry, { body, query }: Answer): NeighbourContent {
  const answer = readChart(body, query)
  requireUnit(answer, 'MW')
  const typed: TypedSeries[] = []
  const newElements: string[] = []
  for (const { name, values } of answer.series) {
    const plain = toSeriesName(name)
    const type = neighbourTypeByName.get(plain)
    if (type !== undefined && !typed.some((other) => other.type === type)) typed.push({ type, values })
    else if (!isNotGeneration(plain)) newElements.push(`production type ${plain} of ${country}`)
  }
  if (typed.length === 0 && answer.series.length > 0) {
    throw new UpstreamError('unusable', `none of ${answer.series.length} series is a known production type`)
  }
  const { unreadable, reasons } = answer
  const slots = listSlots(answer, typed)
  const refused = slots.flatMap((measurement): Refused[] => {
    const reason = findImplausiblePower(country, measurement.value)
    return reason === null ? [] : [{ measurement: { ...measurement, updatedAt: null }, reason }]
  })
  const believed = slots.filter(({ value }) => findImplausiblePower(country, value) === null)
  return { country, hours: toHours(believed), refused, unreadable, reasons, newElements }
}

/** Published values by production type. */
function listSlots(answer: ChartAnswer, typed: readonly TypedSeries[]): SlotValue[] {
  const { starts, availableUntil } = answer
  const ends = findSlotEnds(starts)
  const isPublished = starts.map(
    (start, at) =>
      (availableUntil === null || Temporal.Instant.compare(start, availableUntil) <= 0) &&
      typed.some(({ values }) => isGenerating(values[at])),
  )
  return typed.flatMap(({ type, values }) => {
    const lastGenerating = values.findLastIndex(isGenerating)
    const paddedFrom = steadyTypes.has(type) && lastGenerating >= 0 ? lastGenerating + 1 : starts.length
    return starts.flatMap((slotStart, at): SlotValue[] => {
      const [slotEnd, value] = [ends[at], values[at] ?? null]
      if (slotEnd === undefined || value === null || isPublished[at] !== true || at >= paddedFrom) return []
      return [{ series: type, slotStart, slotEnd, value }]
    })
  })
}

/** Means of the hours of which every part is known, by type. */
function toHours(slots: readonly SlotValue[]): NeighbourContent['hours'] {
  const byHour = new Map<number, Record<string, number>>()
  for (const [type, means] of computeHourlyMeans(slots)) {
    for (const [startMs, mw] of means) {
      byHour.getOrInsertComputed(startMs, (): Record<string, number> => ({}))[type] = roundHalfAwayFromZero(mw, 3)
    }
  }
  return [...byHour].sort(([a], [b]) => a - b).map(([startMs, mwByType]) => ({ startMs, mwByType }))
}

function isGenerating(mw: number | null | undefined): boolean {
  return mw !== null && mw !== undefined && mw !== 0
}

/** Why the power of a production type of a neighbour in a slot is not believed; null when it is. */
function findImplausiblePower(country: NeighbourCountry, mw: number): string | null {
  const maxMw = maxMwByCountry[country]
  return mw < minMw || mw > maxMw ? `outside ${minMw} to ${maxMw} MW` : null
}
