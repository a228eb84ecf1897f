import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsLevel, ElectricityMapsLevelHour } from '../formats/electricity-maps-mix.ts'
import { facadeParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsLevel = operation({
  id: 'getElectricityMapsLevel',
  path: `${electricityMapsBase}/carbon-intensity-level/latest`,
  owner: 'gateway',
  needsKey: true,
  isFacade: true,
  query: v.strictObject(facadeParameters),
  response: ElectricityMapsLevel,
  schemas: { ElectricityMapsLevel, ElectricityMapsLevelHour },
  exportedAs: 'application/json',
  problems: ['insufficient_data'],
  chapter: 'Electricity Maps',
  summary:
    'Whether the newest published hour is cleaner than usual: low, moderate or high, in the format of Electricity Maps',
  notes:
    'The hour of /v1/carbon/intensity, ranked among the known hours of the seven days before it, as /api/hours has them (production boundary): low in the cleanest third, high in the most carbon-intensive third. The level is relative, because the intensity of France is low in absolute terms nearly always. 503 insufficient_data when fewer than 48 of the hours are known.',
  exampleQuery: 'zone=FR',
})
