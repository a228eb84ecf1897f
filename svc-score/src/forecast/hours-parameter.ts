import { defaultForecastHours, maxForecastHours } from '@hexawatt/shared/contract/score'
import { invalidParameter, type QueryParameters } from '@hexawatt/shared/http/query-parameters'

const wholeNumber = /^[1-9]\d?$/

/**
 * Hours that the query asks for, or the default.
 *
 * @throws AppError `invalid_parameter`
 */
export function readHours({ values }: QueryParameters): number {
  const received = values.get('hours')
  if (received === undefined) return defaultForecastHours
  const hours = wholeNumber.test(received) ? Number(received) : Number.NaN
  if (hours <= maxForecastHours) return hours
  throw invalidParameter('hours', received, `a whole number from 1 to ${maxForecastHours}`)
}
