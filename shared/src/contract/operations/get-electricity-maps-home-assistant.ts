import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsHomeAssistant } from '../formats/electricity-maps-mix.ts'
import { facadeParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsHomeAssistant = operation({
  id: 'getElectricityMapsHomeAssistant',
  path: `${electricityMapsBase}/home-assistant`,
  owner: 'gateway',
  needsKey: true,
  isFacade: true,
  query: v.strictObject(facadeParameters),
  response: ElectricityMapsHomeAssistant,
  schemas: { ElectricityMapsHomeAssistant },
  exportedAs: 'application/json',
  problems: ['insufficient_data'],
  chapter: 'Electricity Maps',
  summary:
    'Carbon intensity and fossil share of the newest published hour, as the integration co2signal of Home Assistant reads them',
  notes:
    'The intensity is that of carbon-intensity/latest; the fossil share is 100 minus the share of nuclear power and renewables in power-breakdown/latest, with two decimals.',
  exampleQuery: 'zone=FR',
})
