import { type PricedColor, pricedColors } from '../../../contract/planning/choices.ts'
import { type ComparedCosts, compareTwo, findCheapest } from './comparison.ts'
import { divide, roundFigure } from './period-figures.ts'
import type { PricedCurve } from './priced-curve.ts'
import type { BreakEvenAnswer, OffPeakBreakEven, TempoBreakEven } from './statement.ts'

/** Energy of a day that can be moved, and what moving all of it saves. */
type MovableEnergy = {
  energyKwh: number
  savedEur: number
}

/**
 * The same energy moved on every day, as much as the day has, until the savings reach what a contract costs more than another. The savings grow with the
 * energy in straight lines, which bend where a day has no more to move: the answer is exact.
 *
 * @param excessEur cost of the contract less that of the other one
 */
export function findBreakEven(excessEur: number, days: readonly MovableEnergy[]): BreakEvenAnswer {
  if (excessEur <= 0) return { state: 'already', marginEur: roundFigure(-excessEur) }
  const sorted = days.filter(({ energyKwh, savedEur }) => energyKwh > 0 && savedEur > 0)
  sorted.sort((one, other) => one.energyKwh - other.energyKwh)
  let eurPerKwh = sorted.reduce((sum, { energyKwh, savedEur }) => sum + savedEur / energyKwh, 0)
  let [movedKwh, leftEur] = [0, excessEur]
  for (const { energyKwh, savedEur } of sorted) {
    const stepEur = (energyKwh - movedKwh) * eurPerKwh
    if (stepEur >= leftEur) return { state: 'possible', kwhPerDay: roundFigure(movedKwh + leftEur / eurPerKwh) }
    leftEur -= stepEur
    movedKwh = energyKwh
    eurPerKwh -= savedEur / energyKwh
  }
  return { state: 'never', missingEur: roundFigure(leftEur) }
}

/** Break-even of each contract with colours: energy to move out of the red peak hours of each red day. */
export function computeTempoBreakEvens(
  priced: PricedCurve,
  costs: ComparedCosts,
  currentIndex: number,
): TempoBreakEven[] {
  const { contracts } = priced
  const isTempo = (index: number): boolean => contracts[index]?.kind === 'tempo'
  const hasReference = currentIndex >= 0 && !isTempo(currentIndex)
  const reference = findCheapest(
    costs,
    (index) => (hasReference ? index === currentIndex : !isTempo(index)),
    currentIndex,
  )
  const referenceKey = contracts[reference]?.key
  if (referenceKey === undefined) return []
  return contracts.flatMap((contract, index) => {
    if (!isTempo(index)) return []
    const { basis, excessEur } = compareTwo(costs, index, reference)
    const intoRed = collectPeakEnergy(priced, index, { color: 'red', target: 'red' })
    const intoBlue = collectPeakEnergy(priced, index, { color: 'red', target: 'blue' })
    return [
      {
        key: contract.key,
        reference: referenceKey,
        basis,
        redDays: intoRed.length,
        redPeakKwh: roundFigure(sumEnergy(intoRed)),
        intoRedOffPeak: findBreakEven(excessEur, intoRed),
        intoBlueOffPeak: findBreakEven(excessEur, intoBlue),
      },
    ]
  })
}

/** Break-even of each contract with off-peak hours against the cheapest one with a single price. */
export function computeOffPeakBreakEvens(priced: PricedCurve, costs: ComparedCosts): OffPeakBreakEven[] {
  const { contracts } = priced
  const reference = findCheapest(costs, (index) => contracts[index]?.kind === 'base', -1)
  const referenceKey = contracts[reference]?.key
  if (referenceKey === undefined) return []
  return contracts.flatMap((contract, index) => {
    if (contract.kind !== 'hphc') return []
    const { basis, excessEur } = compareTwo(costs, index, reference)
    const days = collectPeakEnergy(priced, index, { color: null, target: null })
    const peakKwh = sumEnergy(days)
    return [
      {
        key: contract.key,
        reference: referenceKey,
        basis,
        offPeakShare: divide(costs.comparedKwh - peakKwh, costs.comparedKwh) ?? 0,
        neededShare: findNeededShare(days, excessEur),
        answer: findBreakEven(excessEur, days),
      },
    ]
  })
}

const sumEnergy = (days: readonly MovableEnergy[]): number => days.reduce((sum, { energyKwh }) => sum + energyKwh, 0)

/** The share at which costs are equal if every version of the prices has the same share; null where peak and off-peak cost the same. */
function findNeededShare(days: readonly PeakDay[], excessEur: number): number | null {
  const allSavedEur = days.reduce((sum, { allSavedEur: ofDay }) => sum + ofDay, 0)
  const peakSavedEur = days.reduce((sum, { savedEur }) => sum + savedEur, 0)
  return allSavedEur > 0 ? roundFigure(1 - (peakSavedEur - excessEur) / allSavedEur) : null
}

/** Consumption of a day at the highest price of its colour. */
type PeakDay = MovableEnergy & {
  /** What it would save to move all energy of the day, whatever its price, from the highest to the target price. */
  allSavedEur: number
}

/**
 * Sums by day the compared energy at the higher of two prices. A piece with a price in between lies at the higher one in part.
 *
 * @param color only pieces of this colour, by tariff day; null: all pieces, by civil day
 * @param target colour to whose lowest price the energy moves
 */
function collectPeakEnergy(
  { axis, pieces, contracts, prices, isCompared }: PricedCurve,
  contract: number,
  { color, target }: { color: PricedColor | null; target: PricedColor | null },
): PeakDay[] {
  const findPriceRange = contracts[contract]?.findPriceRange
  const rangeOfDay = axis.days.map((_, day) => {
    const range = findPriceRange?.(day, color) ?? null
    return range && { ...range, target: findPriceRange?.(day, target)?.low ?? Number.NaN }
  })
  const priceOfPiece = prices[contract] ?? new Float64Array()
  const days: PeakDay[] = []
  let lastDay = Number.NaN
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const hour = pieces.hour[piece] ?? 0
    if (isCompared[piece] !== 1 || (color !== null && pricedColors[axis.color[hour] ?? -1] !== color)) continue
    const civilDay = axis.dayIndex[hour] ?? 0
    const range = rangeOfDay[civilDay] ?? null
    if (range === null || !(range.high > range.low)) continue
    const day = color === null ? civilDay : (axis.tariffDayIndex[hour] ?? 0)
    // Pieces are in order: those of a day follow each other.
    if (day !== lastDay) days.push({ energyKwh: 0, savedEur: 0, allSavedEur: 0 })
    lastDay = day
    const sums = days.at(-1)
    if (sums === undefined) continue
    const energyKwh = pieces.energyKwh[piece] ?? 0
    const peakKwh = (energyKwh * ((priceOfPiece[piece] ?? Number.NaN) - range.low)) / (range.high - range.low)
    sums.energyKwh += peakKwh
    sums.savedEur += peakKwh * (range.high - range.target)
    sums.allSavedEur += energyKwh * (range.high - range.target)
  }
  return days
}
