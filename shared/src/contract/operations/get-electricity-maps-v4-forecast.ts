import { operation } from '../entry/operation.ts'
import { toVersion4 } from '../formats/electricity-maps.ts'
import { getElectricityMapsForecast } from './get-electricity-maps-forecast.ts'

/** The same answer below the path of version 4. */
export const getElectricityMapsV4Forecast = operation({
  ...getElectricityMapsForecast,
  ...toVersion4(getElectricityMapsForecast),
  id: 'getElectricityMapsV4Forecast',
})
