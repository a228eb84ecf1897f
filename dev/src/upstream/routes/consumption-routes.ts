import { addParisDays } from '@hexawatt/shared/time/paris'
import {
  type BlockWriting,
  type IssueRow,
  type RowedIssue,
  rowedIssues,
  seriesBlocks,
  type WireBlock,
} from '../operator/blocks.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { isLongerThanParisDays, readList } from '../operator/query.ts'
import { slotRoute } from '../operator/slot-route.ts'
import { weeklyReachDays } from '../subjects/publication.ts'

const errorPrefix = 'CONSUMPTION_SHORTTERM'
/** `CORRECTED` is accepted and always empty. */
const types = ['REALISED', 'ID', 'D-1', 'D-2', 'CORRECTED'] as const
/** Longest period with forecasts, Paris days; realised values allow longer periods. */
const maxForecastDays = 31

/** Realised consumption and its forecasts, one block per type. */
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

/** Half-hourly forecasts for D+3 to D+9: one block per day and issue; issues overlap. */
export const consumptionWeeklyRoute = slotRoute({
  subject: 'consumption_weekly',
  path: '/open_api/consumption/v1/weekly_forecasts',
  rootName: 'weekly_forecasts',
  errorPrefix: 'CONSUMPTION_WEEKLYFORECAST',
  maxWindowDays: 155,
  latestEnd: { daysAhead: weeklyReachDays.last },
  defaultWindow: (now) => ({
    start: addParisDays(now, weeklyReachDays.first),
    end: addParisDays(now, weeklyReachDays.last + 1),
  }),
  readFilter: () => ({}),
  layout: (series, writing) => rowedIssues(series).map((issue) => weeklyBlock(issue, writing)),
})

/** The publication date is on the block only. */
function weeklyBlock({ day, publishedEpochMs, rows }: RowedIssue, { parisText }: BlockWriting): WireBlock {
  const forecast = rows.filter(({ valueByKey }) => valueByKey.has('LOAD'))
  return {
    start_date: parisText(day.startEpochMs),
    end_date: parisText(day.endEpochMs),
    updated_date: parisText(publishedEpochMs),
    ...peakOf(forecast, parisText),
    values: forecast.map(({ startEpochMs, endEpochMs, valueByKey }) => ({
      end_date: parisText(endEpochMs),
      value: valueByKey.get('LOAD'),
      start_date: parisText(startEpochMs),
    })),
  }
}

/** The half-hour of the highest forecast and its expected temperature; nothing for a block without slots. */
function peakOf(rows: readonly IssueRow[], parisText: BlockWriting['parisText']) {
  const [first, ...rest] = rows
  if (first === undefined) return {}
  const loadOf = (row: IssueRow): number => row.valueByKey.get('LOAD') ?? 0
  const highest = rest.reduce((best, row) => (loadOf(row) > loadOf(best) ? row : best), first)
  return {
    peak: {
      peak_hour: parisText(highest.startEpochMs),
      value: loadOf(highest),
      temperature: highest.valueByKey.get('TEMPERATURE'),
      temperature_deviation: highest.valueByKey.get('TEMPERATURE_DEVIATION'),
    },
  }
}
