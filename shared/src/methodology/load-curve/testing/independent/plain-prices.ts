import { addDaysTo, type ShownTime } from './paris-calendar.ts'

/** Prices from one day on, as a person would type them into a spreadsheet: EUR/kWh and EUR a month, all taxes included. */
export type PlainPrices = {
  /** First day. */
  from: string
  base: number
  hphc: { peak: number; offPeak: number }
  tempo: Record<'blue' | 'white' | 'red', { peak: number; offPeak: number }>
  monthly: { base: number; hphc: number; tempo: number }
}

/** A contract in plain words; hours as `HH:MM-HH:MM`. */
export type PlainContract =
  | { key: string; kind: 'base' | 'tempo' }
  | { key: string; kind: 'hphc'; summer: readonly string[]; winter: readonly string[] }
  | { key: string; kind: 'spot'; adder: number; vatPercent: number; monthly: number | null }

/** What the price of a minute depends on. */
export type PlainMarket = {
  prices: readonly PlainPrices[]
  /** Colour by the day on which it begins at 06:00. */
  colors: ReadonlyMap<string, 'blue' | 'white' | 'red'>
}

const toMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** Whether a minute of the day lies in one of the ranges, tried minute by minute. */
function isInRanges(ranges: readonly string[], minute: number): boolean {
  return ranges.some((range) => {
    const [from, to] = [toMinutes(range.slice(0, 5)), toMinutes(range.slice(6))]
    for (let at = from; at !== to; at = (at + 1) % 1_440) if (at === minute) return true
    return false
  })
}

const offPeakTables = new Map<string, boolean[]>()

function isOffPeak(ranges: readonly string[], minute: number): boolean {
  const key = ranges.join()
  const table = offPeakTables.get(key) ?? Array.from({ length: 1_440 }, (_, at) => isInRanges(ranges, at))
  offPeakTables.set(key, table)
  return table[minute] ?? false
}

export function findPrices(prices: readonly PlainPrices[], date: string): PlainPrices | undefined {
  return prices.findLast(({ from }) => from <= date)
}

/** Colour of a minute: until 06:00 it is that of the day before. */
export function findColor({ colors }: PlainMarket, { date, minute }: ShownTime): 'blue' | 'white' | 'red' | undefined {
  return colors.get(minute < 6 * 60 ? addDaysTo(date, -1) : date)
}

/** Price of one minute, EUR/kWh; undefined where it is unknown. */
export function findPrice(
  contract: PlainContract,
  market: PlainMarket,
  shown: ShownTime,
  eurPerMwh: number | null,
): number | undefined {
  if (contract.kind === 'spot') {
    return eurPerMwh === null ? undefined : (eurPerMwh / 1_000 + contract.adder) * (1 + contract.vatPercent / 100)
  }
  const prices = findPrices(market.prices, shown.date)
  if (contract.kind === 'base') return prices?.base
  if (contract.kind === 'hphc') {
    const month = Number(shown.date.slice(5, 7))
    const ranges = month >= 4 && month <= 10 ? contract.summer : contract.winter
    return isOffPeak(ranges, shown.minute) ? prices?.hphc.offPeak : prices?.hphc.peak
  }
  const color = findColor(market, shown)
  const isNight = shown.minute >= 22 * 60 || shown.minute < 6 * 60
  return color === undefined ? undefined : prices?.tempo[color][isNight ? 'offPeak' : 'peak']
}

/** Subscription, EUR a month, on a day; undefined where it is unknown. */
export function findMonthly(contract: PlainContract, market: PlainMarket, date: string): number | undefined {
  return contract.kind === 'spot'
    ? (contract.monthly ?? undefined)
    : findPrices(market.prices, date)?.monthly[contract.kind]
}
