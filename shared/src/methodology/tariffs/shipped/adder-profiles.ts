import { roundHalfAwayFromZero } from '../../../bounds/numbers.ts'
import type { ContractPeriod } from '../../../contract/planning/contract-periods.ts'
import type { AdderProfile } from '../../../contract/planning/contracts.ts'

const atAllTimes: Omit<ContractPeriod, 'id'> = { season: null, days: null, colors: null, hours: null }
/** High season of the network tariff: 1 November to 31 March. */
const highSeason = { from: '11-01', to: '03-31' }

const networkPeriods: ContractPeriod[] = [
  { ...atAllTimes, id: 'highOffPeak', season: highSeason, hours: 'offPeak' },
  { ...atAllTimes, id: 'highPeak', season: highSeason },
  { ...atAllTimes, id: 'lowOffPeak', hours: 'offPeak' },
  { ...atAllTimes, id: 'lowPeak' },
]

/** Energy part of the network tariff (TURPE) in ct/kWh, in the order of the periods. */
type NetworkTariff = readonly [highOffPeak: number, highPeak: number, lowOffPeak: number, lowPeak: number]
type Profile = 'turpe-cu4' | 'turpe-mu4'

type AmountsOfDays = {
  from: string
  to: string
  /** EUR/MWh. */
  excise: number
  networkTariffs: Readonly<Record<Profile, NetworkTariff>>
  source: string
  certainty: AdderProfile['certainty']
}

const electricore = 'github Energie-De-Nantes/electricore@53cdd3a config/turpe_rules.csv'
const turpe7 = {
  networkTariffs: { 'turpe-cu4': [3.97, 7.49, 1.16, 1.66], 'turpe-mu4': [3.73, 7, 1.11, 1.61] },
  certainty: 'published',
} as const
const turpe7Source = `TURPE 7 (CRE, délibération no 2025-78 du 13 mars 2025): ${electricore} and a second public calculator agree`

/** Oldest first. From 2026-08-01 the network tariff rose by 3.04 % on average; its coefficients were found nowhere, so no amounts are given from then on. */
const amounts: readonly AmountsOfDays[] = [
  {
    from: '2024-11-01',
    to: '2025-02-01',
    excise: 21,
    networkTariffs: { 'turpe-cu4': [4.76, 6.96, 0.92, 1.48], 'turpe-mu4': [4.43, 6.39, 0.91, 1.46] },
    source: `TURPE 6 (CRE, délibération no 2024-122 du 26 juin 2024): ${electricore}; MU4 also juriblio.fr; accise 21 EUR/MWh: aide-pro.alterna-energie.fr`,
    certainty: 'published',
  },
  {
    from: '2025-02-01',
    to: '2025-08-01',
    excise: 33.7,
    networkTariffs: { 'turpe-cu4': [5.13, 7.5, 1, 1.6], 'turpe-mu4': [4.77, 6.89, 0.98, 1.57] },
    source: `TURPE 6 (CRE, délibération no 2025-08 du 15 janvier 2025): ${electricore} only; accise 33.70 EUR/MWh: aide-pro.alterna-energie.fr, wattvalue.fr`,
    certainty: 'unconfirmed',
  },
  {
    ...{ from: '2025-08-01', to: '2026-02-01', excise: 29.98, ...turpe7 },
    source: `${turpe7Source}; accise 29.98 EUR/MWh: aide-pro.alterna-energie.fr, wattvalue.fr`,
  },
  {
    ...{ from: '2026-02-01', to: '2026-08-01', excise: 30.85, ...turpe7 },
    source: `${turpe7Source}; accise 30.85 EUR/MWh: enerlex-avocat.fr (2026-02-05), selia-energies.fr`,
  },
]

const names: Readonly<Record<Profile, string>> = {
  'turpe-cu4': 'Réseau (TURPE courte utilisation, 4 plages) et accise',
  'turpe-mu4': 'Réseau (TURPE moyenne utilisation, 4 plages) et accise',
}

/** Adder profiles of households up to 36 kVA that the product brings along. */
export const shippedAdders: readonly AdderProfile[] = (['turpe-cu4', 'turpe-mu4'] as const).flatMap((id) =>
  amounts.map(({ from, to, excise, networkTariffs, source, certainty }): AdderProfile => {
    const toEurPerKwh = (cents: number): number => roundHalfAwayFromZero(cents / 100 + excise / 1_000, 5)
    return {
      ...{ id, name: names[id], from, to, periods: networkPeriods },
      eurPerKwh: Object.fromEntries(
        networkPeriods.map((period, n) => [period.id, toEurPerKwh(networkTariffs[id][n] ?? Number.NaN)]),
      ),
      ...{ source, certainty },
      note: 'Sans la marge du fournisseur, la garantie de capacité, les certificats d’économies d’énergie ni la part fixe.',
    }
  }),
)
