import { seriesBlocks } from '../operator/blocks.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { isLongerThanParisDays } from '../operator/query.ts'
import { readList } from '../operator/slot-resource.ts'
import { slotRoute } from '../operator/slot-route-old.ts'

const errorPrefix = 'CONSUMPTION_SHORTTERM'
/** `CORRECTED` is accepted, and there never is anything of it. */
const types = ['REALISED', 'ID', 'D-1', 'D-2', 'CORRECTED'] as const
/** Longest period for which forecasts are given, Paris days; realised values are given for longer ones. */
const maxForecastDays = 31

/** Realised consumption and its forecasts, a block per type. */
export const consumptionRoute = slotRoute({
  subject: 'consumption',
  path: '/open_api/consumption/v1/short_term',
  rootName: 'short_term',
  errorPrefix,
  maxWindowDays: 186,
  latestEnd: { daysAhead: 2 },
  checkQuery(query, window) {
    const asksForecast = askedTypes(query).some((type) => type !== 'REALISED' && type !== 'CORRECTED')
    if (!asksForecast || !isLongerThanParisDays(window, maxForecastDays)) return
    const description = `It is not possible to recover forecasts of more than ${maxForecastDays} days.`
    throw new OperatorError(400, `${errorPrefix}_F04`, description)
  },
  readFilter(query) {
    const asked = askedTypes(query)
    return { holdsFamily: (family) => asked.includes(family) }
  },
  layout: seriesBlocks((key) => ({ type: key })),
})

function askedTypes(query: URLSearchParams): readonly string[] {
  return readList(query, 'type', types, errorPrefix)
}
