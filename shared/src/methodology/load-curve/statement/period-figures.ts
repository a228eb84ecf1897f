import { roundHalfAwayFromZero } from '../../../bounds/numbers.ts'
import { hourMs, minuteMs } from '../../../time/instant.ts'
import type { PricedCurve } from './priced-curve.ts'
import { type CostFigures, type EmissionFigures, intensityKinds, type PeriodFigures } from './statement.ts'

/** Decimals of energy, money and mass in a statement: kWh, EUR and kg to the millionth. Sums are made before rounding. */
const decimals = 6
export const roundFigure = (value: number): number => roundHalfAwayFromZero(value, decimals)
/** Rounds a figure; null for NaN, the unknown of the calculations. */
export const roundKnown = (value: number): number | null => (Number.isNaN(value) ? null : roundFigure(value))
export const divide = (dividend: number, divisor: number): number | null =>
  divisor > 0 ? roundFigure(dividend / divisor) : null

/** A whole that lacks less than this part of itself is whole: sums in another order differ in the last bits. */
const wholeWithin = 1e-9
/** Nearest share to 0 or 1 of a part that is neither nothing nor all. */
const leastShare = 1e-6

/** Share of the whole, 0 to 1; 1 only for all of it and 0 only for nothing. Null without a whole. */
export function divideShare(part: number, whole: number): number | null {
  if (!(whole > 0)) return null
  if (whole - part <= whole * wholeWithin) return 1
  return part > 0 ? roundFigure(Math.min(1 - leastShare, Math.max(leastShare, part / whole))) : 0
}

type EmissionSums = { knownMinutes: number; knownKwh: number; grams: number; gramMinutes: number }
type CostSums = { knownMinutes: number; knownKwh: number; unknownKwh: number; eur: number; subscriptionEur: number }

/** Sums over a month, or over the whole period. */
type Sums = {
  days: number
  periodMinutes: number
  coveredMinutes: number
  partlyCoveredHours: number
  energyKwh: number
  emissions: EmissionSums[]
  costs: CostSums[]
}

/** Figures of each month of the axis, and of the whole period. */
export function computePeriodFigures(priced: PricedCurve): { total: PeriodFigures; months: PeriodFigures[] } {
  const months = priced.axis.months.map(() => createSums(priced.contracts.length))
  addDays(months, priced)
  addHours(months, priced)
  addPieces(months, priced)
  const total = createSums(priced.contracts.length)
  for (const month of months) addSums(total, month)
  const toFigures = (sums: Sums) => describeSums(sums, priced)
  return { total: toFigures(total), months: months.map(toFigures) }
}

function createSums(contracts: number): Sums {
  return {
    days: 0,
    periodMinutes: 0,
    coveredMinutes: 0,
    partlyCoveredHours: 0,
    energyKwh: 0,
    emissions: intensityKinds.map(() => ({ knownMinutes: 0, knownKwh: 0, grams: 0, gramMinutes: 0 })),
    costs: Array.from({ length: contracts }, () => ({
      knownMinutes: 0,
      knownKwh: 0,
      unknownKwh: 0,
      eur: 0,
      subscriptionEur: 0,
    })),
  }
}

/** Each day that the period touches pays a whole day of the subscription, a day without values too. */
function addDays(months: readonly Sums[], { axis, contracts }: PricedCurve): void {
  for (const [day, { monthIndex }] of axis.days.entries()) {
    const sums = months[monthIndex]
    if (sums === undefined) continue
    sums.days += 1
    sums.costs.forEach((cost, index) => {
      cost.subscriptionEur += contracts[index]?.subscriptionEurOfDay[day] ?? Number.NaN
    })
  }
}

function addHours(months: readonly Sums[], { axis, period, pieces }: PricedCurve): void {
  const covered = new Float64Array(axis.count)
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const hour = pieces.hour[piece] ?? 0
    covered[hour] = (covered[hour] ?? 0) + (pieces.minutes[piece] ?? 0)
  }
  for (let hour = 0; hour < axis.count; hour += 1) {
    const sums = months[axis.days[axis.dayIndex[hour] ?? 0]?.monthIndex ?? 0]
    if (sums === undefined) continue
    const startMs = axis.firstMs + hour * hourMs
    sums.periodMinutes += (Math.min(period.toMs, startMs + hourMs) - Math.max(period.fromMs, startMs)) / minuteMs
    const coveredMinutes = covered[hour] ?? 0
    sums.coveredMinutes += coveredMinutes
    if (coveredMinutes > 0 && coveredMinutes < 60) sums.partlyCoveredHours += 1
  }
}

