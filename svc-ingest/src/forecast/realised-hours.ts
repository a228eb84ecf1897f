import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import { seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { ImportHour } from '@hexawatt/shared/methodology/imports/consumption-forecast'
import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import { computeMeanComposite, findScoreVersion } from '@hexawatt/shared/methodology/score/composition'
import { type ScoreVersion, scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { groupByHour, type HourScoreSums, readHourScores } from '../inputs/hour-score-store.ts'
import { readImportHours } from './import-hours-store.ts'
import { type RealisedHour, storeRealisedHours } from './realised-store.ts'

/**
 * Days that every issue looks at again: publishers correct for some weeks; an earlier hour keeps its values, so that the audit of an older issue finds the
 * same ones. The forecast's inputs hold the week more that decides which hours are complete.
 */
export const realisedDays = 38

export type RealisedDeps = { sql: Sql; readAnalogInputs: (at: Temporal.Instant) => Promise<AnalogInputs | null> }

/**
 * Brings `realised_hours` up to the values known at an issue: the hours of the last {@link realisedDays} days that have ended.
 *
 * @returns how many hours were added or changed
 */
export async function refreshRealisedHours(
  { sql, readAnalogInputs }: RealisedDeps,
  issuedAt: Temporal.Instant,
): Promise<number> {
  const inputs = await readAnalogInputs(issuedAt)
  if (inputs === null) return 0
  const [from, before] = [findRealisedStart(issuedAt), hourStart(issuedAt)]
  const [scores, imports] = await Promise.all([
    readHourScores(sql, from, before),
    readImportHours(sql, { from, before }, issuedAt),
  ])
  return storeRealisedHours(sql, computeRealisedHours(inputs, { scores, imports }, issuedAt), issuedAt)
}

/** Start of the first hour that an issue looks at. */
export function findRealisedStart(issuedAt: Temporal.Instant): Temporal.Instant {
  return hourStart(issuedAt).subtract({ hours: 24 * realisedDays })
}

/** What the realised values of the last {@link realisedDays} days rest on, in addition to the inputs of the forecast. */
export type RealisedPast = { scores: readonly HourScoreSums[]; imports: readonly ImportHour[] }

/**
 * Values realised by an instant, hour by hour: the intensity of the complete hours of generation with both sets of factors, by the function
 * that the live intensity uses; that of consumption where the imports are known; the auctioned price; for each version of the score the mean composite
 * under national weights of the hour's points of that version, because a forecast is compared with its own version only.
 */
export function computeRealisedHours(
  inputs: Pick<AnalogInputs, 'generation' | 'price' | 'factors'>,
  { scores, imports }: RealisedPast,
  issuedAt: Temporal.Instant,
): RealisedHour[] {
  const fromMs = findRealisedStart(issuedAt).epochMilliseconds
  const count = realisedDays * 24
  const mixes = collectCompleteMixes(inputs.generation, fromMs, fromMs + count * hourMs)
  const scoresByHour = groupByHour(scores)
  const importsByHour = new Map(imports.map((hour) => [hour.startMs, hour]))
  return Array.from({ length: count }, (_, index) => {
    const startMs = fromMs + index * hourMs
    const mix = mixes.get(startMs)
    const intensity = (rule: keyof AnalogInputs['factors']): number | null =>
      mix === undefined ? null : (computeProductionIntensity(mix, inputs.factors[rule])?.gCo2eqPerKwh ?? null)
    return {
      startMs,
      carbon: intensity('lifeCycle'),
      directCarbon: intensity('direct'),
      consumptionCarbon: importsByHour.get(startMs)?.gCo2PerKwhByRule.lifeCycle ?? null,
      directConsumptionCarbon: importsByHour.get(startMs)?.gCo2PerKwhByRule.direct ?? null,
      price: inputs.price.byHour.get(startMs) ?? null,
      ...averageScores(scoresByHour.get(startMs) ?? []),
    }
  })
}

function averageScores(sums: readonly HourScoreSums[]): Pick<RealisedHour, 'score' | 'scoreByVersion'> {
  const average = (version: ScoreVersion): number | null => {
    const ofVersion = sums.filter(({ composition }) => findScoreVersion(composition) === version)
    return ofVersion.length === 0 ? null : computeMeanComposite(ofVersion, nationalWeights)
  }
  const scoreByVersion = { 1: average(1), 2: average(2) }
  return { score: scoreByVersion[scoreVersion], scoreByVersion }
}

/** MW by type of the hours in which every core type, and every other type of the week before, has a value. */
function collectCompleteMixes(
  { mwByType, knownUntilMs }: AnalogInputs['generation'],
  fromMs: number,
  endMs: number,
): Map<number, Record<string, number>> {
  const mixes = new Map<number, Record<string, number>>()
  const seenMs = seenDays * 24 * hourMs
  const lastSeenMs = new Map<string, number>(coreProductionTypes.map((type) => [type, Number.POSITIVE_INFINITY]))
  for (let startMs = fromMs - seenMs; startMs < Math.min(endMs, knownUntilMs); startMs += hourMs) {
    const values = Object.entries(mwByType).flatMap(([type, mw]) => {
      const value = mw.get(startMs)
      return value === undefined ? [] : [[type, value] as const]
    })
    const mix = Object.fromEntries(values)
    const isMissing = (type: string, seen: number): boolean => mix[type] === undefined && seen > startMs - seenMs
    const isComplete = !lastSeenMs.entries().some(([type, seen]) => isMissing(type, seen))
    if (startMs >= fromMs && isComplete) mixes.set(startMs, mix)
    for (const [type] of values) if (lastSeenMs.get(type) !== Number.POSITIVE_INFINITY) lastSeenMs.set(type, startMs)
  }
  return mixes
}
