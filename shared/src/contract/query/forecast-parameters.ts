import { outlookResolutions } from '../planning/outlook.ts'
import { defaultForecastHours, maxForecastHours } from '../score.ts'
import { maxOutlookHours } from '../values/longest-outlook.ts'
import { choice, parameterWithDefault, wholeNumber } from './parameter.ts'

const hoursFacts = {
  description:
    'Length of the forecast, hours, from the next full hour on. A value beyond the limit of the plan is capped, not refused: servedHours gives the number of hours served.',
  example: 2,
}

/** Parameters of the forecast of the score. */
export const forecastParameters = {
  hours: parameterWithDefault(wholeNumber(1, maxForecastHours, /^[1-9]\d?$/), String(defaultForecastHours), hoursFacts),
}

/** Parameters of `GET /v1/outlook`. */
export const outlookParameters = {
  hours: parameterWithDefault(wholeNumber(1, maxOutlookHours, /^[1-9]\d?$/), String(defaultForecastHours), {
    ...hoursFacts,
    component: 'outlookLength',
    description: `${hoursFacts.description} Hours beyond ${maxForecastHours} exist only while the service has weather forecasts.`,
  }),
  resolution: parameterWithDefault(choice(outlookResolutions), '1h', {
    description:
      'Length of a slot: 1h (from the next full hour on) or 15m (from the next quarter-hour on). With 15m, auctioned prices are quarter-hourly and hourly values are repeated.',
    example: '1h',
  }),
}
