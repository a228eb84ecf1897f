import { addDaysTo } from './paris-calendar.ts'
import { findColor, findPrices } from './plain-prices.ts'
import { findDailyEur, listDates, type PlainInput, visitMinutes } from './plain-statement.ts'

/** Costs of the minutes whose price is known under every contract. */
export type PlainComparison = {
  kwh: number
  minutes: number
  energyEur: number[]
  /** NaN where it is unknown. */
  subscriptionEur: number[]
  /** With the subscription if that of every contract is known. */
  comparedEur: number[]
}

export function calculateComparison(input: PlainInput): PlainComparison {
  const { contracts, market } = input
  const compared = new Map<string, number>()
  const covered = new Map<string, number>()
  const energyEur = contracts.map(() => 0)
  let [kwh, minutes] = [0, 0]
  visitMinutes(input, (row) => {
    covered.set(row.date, (covered.get(row.date) ?? 0) + 1)
    if (row.prices.some((price) => price === undefined)) return
    compared.set(row.date, (compared.get(row.date) ?? 0) + 1)
    kwh += row.kwh
    minutes += 1
    row.prices.forEach((price = 0, index) => {
      energyEur[index] = (energyEur[index] ?? 0) + row.kwh * price
    })
  })
  const subscriptionEur = contracts.map((contract) =>
    listDates(input)
      .filter((date) => compared.has(date))
      .reduce((sum, date) => {
        const share = (compared.get(date) ?? 0) / (covered.get(date) ?? 1)
        return sum + share * (findDailyEur(contract, market, date) ?? Number.NaN)
      }, 0),
  )
  const isTotal = subscriptionEur.every((eur) => !Number.isNaN(eur))
  const comparedEur = energyEur.map((eur, index) => (isTotal ? eur + (subscriptionEur[index] ?? 0) : eur))
  return { kwh, minutes, energyEur, subscriptionEur, comparedEur }
}

/** Energy of a day that could move, and EUR saved by moving all of it. */
type DaySums = Map<string, { kwh: number; eur: number }>

function addTo(days: DaySums, date: string, kwh: number, eur: number): void {
  const day = days.get(date) ?? { kwh: 0, eur: 0 }
  days.set(date, { kwh: day.kwh + kwh, eur: day.eur + kwh * eur })
}

/** kWh in red peak hours by red day, and what each saves at the off-peak price of a red or a blue day. */
export function sumRedPeak(input: PlainInput, target: 'red' | 'blue'): DaySums {
  const days: DaySums = new Map()
  visitMinutes(input, (row) => {
    const prices = findPrices(input.market.prices, row.date)?.tempo
    const isPeak = row.minute >= 6 * 60 && row.minute < 22 * 60
    const isRed = findColor(input.market, row) === 'red'
    if (prices === undefined || !isRed || row.prices.some((price) => price === undefined)) return
    const tariffDate = row.minute < 6 * 60 ? addDaysTo(row.date, -1) : row.date
    addTo(days, tariffDate, isPeak ? row.kwh : 0, prices.red.peak - prices[target].offPeak)
  })
  return days
}

/** kWh at the peak price of off-peak contracts by day, and what each saves at the off-peak price. */
export function sumPeak(input: PlainInput, contract: number): DaySums {
  const days: DaySums = new Map()
  visitMinutes(input, (row) => {
    const prices = findPrices(input.market.prices, row.date)?.hphc
    if (prices === undefined || row.prices.some((price) => price === undefined)) return
    addTo(days, row.date, row.prices[contract] === prices.peak ? row.kwh : 0, prices.peak - prices.offPeak)
  })
  return days
}

/** The least energy moved on every day, as far as the day has it, that saves an amount: found by halving. Undefined if all of it does not. */
export function findEnergyToMove(eur: number, days: DaySums): number | undefined {
  const savedBy = (kwh: number) =>
    [...days.values()].reduce((sum, day) => sum + (day.kwh === 0 ? 0 : (Math.min(kwh, day.kwh) / day.kwh) * day.eur), 0)
  let [low, high] = [0, Math.max(0, ...[...days.values()].map(({ kwh }) => kwh))]
  if (savedBy(high) < eur) return undefined
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (savedBy(middle) < eur) low = middle
    else high = middle
  }
  return high
}

/** Share of the energy off-peak, the same under all prices, at which an off-peak contract costs an amount. */
export function findEvenShare(input: PlainInput, eur: number): number {
  let [peakEur, gapEur] = [0, 0]
  visitMinutes(input, (row) => {
    const prices = findPrices(input.market.prices, row.date)?.hphc
    if (prices === undefined || row.prices.some((price) => price === undefined)) return
    peakEur += row.kwh * prices.peak
    gapEur += row.kwh * (prices.peak - prices.offPeak)
  })
  return (peakEur - eur) / gapEur
}
