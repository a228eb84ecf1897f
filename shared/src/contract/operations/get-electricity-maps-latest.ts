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
  summary: 'Carbon intensity of the newest published hour in the format of Electricity Maps',
  notes:
    'The newest published hour of /v1/carbon/intensity: whole gCO2eq/kWh, production boundary, life-cycle factors (Electricity Maps itself includes imports). isEstimated is true while a source is late or missing. zone must be FR. All paths of the façade ignore unknown parameters.',
  exampleQuery: 'zone=FR',
})
