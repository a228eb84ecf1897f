import type { HoursResponse } from '../../../contract/hours.ts'
import type { ContractTable } from '../../../contract/planning/contracts.ts'
import type { LoadCurve } from '../load-curve.ts'
import { type ComparedContract, type PricedContract, priceContract } from './contract-prices.ts'
import { type CurvePieces, cutAtHours, findPeriod } from './curve-pieces.ts'
import { type HourAxis, layOutHours } from './hour-axis.ts'
import { intensityKinds } from './statement.ts'

/** A load curve in pieces of at most an hour, with intensity and prices of each; NaN where one is unknown. */
export type PricedCurve = {
  period: { fromMs: number; toMs: number }
  axis: HourAxis
  pieces: CurvePieces
  contracts: readonly PricedContract[]
  /** By intensity and hour of the axis, gCO2eq/kWh. */
  intensities: readonly Float64Array[]
  /** By contract and piece, EUR/kWh. */
  prices: readonly Float64Array[]
  /** 1 for pieces with a known price under every contract; all 0 without a contract. */
  isCompared: Uint8Array
}

/** Cuts a load curve into pieces, and gives each its prices. */
export function priceCurve(
  curve: LoadCurve,
  months: readonly HoursResponse[],
  compared: readonly ComparedContract[],
  table: ContractTable,
): PricedCurve {
  const period = findPeriod(curve)
  const axis = layOutHours(period.fromMs, period.toMs, months)
  const pieces = cutAtHours(curve, axis)
  const contracts = compared.map((contract) => priceContract(contract, table, axis))
  const prices = contracts.map(({ computePrice }) =>
    pieces.minutes.map((minutes, piece) =>
      computePrice(pieces.hour[piece] ?? 0, pieces.offsetMinutes[piece] ?? 0, minutes),
    ),
  )
  const isCompared = new Uint8Array(pieces.count).fill(prices.length > 0 ? 1 : 0)
  for (const ofContract of prices) {
    ofContract.forEach((price, piece) => {
      if (Number.isNaN(price)) isCompared[piece] = 0
    })
  }
  return { period, axis, pieces, contracts, intensities: intensityKinds.map((kind) => axis[kind]), prices, isCompared }
}
