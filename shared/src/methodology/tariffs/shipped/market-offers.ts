import type { ContractVersion } from '../../../contract/planning/contracts.ts'

const zenWeekEnd = {
  id: 'zen-week-end',
  name: 'EDF Zen Week-End, option Week-End',
  kind: 'other',
  offPeak: null,
  periods: [
    { id: 'weekend', season: null, days: ['weekend'], colors: null, hours: null },
    { id: 'weekday', season: null, days: null, colors: null, hours: null },
  ],
} satisfies Partial<ContractVersion>

const noteOfMarketOffers =
  'Prix des contrats souscrits à partir de cette date ; un contrat plus ancien peut garder d’autres prix.'

function toSubscriptions(eurByKva: Readonly<Record<number, number>>): ContractVersion['subscriptions'] {
  return Object.entries(eurByKva).map(([kva, eurPerMonth]) => ({ kva: Number(kva), eurPerMonth }))
}

const anyPower = { minKva: null, maxKva: null }

/** Offers at prices that their supplier sets, of which figures were found in two places. */
export const marketOffers: readonly ContractVersion[] = [
  {
    ...{ ...zenWeekEnd, from: '2026-03-16', to: '2026-08-01' },
    subscriptions: toSubscriptions({
      ...{ 3: 12.03, 6: 15.65, 9: 19.56, 12: 23.32, 15: 26.84, 18: 30.49, 24: 38.24, 30: 45.37, 36: 52.54 },
    }),
    prices: [{ ...anyPower, eurPerKwh: { weekend: 0.1637, weekday: 0.218 } }],
    source:
      'EDF price sheet for contracts from 2026-03-16: github adrixair/PiPhocos@354b70c (9 kVA) and FunFR/EDF_Simulateur_Prix',
    certainty: 'published',
    note: noteOfMarketOffers,
  },
  {
    ...{ ...zenWeekEnd, from: '2026-08-01', to: null },
    subscriptions: toSubscriptions({
      ...{ 3: 12.06, 6: 15.69, 9: 19.62, 12: 23.39, 15: 26.93, 18: 30.59, 24: 38.37, 30: 45.52, 36: 52.72 },
    }),
    prices: [{ ...anyPower, eurPerKwh: { weekend: 0.1635, weekday: 0.2177 } }],
    source: 'EDF price sheet for contracts from 2026-08-01: github FunFR/EDF_Simulateur_Prix',
    certainty: 'unconfirmed',
    note: noteOfMarketOffers,
  },
]
