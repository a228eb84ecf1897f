import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsHour } from '../formats/electricity-maps-bodies.ts'
import { facadeParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsLatest = operation({
  id: 'getElectricityMapsLatest',
  path: `${electricityMapsBase}/carbon-intensity/latest`,
  owner: 'gateway',
  needsKey: true,
  isFacade: true,
  query: v.strictObject(facadeParameters),
  response: ElectricityMapsHour,
  schemas: { ElectricityMapsHour },
  exportedAs: 'application/json',
  problems: ['insufficient_data'],
  chapter: 'Electricity Maps',
  summary: 'Carbon intensity of the newest published hour, in the form of Electricity Maps',
  notes:
    'The newest published hour of /v1/carbon/intensity with its limits: whole grams, production boundary, life-cycle factors, where the original counts imports. isEstimated is true while a source is late or missing. zone is FR; parameters that are not known are ignored, here and on the other paths of the façade.',
  exampleQuery: 'zone=FR',
})
