import { defaultSubscribedKva, type PricedColor, pricedColors, slotMinutes } from '../../contract/planning/choices.ts'
import type { ContractKind, ContractVersion } from '../../contract/planning/contracts.ts'
import { parseHourRanges } from '../../contract/planning/hour-ranges.ts'
import type { ClockMoment } from '../../time/paris-clock.ts'
import { createDayPeriods, type DaySegment, type SeasonalHours } from './day-periods.ts'
import type { ColorProbabilities, ColorsOf, SlotPrice } from './slot-prices.ts'

/** What the price of a contract depends on at a customer's. */
export type Customer = {
  subscribedKva: number
  /** Off-peak hours of the customer; null = those of the contract, where it has any of its own. */
  offPeak: SeasonalHours | null
}

/** The version of an id that applies on a civil day in Paris; null where none does. */
export function findVersion<Version extends { id: string; from: string; to: string | null }>(
  versions: readonly Version[],
  id: string,
  date: string,
): Version | null {
  return versions.find((version) => version.id === id && appliesOn(version, date)) ?? null
}

function appliesOn({ from, to }: { from: string; to: string | null }, date: string): boolean {
  return from <= date && (to === null || date < to)
}

/** What a customer must name before a version has prices, or what of it the version has no price for; null = nothing is missing. */
export function findMissingTerm(version: ContractVersion, customer: Customer): keyof Customer | null {
  if (findPrices(version, customer.subscribedKva) === null) return 'subscribedKva'
  return needsOffPeak(version) && toOffPeak(version, customer) === null ? 'offPeak' : null
}

/**
 * The customer under another contract than the present one: a contract with off-peak hours of its own, as Tempo, keeps them, because the customer's
 * belong to the current contract and its meter.
 */
export function toComparedCustomer(contracts: readonly ContractVersion[], id: string, customer: Customer): Customer {
  const versions = contracts.filter((version) => version.id === id)
  return versions.every(({ offPeak }) => offPeak !== null) ? { ...customer, offPeak: null } : customer
}

/** Whether a version has periods in the off-peak hours of the customer. */
export function needsOffPeak({ periods }: ContractVersion): boolean {
  return periods.some(({ hours }) => hours === 'offPeak')
}

/** Prices of a version by period for a subscribed power; null where it has none. */
export function findPrices({ prices }: ContractVersion, kva: number): Readonly<Record<string, number>> | null {
  const found = prices.find(({ minKva, maxKva }) => kva >= (minKva ?? 0) && kva <= (maxKva ?? Number.POSITIVE_INFINITY))
  return found?.eurPerKwh ?? null
}

/** Subscription of a version, EUR a month including all taxes; null where it is unknown for the power. */
export function findSubscription({ subscriptions }: ContractVersion, subscribedKva: number): number | null {
  return subscriptions.find(({ kva }) => kva === subscribedKva)?.eurPerMonth ?? null
}

function toOffPeak({ offPeak }: ContractVersion, customer: Customer): SeasonalHours | null {
  if (customer.offPeak !== null) return customer.offPeak
  const ranges = offPeak === null ? null : parseHourRanges(offPeak)
  return ranges && { summer: ranges, winter: ranges }
}

/** A version compiled for a customer; null where a term is missing. */
function compileVersion(version: ContractVersion, customer: Customer) {
  const byPeriod = findPrices(version, customer.subscribedKva)
  if (byPeriod === null || findMissingTerm(version, customer) !== null) return null
  return {
    version,
    findSegments: createDayPeriods(version.periods, toOffPeak(version, customer)),
    /** By the index of the period. */
    prices: version.periods.map(({ id }) => byPeriod[id] ?? Number.NaN),
    hasColors: version.periods.some(({ colors }) => colors !== null),
    certainty: version.certainty === 'unconfirmed' ? ('unconfirmed' as const) : ('confirmed' as const),
  }
}
type CompiledVersion = NonNullable<ReturnType<typeof compileVersion>>

/**
 * Compiles the versions of a contract for a customer. Steps must lie within one hour of the clock: `listClockSteps` splits longer ones.
 *
 * @param id of the contract in the table
 */
