import type { Known } from './known.ts'
import { mean, readScale, roundTo } from './numbers.ts'
import { dateLater, isDayOff, parisTime, strike } from './paris.ts'

export type Price = {
  score: number
  euros: number
  kind: 'auction' | 'like hours' | 'dear hours' | 'cheap hours' | 'median'
}

const scale: [number, number][] = [
  [-1.5, 100],
  [3.32, 90],
  [25.57, 75],
  [58.52, 50],
  [87.03, 25],
  [111.32, 12],
  [139.58, 6],
  [400, 0],
]

/** Rates prices: what was auctioned, else what a forecast gives for the hour, else the mean of the dear or the cheap half of such days, else the median of 2024. */
export function priceRater({ prices, now }: Known): (at: number, forecast?: number) => Price {
  const halves = { off: halvesOf(true), work: halvesOf(false) }

  function halvesOf(daysOff: boolean) {
    const today = parisTime(now).date
    const from = strike(dateLater(today, -13), 0)
    const to = strike(dateLater(today, 1), 0)
    const samples = [...prices]
      .filter(([at]) => at >= from && at < to && isDayOff(parisTime(at).date) === daysOff)
      .map(([at, euros]) => ({ hourOfDay: parisTime(at).hour, euros }))
    const means = Array.from({ length: 24 }, (_, hourOfDay) => ({
      hourOfDay,
      euros: samples.filter((sample) => sample.hourOfDay === hourOfDay).map(({ euros }) => euros),
    })).filter(({ euros }) => euros.length > 0)
    if (samples.length < 48 || means.length <= 12) return null
    const order = means.map((entry) => ({ hourOfDay: entry.hourOfDay, mean: mean(entry.euros) }))
    order.sort((a, b) => (a.mean === b.mean ? a.hourOfDay - b.hourOfDay : b.mean - a.mean))
    const dear = order.slice(0, 12).map(({ hourOfDay }) => hourOfDay)
    const meanWhere = (isDear: boolean) =>
      mean(samples.filter(({ hourOfDay }) => dear.includes(hourOfDay) === isDear).map(({ euros }) => euros))
    return { dear, dearEuros: meanWhere(true), cheapEuros: meanWhere(false) }
  }

  function priceAt(at: number, forecast?: number): Omit<Price, 'score'> {
    const auctioned = prices.get(at)
    if (auctioned !== undefined) return { euros: auctioned, kind: 'auction' }
    if (forecast !== undefined) return { euros: forecast, kind: 'like hours' }
    const clock = parisTime(at)
    const half = isDayOff(clock.date) ? halves.off : halves.work
    if (half === null) return { euros: 58.52, kind: 'median' }
    return half.dear.includes(clock.hour)
      ? { euros: half.dearEuros, kind: 'dear hours' }
      : { euros: half.cheapEuros, kind: 'cheap hours' }
  }

  return (at, forecast) => {
    const price = priceAt(at, forecast)
    return { ...price, score: roundTo(readScale(scale, price.euros), 1) }
  }
}
