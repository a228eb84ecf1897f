import type { ContractTable, ContractVersion } from '../../contract/planning/contracts.ts'
import { regulatedTerms } from './regulated-contracts.ts'
import { shippedAdders } from './shipped/adder-profiles.ts'
import { marketOffers } from './shipped/market-offers.ts'
import { type PricesOfDay, regulatedPrices } from './shipped/regulated-prices.ts'

type Option = keyof typeof regulatedTerms

const regulatedContracts = (['base', 'hphc', 'tempo'] as const).flatMap((option) =>
  regulatedPrices.map((ofDay, index): ContractVersion => {
    const { from, source, certainty, note, subscriptions } = ofDay
    return {
      ...{ ...regulatedTerms[option], from, to: regulatedPrices[index + 1]?.from ?? null },
      subscriptions: Object.entries(subscriptions[option]).map(([kva, eurPerMonth]) => ({
        kva: Number(kva),
        eurPerMonth,
      })),
      prices: toPrices(option, ofDay),
      ...{ source, certainty, note },
    }
  }),
)

/** Contracts that the product brings along, by id and day. The files of the regulator replace the regulated ones as soon as one was read. */
export const shippedContracts: readonly ContractVersion[] = [...regulatedContracts, ...marketOffers]

/** The whole table that the product brings along. */
export const shippedTable: ContractTable = { contracts: [...shippedContracts], adders: [...shippedAdders] }

function toPrices(option: Option, { base, hphc, tempo }: PricesOfDay): ContractVersion['prices'] {
  if (option === 'base') {
    return base.map(([all, minKva = null, maxKva = null]) => ({ minKva, maxKva, eurPerKwh: { all } }))
  }
  const eurPerKwh = option === 'hphc' ? { offPeak: hphc[1], peak: hphc[0] } : toColorPrices(tempo)
  return [{ minKva: null, maxKva: null, eurPerKwh }]
}

function toColorPrices({ blue, white, red }: PricesOfDay['tempo']): Record<string, number> {
  return {
    ...{ blueOffPeak: blue[1], bluePeak: blue[0] },
    ...{ whiteOffPeak: white[1], whitePeak: white[0] },
    ...{ redOffPeak: red[1], redPeak: red[0] },
  }
}