export function createContractPricer(contracts: readonly ContractVersion[], id: string, customer: Customer) {
  const ofId = contracts.filter((version) => version.id === id)
  const versions = ofId.map((version) => ({ ...version, compiled: compileVersion(version, customer) }))
  let last = versions[0]

  function findCompiled(date: string): CompiledVersion | null {
    if (last === undefined || !appliesOn(last, date))
      last = versions.find((version) => appliesOn(version, date)) ?? last
    return last !== undefined && appliesOn(last, date) ? last.compiled : null
  }

  return {
    kind: ofId.at(-1)?.kind ?? ('other' satisfies ContractKind),
    /** Whether a price depends on the colour of a tariff day. */
    hasColors: ofId.some(({ periods }) => periods.some(({ colors }) => colors !== null)),

    /** As `computePrice` under a colour that is certain, as a bare number: a year has tens of thousands of steps. NaN where it is unknown. */
    computeCertainPrice(date: string, minuteOfDay: number, minutes: number, color: PricedColor | null): number {
      const compiled = findCompiled(date)
      if (compiled === null || (compiled.hasColors && color === null)) return Number.NaN
      const segments = compiled.findSegments(date, compiled.hasColors ? color : null)
      return computeMeanPrice(segments, compiled.prices, minuteOfDay, minutes)
    },

    /**
     * Price of a kWh in a step, the mean by time. With colours it is the expected price over their probabilities; `high` is the dearest colour that is
     * possible, `low` the cheapest one.
     *
     * @returns null where no version applies, a term of the customer is missing, or the colours are unknown
     */
    computePrice(at: ClockMoment, minutes: number, colorsOf: ColorsOf): SlotPrice | null {
      const compiled = findCompiled(at.date)
      if (compiled === null) return null
      const priceUnder = (color: PricedColor | null): number =>
        computeMeanPrice(compiled.findSegments(at.date, color), compiled.prices, at.minuteOfDay, minutes)
      const colors = compiled.hasColors ? colorsOf(at.tariffDate) : null
      if (compiled.hasColors && colors === null) return null
      const price = colors === null ? toFlatPrice(priceUnder(null)) : toExpectedPrice(colors, priceUnder)
      return price && { ...price, certainty: compiled.certainty }
    },
  }
}
export type ContractPricer = ReturnType<typeof createContractPricer>

/** Mean by time; exactly the price where one period covers the step. */
function computeMeanPrice(
  segments: readonly DaySegment[],
  prices: readonly number[],
  fromMinute: number,
  minutes: number,
): number {
  const end = fromMinute + minutes
  let [start, sum] = [fromMinute, 0]
  for (const { toMinute, period } of segments) {
    if (toMinute <= start) continue
    const price = prices[period] ?? Number.NaN
    if (start === fromMinute && toMinute >= end) return price
    const until = Math.min(toMinute, end)
    sum += (until - start) * price
    if (until === end) break
    start = until
  }
  return sum / minutes
}

type UncertifiedPrice = Omit<SlotPrice, 'certainty'>

function toFlatPrice(eurPerKwh: number): UncertifiedPrice | null {
  return Number.isNaN(eurPerKwh) ? null : { eurPerKwh, low: eurPerKwh, high: eurPerKwh, basis: 'regulated' }
}

function toExpectedPrice(
  colors: ColorProbabilities,
  priceUnder: (color: PricedColor) => number,
): UncertifiedPrice | null {
  let [eurPerKwh, low, high, possible] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const color of pricedColors) {
    if (!(colors[color] > 0)) continue
    const price = priceUnder(color)
    eurPerKwh += colors[color] * price
    low = Math.min(low, price)
    high = Math.max(high, price)
    possible += 1
  }
  if (possible === 0 || Number.isNaN(eurPerKwh)) return null
  return { eurPerKwh, low, high, basis: possible === 1 ? 'regulated' : 'expected' }
}

/** Regulated prices of a colour of the three-colour tariff on a civil day in Paris, EUR/kWh; null where the table has none. */
export function findColorPrices(
  contracts: readonly ContractVersion[],
  date: string,
  color: PricedColor,
): { peak: number; offPeak: number } | null {
  const pricer = createContractPricer(contracts, 'tempo', { subscribedKva: defaultSubscribedKva, offPeak: null })
  const priceAt = (hour: number): number | null => {
    const at = { date, minuteOfDay: hour * 60, tariffDate: date }
    return pricer.computePrice(at, slotMinutes, () => ({ blue: 0, white: 0, red: 0, [color]: 1 }))?.eurPerKwh ?? null
  }
  const [peak, offPeak] = [priceAt(tempoPeak.fromHour), priceAt(tempoPeak.toHour)]
  return peak === null || offPeak === null ? null : { peak, offPeak }
}

/** Hours in which `GET /v1/tariff/outlook` names the two prices of a colour. */
const tempoPeak = { fromHour: 6, toHour: 22 }
