import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsV4Base } from '../formats/electricity-maps.ts'
import { ElectricityMapsMix, ElectricityMapsMixHour } from '../formats/electricity-maps-mix.ts'
import { mixParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsV4Mix = operation({
  id: 'getElectricityMapsV4Mix',
  path: `${electricityMapsV4Base}/electricity-mix/latest`,
  owner: 'gateway',
  needsKey: true,
  isFacade: true,
  query: v.strictObject(mixParameters),
  response: ElectricityMapsMix,
  schemas: { ElectricityMapsMix, ElectricityMapsMixHour },
  exportedAs: 'application/json',
  problems: ['insufficient_data'],
  chapter: 'Electricity Maps',
  summary: 'Generation by source of the newest published hour in the format of Electricity Maps, version 4',
  notes:
    'The values of power-breakdown/latest of version 3, in MW with one decimal. The mix is that of national generation (breakdownType normal); flow-traced is refused. Unknown is null, never 0.',
  exampleQuery: 'zone=FR',
})
