import { coreProductionTypes, isGeneration } from '../grid/production-types.ts'
import { hourMs, quarterHourMs } from '../time/instant.ts'
import { type CarbonInputs, seenDays, sumPowerByType } from './carbon-assessment.ts'
import { operatorDirectFactors, toGCo2eqPerKwhByType } from './emission-factors.ts'
import type { SlotValue } from './hourly-means.ts'
import { computeGCo2eqPerKwhBySet, computeProductionIntensity } from './intensity.ts'

/** Generation of a quarter-hour and its intensity by both emission rules, unrounded. */
export type QuarterAssessment = {
  totalGenerationMw: number
  productionGCo2eqPerKwh: number
  /** With the operator's direct factors. */
  directGCo2eqPerKwh: number
}

/** Longest slot whose value is that of a quarter-hour in it: the operator's consolidated set has half-hours. */
const longestSlotMs = 2 * quarterHourMs

/**
 * Makes the assessment of any quarter-hour of the mix (docs/methodology/series.md). A quarter-hour is complete when every type has a value in it that its hour
 * must have: those seen in the seven days up to the end of the hour, as in the assessment of past hours. A half-hour gives its value to both quarter-hours.
 *
 * @param inputs rows of the quarter-hours and of the seven days before them, each slot in its newest version, in the order of time
 * @returns gives null for a quarter-hour (its start in ms) that is not complete or in which nothing is generated
 */
export function createQuarterAssessment({
  generationMix15min,
  factorSet,
}: Pick<CarbonInputs, 'generationMix15min' | 'factorSet'>): (startMs: number) => QuarterAssessment | null {
  const values = generationMix15min.filter(({ series }) => isGeneration(series))
  const lifeCycleFactors = toGCo2eqPerKwhByType(factorSet)
  const findExpected = createExpectedSeries(values)
  const powerByQuarter = groupByQuarter(values)
  return (startMs) => {
    const slots = powerByQuarter.get(startMs)
    const expected = findExpected(Math.floor(startMs / hourMs) * hourMs)
    if (slots === undefined || !expected.every((series) => slots.has(series))) return null
    const powerMw = sumPowerByType(Object.fromEntries([...slots].map(([series, { value }]) => [series, value])))
    const production = computeProductionIntensity(powerMw, lifeCycleFactors)
    const [direct] = computeGCo2eqPerKwhBySet(powerMw, [operatorDirectFactors]) ?? []
    if (production === null || direct === undefined) return null
    return {
      totalGenerationMw: production.totalMw,
      productionGCo2eqPerKwh: production.gCo2eqPerKwh,
      directGCo2eqPerKwh: direct,
    }
  }
}

const measureMs = ({ slotStart, slotEnd }: SlotValue): number => slotEnd.epochMilliseconds - slotStart.epochMilliseconds

/** The value of each series in each quarter-hour, by the start of the quarter-hour, ms; of overlapping slots the shorter one counts. */
function groupByQuarter(values: readonly SlotValue[]): Map<number, Map<string, SlotValue>> {
  const byQuarter = new Map<number, Map<string, SlotValue>>()
  for (const value of values) {
    if (measureMs(value) > longestSlotMs) continue
    const endMs = value.slotEnd.epochMilliseconds
    for (let atMs = value.slotStart.epochMilliseconds; atMs + quarterHourMs <= endMs; atMs += quarterHourMs) {
      const slots = byQuarter.getOrInsertComputed(atMs, () => new Map<string, SlotValue>())
      const other = slots.get(value.series)
      if (other === undefined || measureMs(value) < measureMs(other)) slots.set(value.series, value)
    }
  }
  return byQuarter
}

/** Makes the list of the series that an hour must have: those that begin in it or in the days before it, and those that France always has. */
function createExpectedSeries(values: readonly SlotValue[]): (hourStartMs: number) => readonly string[] {
  const hoursBySeries = new Map<string, number[]>()
  for (const { series, slotStart } of values) {
    const hour = Math.floor(slotStart.epochMilliseconds / hourMs) * hourMs
    const hours = hoursBySeries.getOrInsertComputed(series, () => [])
    if (hours.at(-1) !== hour) hours.push(hour)
  }
  const known = new Map<number, readonly string[]>()
  return (hourStartMs) =>
    known.getOrInsertComputed(hourStartMs, () => {
      const after = hourStartMs - seenDays * 24 * hourMs
      const seen = [...hoursBySeries].filter(
        ([, hours]) => (hours.findLast((at) => at <= hourStartMs) ?? after) > after,
      )
      return [...new Set([...coreProductionTypes, ...seen.map(([series]) => series)])]
    })
}
