import type { PriceBasis } from '../../contract/planning/choices.ts'
import type { HourRange } from '../../contract/planning/hour-ranges.ts'
import type { PriceCertainty, RegulatedOption, RegulatedTariff } from '../../contract/planning/tariffs.ts'
import type { TariffColorName } from '../../grid/public-signals.ts'
import type { ParisSlot } from '../../time/paris-clock.ts'
import { computeOffPeakShare } from './off-peak.ts'

/** Tariff of a consumer. */
export type Tariff =
  | { kind: 'spot'; adderEurPerKwh: number; vatPercent: number }
  | { kind: 'base'; subscribedKva: number }
  | { kind: 'hphc'; subscribedKva: number; offPeak: readonly HourRange[] }
  | { kind: 'tempo'; subscribedKva: number }

/** Price of a kWh in one quarter-hour, EUR; `low` and `high` null where no band is known. */
export type SlotPrice = {
  eurPerKwh: number
  low: number | null
  high: number | null
  basis: PriceBasis
  certainty: PriceCertainty
}

/** Market price of a quarter-hour, EUR/MWh. */
export type SpotPrice = { eurPerMwh: number; low: number | null; high: number | null; basis: 'auction' | 'estimate' }

export const tariffColors = ['blue', 'white', 'red'] as const
/** Probability of each colour of a tariff day; 1 for the colour that is published. */
export type ColorProbabilities = Readonly<Record<(typeof tariffColors)[number], number>>

/** Probabilities of a published colour. */
export const publishedProbabilities: Readonly<Record<TariffColorName, ColorProbabilities>> = {
  Bleu: { blue: 1, white: 0, red: 0 },
  Blanc: { blue: 0, white: 1, red: 0 },
  Rouge: { blue: 0, white: 0, red: 1 },
}

/** Default subscribed power, kVA: the three-colour tariff starts at 6 kVA. */
const usualKva = 6

/** Peak hours of the three-colour tariff, minutes of the day in Paris. */
const tempoPeak = { fromMinute: 6 * 60, toMinute: 22 * 60 }

/**
 * Price of a quarter-hour under the market price: (spot + adder) · (1 + VAT). A negative price stays negative, and VAT makes it more so: it is
 * a credit with VAT.
 *
 * @returns null where the market price is unknown
 */
export function computeSpotSlotPrice(
  spot: SpotPrice | null,
  { adderEurPerKwh, vatPercent }: Extract<Tariff, { kind: 'spot' }>,
): SlotPrice | null {
  if (spot === null) return null
  const toPaidPrice = (eurPerMwh: number): number => (eurPerMwh / 1_000 + adderEurPerKwh) * (1 + vatPercent / 100)
  return {
    eurPerKwh: toPaidPrice(spot.eurPerMwh),
    low: spot.low === null ? null : toPaidPrice(spot.low),
    high: spot.high === null ? null : toPaidPrice(spot.high),
    basis: spot.basis,
    certainty: spot.basis === 'auction' ? 'confirmed' : 'unconfirmed',
  }
}

/**
 * Price of a quarter-hour under a regulated tariff, by the table in force on its Paris day.
 *
 * Three colours: the expected price over the probabilities of the tariff day's colours; `high` is the dearest colour that is possible (red wherever
 * red is), `low` the cheapest one.
 *
 * @param colors of the slot's tariff day; null where unknown. Only the three-colour tariff reads it
 * @returns null where the table has no price for that day and power, or the colours are unknown
 */
export function computeRegulatedSlotPrice(
  table: readonly RegulatedTariff[],
  slot: ParisSlot,
  tariff: Exclude<Tariff, { kind: 'spot' }>,
  colors: ColorProbabilities | null,
): SlotPrice | null {
  const row = findRowInForce(table, slot.date, tariff.kind, tariff.subscribedKva)
  if (row === null) return null
  const { certainty } = row
  if (row.option === 'base') return createFlatPrice(row.eurPerKwh.all, certainty)
  if (row.option === 'hphc') {
    const share = tariff.kind === 'hphc' ? computeOffPeakShare(tariff.offPeak, slot.minuteOfDay) : 0
    return createFlatPrice(row.eurPerKwh.offPeak * share + row.eurPerKwh.peak * (1 - share), certainty)
  }
  if (colors === null) return null
  const period = isTempoPeak(slot) ? 'peak' : 'offPeak'
  const possible = tariffColors.filter((color) => colors[color] > 0)
  const prices = possible.map((color) => row.eurPerKwh[color][period])
  if (prices.length === 0) return null
  return {
    eurPerKwh: possible.reduce((sum, color) => sum + colors[color] * row.eurPerKwh[color][period], 0),
    low: Math.min(...prices),
    high: Math.max(...prices),
    basis: possible.length === 1 ? 'regulated' : 'expected',
    certainty,
  }
}

/** Prices of a colour of the three-colour tariff on a civil day in Paris, EUR/kWh; null where the table has none. */
export function findColorPrices(
  table: readonly RegulatedTariff[],
  date: string,
  color: (typeof tariffColors)[number],
): { peak: number; offPeak: number } | null {
  const row = findRowInForce(table, date, 'tempo', usualKva)
  return row?.option === 'tempo' ? row.eurPerKwh[color] : null
}

/** The newest row of an option that holds on a civil day in Paris for a subscribed power; null where there is none. */
function findRowInForce(
  table: readonly RegulatedTariff[],
  date: string,
  option: RegulatedOption,
  subscribedKva: number,
): RegulatedTariff | null {
  let newest: RegulatedTariff | null = null
  for (const row of table) {
    const isMeant =
      row.option === option &&
      row.validFrom <= date &&
      subscribedKva >= (row.minKva ?? 0) &&
      subscribedKva <= (row.maxKva ?? Number.POSITIVE_INFINITY)
    if (isMeant && (newest === null || row.validFrom >= newest.validFrom)) newest = row
  }
  return newest
}

function isTempoPeak({ minuteOfDay }: ParisSlot): boolean {
  return minuteOfDay >= tempoPeak.fromMinute && minuteOfDay < tempoPeak.toMinute
}

function createFlatPrice(eurPerKwh: number, certainty: PriceCertainty): SlotPrice {
  return { eurPerKwh, low: eurPerKwh, high: eurPerKwh, basis: 'regulated', certainty }
}
