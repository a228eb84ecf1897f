import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { computeTempoBreakEvens } from '@hexawatt/shared/methodology/load-curve/statement/break-even'
import {
  type ComparedCosts,
  compareContracts,
  sumComparedCosts,
} from '@hexawatt/shared/methodology/load-curve/statement/comparison'
import {
  describePricedCurve,
  type StatementInput,
} from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import type { ComparedContract } from '@hexawatt/shared/methodology/load-curve/statement/contract-prices'
import { type PricedCurve, priceCurve } from '@hexawatt/shared/methodology/load-curve/statement/priced-curve'
import type { Comparison, Statement, TempoBreakEven } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { computeDayProfile, type DayProfile } from './day-profile.ts'
import { computeEveningShifts, type EveningShift } from './evening-shift.ts'
import { computeHoneycomb, type HoneycombRow } from './honeycomb.ts'

/** The figures of a load curve that the page shows. They can be written as JSON, and contain no step of the curve, file name or meter. */
export type ConsumptionResult = {
  /** Without a current contract: what depends on it is in `byCurrent`. */
  statement: Statement
  /** By the key of the current contract; the empty key has the results for a reader without a current contract. */
  byCurrent: Record<string, { comparison: Comparison | null; tempoBreakEvens: TempoBreakEven[] }>
  honeycomb: HoneycombRow[]
  day: DayProfile
  /** In the order of the contracts. */
  shifts: EveningShift[]
}

export type ResultInput = Pick<StatementInput, 'months' | 'table'> & {
  curve: LoadCurve
  contracts: readonly ComparedContract[]
}

/** Computes everything that the page shows of a load curve, for every current contract: a change of the contract needs no computation. */
export function computeResult({ curve, months, table, contracts }: ResultInput): ConsumptionResult {
  const priced = priceCurve(curve, months, contracts, table)
  const costs = sumComparedCosts(priced)
  return {
    statement: describePricedCurve(priced, { curve, months }),
    byCurrent: Object.fromEntries(
      ['', ...contracts.map(({ key }) => key)].map((key) => [key, compareWith(key, priced, costs)]),
    ),
    honeycomb: computeHoneycomb(priced),
    day: computeDayProfile(priced),
    shifts: computeEveningShifts(priced),
  }
}

function compareWith(
  current: string,
  priced: PricedCurve,
  costs: ComparedCosts | null,
): ConsumptionResult['byCurrent'][string] {
  if (costs === null) return { comparison: null, tempoBreakEvens: [] }
  const index = priced.contracts.findIndex(({ key }) => key === current)
  return {
    comparison: compareContracts(priced, costs, index),
    tempoBreakEvens: computeTempoBreakEvens(priced, costs, index),
  }
}

/** The key of {@link ConsumptionResult.byCurrent} for a contract; the empty one where it is not compared. */
export const findCurrent = ({ byCurrent }: Pick<ConsumptionResult, 'byCurrent'>, current: string): string =>
  Object.hasOwn(byCurrent, current) ? current : ''

/** The statement for a customer with a current contract, which need not be compared. */
export function findStatement({ statement, byCurrent }: ConsumptionResult, current: string): Statement {
  const { comparison, tempoBreakEvens } = byCurrent[findCurrent({ byCurrent }, current)] ?? {
    comparison: null,
    tempoBreakEvens: [],
  }
  return { ...statement, comparison, breakEvens: { ...statement.breakEvens, tempo: tempoBreakEvens } }
}
