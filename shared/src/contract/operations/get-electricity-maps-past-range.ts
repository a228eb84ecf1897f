import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsPastRange } from '../formats/electricity-maps-bodies.ts'
import { pastRangeParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsPastRange = operation({
  id: 'getElectricityMapsPastRange',
  path: `${electricityMapsBase}/carbon-intensity/past-range`,
  owner: 'gateway',
  needsKey: true,
  isClosedToDemo: true,
  isFacade: true,
  query: v.strictObject(pastRangeParameters),
  response: ElectricityMapsPastRange,
  schemas: { ElectricityMapsPastRange },
  exportedAs: 'application/json',
  isShapedFromStream: true,
  problems: ['invalid_range', 'window_too_large', 'history_depth_exceeded'],
  chapter: 'Electricity Maps',
  summary: 'Carbon intensity of a past range in the format of Electricity Maps',
  notes:
    'start inclusive, end exclusive, at most 10 days; the history depth of the plan applies. Unknown hours are omitted.',
  exampleQuery: 'zone=FR&start=2026-02-03T12:00:00Z&end=2026-02-03T18:00:00Z',
  cutInExample: [['data']],
})
