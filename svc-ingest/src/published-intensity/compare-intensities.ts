import type { ComparedIntensity } from '@hexawatt/shared/contract/forecast/accuracy'
import { sumPowerByType } from '@hexawatt/shared/methodology/carbon-assessment'
import { operatorDirectFactors } from '@hexawatt/shared/methodology/emission-factors'
import { computeBalanceNetIntensity } from '@hexawatt/shared/methodology/imports/balance-net'
import { computeProductionIntensity, type PowerMwByType } from '@hexawatt/shared/methodology/intensity'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readConsumptionHours } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs } from '@hexawatt/shared/time/instant'
import {
  type DifferenceDay,
  type IntensityPair,
  type ProductionPair,
  readConsumptionPairs,
  readProductionPairs,
  readPublishedHours,
  replaceDifferenceDay,
} from './difference-day-store.ts'

/** Whole UTC days that each run judges again: publishers correct, and our points are filled afterwards. */
const daysBack = 8
/** Up to the greater of these two the power of a direct factor is the same in two mixes: it moves the intensity by a tenth of a gram at most. */
const [sameMw, sameShare] = [2, 0.001]
/** The operator publishes whole grams of the same formula. */
const agreementG = 1

/**
 * Compares the product's intensities with the operator's published intensities, for each whole UTC day of the last eight: production with its direct factors, where the
 * mix is the same; consumption, which is another method, hour by hour: with yearly intensities of the neighbours, and with their mixes of the hour.
 *
 * @returns days with a comparison; null when there were none
 */
export async function compareIntensities(
  { sql, clock }: { sql: Sql; clock: Clock },
  signal?: AbortSignal,
): Promise<{ comparedDays: number } | null> {
  const now = clock.now()
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  let comparedDays = 0
  for (let back = 1; back <= daysBack; back++) {
    signal?.throwIfAborted()
    const day = today.subtract({ days: back }).toString()
    const [production, consumption, hourly] = await Promise.all([
      readProductionPairs(sql, day, now),
      readConsumptionPairs(sql, day, now),
      pairHours(sql, day, now),
    ])
    const judged = [
      sumProduction(production),
      sumDay('consumption', consumption),
      sumDay('hourlyConsumption', hourly.perBorder),
      sumDay('hourlyConsumptionNetOfBalance', hourly.netOfBalance),
    ]
    for (const sums of judged) {
      if (sums.samples + sums.otherMixSamples > 0) await replaceDifferenceDay(sql, day, sums, now)
    }
    if (judged.some(({ samples }) => samples > 0)) comparedDays++
  }
  return comparedDays === 0 ? null : { comparedDays }
}

/** The operator's intensity of each hour of a UTC day with the direct consumption-based intensity of the hour, per border and net of the whole balance. */
async function pairHours(
  sql: Sql,
  day: string,
  now: Temporal.Instant,
): Promise<{ perBorder: IntensityPair[]; netOfBalance: IntensityPair[] }> {
  const fromMs = Temporal.Instant.from(`${day}T00:00:00Z`).epochMilliseconds
  const [published, hours] = await Promise.all([
    readPublishedHours(sql, day, now),
    readConsumptionHours(sql, { fromMs, toMs: fromMs + 24 * hourMs }, now),
  ])
  const publishedByStart = new Map(published.map(({ startMs, publishedG }) => [startMs, publishedG]))
  const pair = (startMs: number, oursG: number | null): IntensityPair[] => {
    const publishedG = publishedByStart.get(startMs)
    return oursG === null || publishedG === undefined ? [] : [{ publishedG, oursG }]
  }
  return {
    perBorder: hours.flatMap(({ startMs, intensity }) => pair(startMs, intensity.direct)),
    netOfBalance: hours.flatMap((hour) => pair(hour.startMs, computeBalanceNetIntensity(hour).direct)),
  }
}

/** Differences of the quarter-hours with the same mix. */
function sumProduction(pairs: readonly ProductionPair[]): DifferenceDay {
  const same = pairs.flatMap(({ publishedG, publishedMixMw, heldMixMw }) => {
    const held = sumPowerByType(heldMixMw)
    const ours = computeProductionIntensity(held, operatorDirectFactors)
    if (ours === null || !isSameMix(sumPowerByType(publishedMixMw), held)) return []
    return [{ publishedG, oursG: ours.gCo2eqPerKwh }]
  })
  return sumDay('production', same, pairs.length - same.length)
}

/** Whether two mixes have the same power of each direct factor, which is all that a direct intensity depends on. */
function isSameMix(a: PowerMwByType, b: PowerMwByType): boolean {
  const [ofA, ofB] = [sumMwByFactor(a), sumMwByFactor(b)]
  return [...new Set([...ofA.keys(), ...ofB.keys()])].every((factor) => {
    const [mwA, mwB] = [ofA.get(factor) ?? 0, ofB.get(factor) ?? 0]
    return Math.abs(mwA - mwB) <= Math.max(sameMw, sameShare * Math.abs(mwA))
  })
}

function sumMwByFactor(powerMwByType: PowerMwByType): Map<number | undefined, number> {
  const sums = new Map<number | undefined, number>()
  for (const [type, powerMw] of Object.entries(powerMwByType)) {
    const factor = operatorDirectFactors[type]
    sums.set(factor, (sums.get(factor) ?? 0) + powerMw)
  }
  return sums
}

function sumDay(boundary: ComparedIntensity, samples: readonly IntensityPair[], otherMixSamples = 0): DifferenceDay {
  const differences = samples.map(({ publishedG, oursG }) => oursG - publishedG)
  return {
    boundary,
    samples: samples.length,
    otherMixSamples,
    differenceSum: differences.reduce((sum, difference) => sum + difference, 0),
    absoluteDifferenceSum: differences.reduce((sum, difference) => sum + Math.abs(difference), 0),
    withinGramSamples: differences.filter((difference) => Math.abs(difference) <= agreementG).length,
  }
}
