import { shippedContracts } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { parisDate } from '@hexawatt/shared/time/paris'

export type PricedOption = 'base' | 'hphc' | 'tempo'

/** A row of a file of the regulator: prices of one subscribed power over one period of time. */
export type PriceRow = {
  /** First and last civil day, `YYYY-MM-DD`; null while the prices are in force. */
  from: string
  lastDay: string | null
  subscribedKva: number
  /** With all taxes; null for a power that the option did not have. */
  eurPerYear: number | null
  /** By the period of the shipped contract, with all taxes. */
  eurPerKwh: Readonly<Record<string, number>> | null
}

const powers: Readonly<Record<PricedOption, readonly number[]>> = {
  base: [3, 6, 9, 12, 15],
  hphc: [6, 9, 12, 15, 18, 24, 30, 36],
  tempo: [6, 9, 12, 15, 18, 30, 36],
}

/** The first prices of three colours for 6 kVA were those of this day. */
const sixKvaTempoFrom = '2023-02-01'

/**
 * The rows that the regulator publishes at an instant: the shipped prices that its files confirm, as far as they have begun. Prices of a single secondary source
 * are not among them: the file lags behind them.
 */
export function listPriceRows(option: PricedOption, now: Temporal.Instant): PriceRow[] {
  const today = parisDate(now).toString()
  const begun = shippedContracts.filter(
    ({ id, from, certainty }) => id === option && from <= today && certainty !== 'unconfirmed',
  )
  return begun.flatMap(({ from, prices }, index) => {
    const next = begun[index + 1]?.from
    const lastDay = next === undefined ? null : Temporal.PlainDate.from(next).subtract({ days: 1 }).toString()
    return powers[option].map((subscribedKva): PriceRow => {
      if (option === 'tempo' && subscribedKva === 6 && from < sixKvaTempoFrom)
        return { from, lastDay, subscribedKva, eurPerYear: null, eurPerKwh: null }
      const found = prices.find(
        ({ minKva, maxKva }) => subscribedKva >= (minKva ?? 0) && subscribedKva <= (maxKva ?? subscribedKva),
      )
      const eurPerYear = computeSubscription(subscribedKva, index)
      return { from, lastDay, subscribedKva, eurPerYear, eurPerKwh: found?.eurPerKwh ?? null }
    })
  })
}

/** Made up, and near the real subscriptions: EUR a year. */
function computeSubscription(subscribedKva: number, change: number): number {
  return 66 + 18 * subscribedKva + 2 * change
}
