import { outlookResolutions } from '../planning/outlook.ts'
import { defaultForecastHours, maxForecastHours } from '../score.ts'
import { choice, parameterWithDefault, wholeNumber } from './parameter.ts'

/** Parameters of forecasts by the hour. */
export const forecastParameters = {
  hours: parameterWithDefault(wholeNumber(1, maxForecastHours, /^[1-9]\d?$/), String(defaultForecastHours), {
    description:
      'Hours of the forecast, from the next full hour on. More than the plan reaches is capped, not refused: servedHours says how many are served.',
    example: 2,
  }),
}

/** Parameters of `GET /v1/outlook`. */
export const outlookParameters = {
  ...forecastParameters,
  resolution: parameterWithDefault(choice(outlookResolutions), '1h', {
    description:
      'Length of a slot: 1h, from the next full hour on, or 15m, from the next quarter-hour on. With 15m, auctioned prices are those of the quarter-hour; what is known by the hour is repeated.',
    example: '1h',
  }),
}
