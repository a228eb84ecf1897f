import type { PriceBasis, PriceCertainty, PricedColor } from '../../contract/planning/choices.ts'
import type { TariffColorName } from '../../grid/public-signals.ts'

/** Price of a kWh in one step, EUR; `low` and `high` null where no band is known. */
export type SlotPrice = {
  eurPerKwh: number
  low: number | null
  high: number | null
  basis: PriceBasis
  certainty: PriceCertainty
}

/** Market price of a step, EUR/MWh. */
export type SpotPrice = { eurPerMwh: number; low: number | null; high: number | null; basis: 'auction' | 'estimate' }

/** Probability of each colour of a tariff day; 1 for the colour that is published. */
export type ColorProbabilities = Readonly<Record<PricedColor, number>>

/** Probabilities of the colours by tariff day; null where a day's are unknown. */
export type ColorsOf = (tariffDate: string) => ColorProbabilities | null

/** Probabilities of a published colour. */
export const publishedProbabilities: Readonly<Record<TariffColorName, ColorProbabilities>> = {
  Bleu: { blue: 1, white: 0, red: 0 },
  Blanc: { blue: 0, white: 1, red: 0 },
  Rouge: { blue: 0, white: 0, red: 1 },
}
