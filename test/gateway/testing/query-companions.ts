import type { Operation, QueryParameterName } from '@hexawatt/shared/contract/operations'

/** What a parameter of a load, or of the tariff of an export, is given in addition to its load or quantity, so that nothing else is wrong. */
const companions: Readonly<Partial<Record<QueryParameterName, readonly string[]>>> = {
  earliest: [],
  latest: [],
  maxSegments: [],
  minOnMinutes: [],
  objective: [],
  emissions: [],
  tariff: [],
  subscribedKva: ['tariff=base'],
  offPeak: ['tariff=hphc'],
  offPeakSummer: ['tariff=hphc', 'offPeakWinter=22:00-06:00'],
  offPeakWinter: ['tariff=hphc', 'offPeakSummer=22:00-06:00'],
  adder: ['tariff=spot'],
  quiet: [],
  adderEurPerKwh: ['tariff=spot'],
  vatPercent: ['tariff=spot'],
  estimate: [],
  tieBreak: [],
}

/** Parameters in addition to one of an operation, so that nothing else is wrong. */
export function companionsOf(name: QueryParameterName, { query }: Operation): readonly string[] {
  const known = companions[name]
  if (known === undefined) return []
  const [isOfLoad, isOfQuantity] = ['energyKWh', 'quantity'].map((own) => Object.hasOwn(query.entries, own))
  return [...(isOfLoad ? ['durationMinutes=60'] : []), ...(isOfQuantity ? ['quantity=tariff'] : []), ...known]
}
