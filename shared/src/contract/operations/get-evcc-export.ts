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
  // A series that began up to three quarter-hours ago still contains the current quarter-hour.
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Price, carbon intensity or tariff of the coming quarter-hours in the custom tariff format of evcc',
  notes:
    'For a custom tariff of evcc: use it unchanged as forecast with the source http. Prices beyond the auction are estimated. quantity=tariff accepts the tariff parameters of the schedule; its default is the three-colour tariff. An unpublished colour counts with its probabilities. The series ends at the first quarter-hour whose price or colour is unknown.',
  exampleQuery: 'quantity=carbon',
  cutInExample: [[]],
})
