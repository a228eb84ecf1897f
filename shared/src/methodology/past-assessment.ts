import { coreProductionTypes, isGeneration } from '../grid/production-types.ts'
import { hourMs } from '../time/instant.ts'
import { assessHour, type CarbonAssessment, type CarbonInputs, seenDays } from './carbon-assessment.ts'
import { findCompleteHourAt, groupByHour, type SlotValue, type ValuesByHour } from './hourly-means.ts'

/** Values of the days up to the end of an hour, by which production types and borders the hour must have. */
type SelectDaysBefore = (startMs: number) => ValuesByHour

/**
 * Makes the assessment of each hour of a longer span: from the hourly feed where that is complete, else from the quarter-hourly mix. Each hour is judged by
 * the rows of the seven days up to its own end, so that its result does not depend on the span that is assessed with it.
 *
 * @param inputs rows of the span and of the seven days before it, each slot in its newest version
 * @returns gives null when the hour is not complete or nothing is generated in it
 */
export function createPastAssessment(inputs: CarbonInputs): (start: Temporal.Instant) => CarbonAssessment | null {
  const selectHourly = createDaysBeforeSelection(inputs.generationByType.filter(isOfGeneration), coreProductionTypes)
  const selectMix = createDaysBeforeSelection(inputs.generationMix15min.filter(isOfGeneration), coreProductionTypes)
  const selectFlows = createDaysBeforeSelection(inputs.physicalFlows)
  const exchanges = groupByHour(inputs.exchangeSchedules)
  return (start) => {
    const startMs = start.epochMilliseconds
    const hourly = findCompleteHourAt(selectHourly(startMs), startMs)
    const hour = hourly ?? findCompleteHourAt(selectMix(startMs), startMs)
    if (hour === null) return null
    const source = hourly === null ? 'generation_mix_15min' : 'generation_by_type'
    return assessHour(inputs, { flows: selectFlows(startMs), exchanges }, { hour, source }, hour.end)
  }
}

/** Storage, which earlier versions stored as a type, is not expected of an hour. */
const isOfGeneration = ({ series }: SlotValue): boolean => isGeneration(series)

/**
 * Makes the selection of the values of the seven days up to the end of an hour, by the start of the hour, ms.
 *
 * @param values the newest version of each slot, of the hours and of the seven days before them
 */
export function createDaysBeforeSelection(
  values: readonly SlotValue[],
  alwaysExpected: readonly string[] = [],
): SelectDaysBefore {
  const { byHourMs } = groupByHour(values)
  const seriesByHour = new Map([...byHourMs].map(([startMs, ofHour]) => [startMs, listSeries(ofHour)]))
  return (startMs) => {
    const expected = new Set(alwaysExpected)
    const selected = new Map<number, readonly SlotValue[]>()
    for (let atMs = startMs - (seenDays * 24 - 1) * hourMs; atMs <= startMs; atMs += hourMs) {
      const ofHour = byHourMs.get(atMs)
      if (ofHour !== undefined) selected.set(atMs, ofHour)
      for (const series of seriesByHour.get(atMs) ?? []) expected.add(series)
    }
    return { expected, byHourMs: selected }
  }
}

const listSeries = (values: readonly SlotValue[]): ReadonlySet<string> => new Set(values.map(({ series }) => series))
