import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsHour } from '../formats/electricity-maps-bodies.ts'
import { pastHourParameters } from '../query/facade-parameters.ts'
import { getElectricityMapsLatest } from './get-electricity-maps-latest.ts'

export const getElectricityMapsPast = operation({
  id: 'getElectricityMapsPast',
  path: `${electricityMapsBase}/carbon-intensity/past`,
  owner: 'gateway',
  needsKey: true,
  isClosedToDemo: true,
  isFacade: true,
  query: v.strictObject(pastHourParameters),
  response: ElectricityMapsHour,
  bodyOf: getElectricityMapsLatest,
  exportedAs: 'application/json',
  isShapedFromStream: true,
  problems: ['invalid_range', 'history_depth_exceeded', 'insufficient_data'],
  chapter: 'Electricity Maps',
  summary: 'Carbon intensity of one past hour in the format of Electricity Maps',
  notes:
    'The hour that contains datetime, computed like an hour of carbon-intensity/past-range; the history depth of the plan applies. 503 insufficient_data for an hour of which nothing is known.',
  exampleQuery: 'zone=FR&datetime=2026-02-03T15:00:00Z',
})
