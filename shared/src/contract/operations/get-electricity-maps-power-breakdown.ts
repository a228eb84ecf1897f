import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsPowerBreakdown } from '../formats/electricity-maps-mix.ts'
import { facadeParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsPowerBreakdown = operation({
  id: 'getElectricityMapsPowerBreakdown',
  path: `${electricityMapsBase}/power-breakdown/latest`,
  owner: 'gateway',
  needsKey: true,
  isFacade: true,
  query: v.strictObject(facadeParameters),
  response: ElectricityMapsPowerBreakdown,
  schemas: { ElectricityMapsPowerBreakdown },
  exportedAs: 'application/json',
  problems: ['insufficient_data'],
  chapter: 'Electricity Maps',
  summary:
    'Generation by source and exchanges by neighbour of the newest published hour in the format of Electricity Maps',
  notes:
    'The mix of /v1/carbon/intensity under the names of Electricity Maps, and the net exchanges of the same hour (null while they are not published). Percentages are those of national generation, in which waste counts as biomass, as at Electricity Maps; storage is left out. Unknown is null, never 0.',
  exampleQuery: 'zone=FR',
})
