import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsHistory } from '../formats/electricity-maps-bodies.ts'
import { facadeParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsHistory = operation({
  id: 'getElectricityMapsHistory',
  path: `${electricityMapsBase}/carbon-intensity/history`,
  owner: 'gateway',
  needsKey: true,
  isClosedToDemo: true,
  isFacade: true,
  query: v.strictObject(facadeParameters),
  response: ElectricityMapsHistory,
  schemas: { ElectricityMapsHistory },
  exportedAs: 'application/json',
  isShapedFromStream: true,
  problems: ['history_depth_exceeded'],
  chapter: 'Electricity Maps',
  summary: 'Carbon intensity of the last 24 published hours in the format of Electricity Maps',
  notes:
    'The newest 24 published hours, computed from the points of /v1/score/history under the same plan limits: each hour has the value of the newest point that describes it.',
  exampleQuery: 'zone=FR',
  cutInExample: [['history']],
})