function addPieces(months: readonly Sums[], { axis, pieces, intensities, prices }: PricedCurve): void {
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const hour = pieces.hour[piece] ?? 0
    const sums = months[axis.days[axis.dayIndex[hour] ?? 0]?.monthIndex ?? 0]
    if (sums === undefined) continue
    const [energyKwh, minutes] = [pieces.energyKwh[piece] ?? 0, pieces.minutes[piece] ?? 0]
    sums.energyKwh += energyKwh
    sums.emissions.forEach((sum, kind) => {
      const intensity = intensities[kind]?.[hour] ?? Number.NaN
      if (Number.isNaN(intensity)) return
      sum.knownMinutes += minutes
      sum.knownKwh += energyKwh
      sum.grams += energyKwh * intensity
      sum.gramMinutes += minutes * intensity
    })
    sums.costs.forEach((sum, contract) => {
      const price = prices[contract]?.[piece] ?? Number.NaN
      if (Number.isNaN(price)) sum.unknownKwh += energyKwh
      else {
        sum.knownMinutes += minutes
        sum.knownKwh += energyKwh
        sum.eur += energyKwh * price
      }
    })
  }
}

function addSums(total: Sums, month: Sums): void {
  for (const key of ['days', 'periodMinutes', 'coveredMinutes', 'partlyCoveredHours', 'energyKwh'] as const) {
    total[key] += month[key]
  }
  addEach(total.emissions, month.emissions)
  addEach(total.costs, month.costs)
}

function addEach<Part extends Record<string, number>>(totals: readonly Part[], parts: readonly Part[]): void {
  totals.forEach((total, index) => {
    const part: Record<string, number> = parts[index] ?? {}
    const sums: Record<string, number> = total
    for (const key of Object.keys(sums)) sums[key] = (sums[key] ?? 0) + (part[key] ?? 0)
  })
}

function describeSums(sums: Sums, { contracts }: PricedCurve): PeriodFigures {
  const { days, periodMinutes, coveredMinutes, partlyCoveredHours, energyKwh } = sums
  const [production, consumption, direct] = sums.emissions.map((emissions) => describeEmissions(emissions, energyKwh))
  if (production === undefined || consumption === undefined || direct === undefined)
    throw new Error('an intensity is missing')
  return {
    days,
    periodMinutes,
    coveredMinutes,
    partlyCoveredHours,
    energyKwh: roundFigure(energyKwh),
    emissions: { production, consumption, direct },
    costs: sums.costs.map((cost, index) => ({ key: contracts[index]?.key ?? '', ...describeCost(cost, energyKwh) })),
  }
}

function describeEmissions(
  { knownMinutes, knownKwh, grams, gramMinutes }: EmissionSums,
  energyKwh: number,
): EmissionFigures {
  return {
    kgCo2eq: knownMinutes > 0 ? roundFigure(grams / 1_000) : null,
    knownKwh: roundFigure(knownKwh),
    knownShare: divideShare(knownKwh, energyKwh),
    gCo2eqPerKwh: divide(grams, knownKwh),
    gridGCo2eqPerKwh: divide(gramMinutes, knownMinutes),
  }
}

function describeCost(
  { knownMinutes, knownKwh, unknownKwh, eur, subscriptionEur }: CostSums,
  energyKwh: number,
): Omit<CostFigures, 'key'> {
  const isKnown = knownMinutes > 0 && unknownKwh === 0
  return {
    energyEur: knownMinutes > 0 ? roundFigure(eur) : null,
    knownKwh: roundFigure(knownKwh),
    knownShare: divideShare(knownKwh, energyKwh),
    subscriptionEur: roundKnown(subscriptionEur),
    totalEur: isKnown ? roundKnown(eur + subscriptionEur) : null,
  }
}
