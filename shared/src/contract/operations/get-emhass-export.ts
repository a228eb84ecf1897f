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
  // A series that began up to three quarter-hours ago still contains the current quarter-hour.
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Price, carbon intensity or tariff by quarter-hour in the runtime forecast format of EMHASS',
  notes:
    'Object for load_cost_forecast or prod_price_forecast of EMHASS, which uses each value until the next one. With quantity=carbon or quantity=consumptionCarbon EMHASS minimises emissions instead of cost; with quantity=tariff it minimises what the household pays.',
  cutInExample: [[]],
})
