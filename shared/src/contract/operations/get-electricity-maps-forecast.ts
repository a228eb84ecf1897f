import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { electricityMapsBase } from '../formats/electricity-maps.ts'
import { ElectricityMapsForecast, ElectricityMapsForecastHour } from '../formats/electricity-maps-bodies.ts'
import { facadeParameters } from '../query/facade-parameters.ts'

export const getElectricityMapsForecast = operation({
  id: 'getElectricityMapsForecast',
  path: `${electricityMapsBase}/carbon-intensity/forecast`,
  owner: 'gateway',
  needsKey: true,
  isFacade: true,
  query: v.strictObject(facadeParameters),
  response: ElectricityMapsForecast,
  schemas: { ElectricityMapsForecast, ElectricityMapsForecastHour },
  exportedAs: 'application/json',
  chapter: 'Electricity Maps',
  summary: 'Carbon intensity of the coming hours in the format of Electricity Maps',
  notes:
    'Hourly values from the hour in progress to the end of the forecast of the plan, without gaps. Empty when the current value is unknown.',
  exampleQuery: 'zone=FR',
  cutInExample: [['forecast']],
})
