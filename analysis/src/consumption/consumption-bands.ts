import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeBand, computeBandError } from '@hexawatt/shared/methodology/forecast/bands'
import { outlookLeadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { findFrozenConsumptionLevels } from '@hexawatt/shared/methodology/imports/import-table'
import { createBandArchive } from '../backtest/band-archive.ts'

/** One forecast hour of an issue with the spread behind its band. */
export type BandedHour = { startMs: number; lead: number; forecast: number; spread: number; realised: number | null }

/** Sums over the hours of one lead class that have a realised value. */
export type BandSums = { hours: number; inside: number; width: number }

/** Puts bands round the forecasts of issues in their order, each from the errors of earlier issues, and judges them: for both emission rules by month. */
export function createConsumptionBands() {
  const archives = recordFromEntries(emissionRules, createBandArchive)
  const months = new Map<string, Record<EmissionRule, BandSums[]>>()

  /**
   * Adds the next issue.
   *
   * @param knownUntilMs end, ms, of the newest hour whose consumption is known
   */
  function add(
    month: string,
    issuedAt: Temporal.Instant,
    knownUntilMs: number,
    hoursByRule: Readonly<Record<EmissionRule, readonly BandedHour[]>>,
  ): void {
    const sums = months.getOrInsertComputed(month, createEmptyMonth)
    for (const rule of emissionRules) {
      const archive = archives[rule]
      archive.learn(issuedAt, knownUntilMs)
      for (const { startMs, lead, forecast, spread, realised } of hoursByRule[rule]) {
        if (realised === null) continue
        const levels = archive.findLevels(lead) ?? findFrozenConsumptionLevels(rule, lead)
        const { low, high } = computeBand(forecast, spread, levels)
        const isInside = realised >= low && realised <= high
        const ofClass = sums[rule][outlookLeadClasses.findIndex(({ lastLead }) => lead <= lastLead)]
        if (ofClass !== undefined) {
          ofClass.hours += 1
          ofClass.inside += Number(isInside)
          ofClass.width += high - low
        }
        const error = computeBandError(realised, forecast, spread)
        if (error !== null) archive.add({ issuedAt, startMs, lead, error, isOutside: !isInside })
      }
    }
  }

  return { add, months }
}

function createEmptyMonth(): Record<EmissionRule, BandSums[]> {
  return recordFromEntries(emissionRules, () => outlookLeadClasses.map(() => ({ hours: 0, inside: 0, width: 0 })))
}
