import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { EvccForecast, EvccRate } from '../formats/export-bodies.ts'
import { exportParameters } from '../query/export-parameters.ts'

export const getEvccExport = operation({
  id: 'getEvccExport',
  path: '/v1/export/evcc',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject(exportParameters),
  response: EvccForecast,
  schemas: { EvccForecast, EvccRate },
  exportedAs: 'application/json',
  isLive: true,
  // A series that begins a quarter-hour or two ago still holds the present one.
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Price, carbon intensity or tariff of the coming quarter-hours, as a custom tariff of evcc reads them',
  notes:
    'For the custom tariff of evcc: forecast with the source http, as it comes. An estimate stands in for prices beyond the auction. quantity=tariff takes the parameters of the tariff as the schedule does, the three-colour tariff by itself; a colour that is not published counts with its probabilities. Where a colour or a price is unknown the series ends.',
  exampleQuery: 'quantity=carbon',
  cutInExample: [[]],
})
