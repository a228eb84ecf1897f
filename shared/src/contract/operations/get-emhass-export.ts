import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { EmhassForecast } from '../formats/export-bodies.ts'
import { exportParameters } from '../query/export-parameters.ts'

export const getEmhassExport = operation({
  id: 'getEmhassExport',
  path: '/v1/export/emhass',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject(exportParameters),
  response: EmhassForecast,
  schemas: { EmhassForecast },
  exportedAs: 'application/json',
  isLive: true,
  // A series that begins a quarter-hour or two ago still holds the present one.
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Price, carbon intensity or tariff by instant, as EMHASS takes forecasts at run time',
  notes:
    'An object that EMHASS takes at run time as load_cost_forecast or prod_price_forecast; it holds each value until the next. With quantity=carbon it minimises grams instead of euros, with quantity=tariff what the household pays.',
  cutInExample: [[]],
})
