import { chanceExponent } from '@hexawatt/shared/methodology/schedule/honest-chance'
import { formatFixed } from '../figures-text.ts'
import { correctedObjectives, fitChanceExponent, listChances } from '../plans/fit-chances.ts'
import { runPlans } from '../plans/plans-text.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { findSampledSpan } from './refit-report.ts'

/** The exponent of the chance that waiting saves emissions: shipped, and fitted on the plans of a record; null with too few of them. */
export type ChanceFit = { shipped: number; fitted: number | null; plans: number }

/** With fewer plans an exponent is chance itself. */
const minPlans = 1_000

/** Plans every three hours of a record as `backtest-plans` does, and fits the exponent by how often waiting paid. */
export async function fitRecordedChances(record: GridRecord): Promise<ChanceFit> {
  const chances = listChances(
    await runPlans(record, [findSampledSpan(record)], correctedObjectives),
    correctedObjectives,
  )
  const fitted = chances.length < minPlans ? null : fitChanceExponent(chances)
  return { shipped: chanceExponent, fitted, plans: chances.length }
}

export function writeChanceFit({ shipped, fitted, plans }: ChanceFit): string {
  const found = fitted === null ? `not fitted: it takes ${minPlans} plans` : `${formatFixed(fitted, 3)} by the record`
  return `Exponent of the chance that waiting saves emissions: ${formatFixed(shipped, 2)} shipped, ${found} (${plans} plans). Hours that the shipped exponent was fitted on flatter it.`
}
