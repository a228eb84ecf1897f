import type { Answer, GridSource } from '../../subjects/grid-source.ts'
import type { Series } from '../../subjects/slots.ts'
import type { Span } from '../../subjects/span.ts'
import { badParameter, noData } from './period.ts'
import { newestValues, type SeriesTable } from './series-table.ts'

const productionTypes = ['solar', 'wind_onshore', 'wind_offshore', 'load'] as const
const forecastTypes = ['current', 'intraday', 'day-ahead'] as const

/** What a call for a forecast names. */
export type AskedForecast = {
  productionType: (typeof productionTypes)[number]
  forecastType: (typeof forecastTypes)[number]
}

/** @throws OpenRefusal 422 for an unknown type; the load has only its day-ahead forecast */
export function readForecast(query: URLSearchParams): AskedForecast {
  const asked = {
    production: query.get('production_type') || 'solar',
    forecast: query.get('forecast_type') || 'current',
  }
  const productionType = productionTypes.find((known) => known === asked.production)
  const forecastType = forecastTypes.find((known) => known === asked.forecast)
  if (productionType === undefined)
    throw badParameter('production_type', `must be one of ${productionTypes.join(', ')}`)
  if (forecastType === undefined) throw badParameter('forecast_type', `must be one of ${forecastTypes.join(', ')}`)
  if (productionType === 'load' && forecastType !== 'day-ahead') {
    throw badParameter('forecast_type', 'For load only the forecast type "day-ahead" is available')
  }
  return { productionType, forecastType }
}

/** Published day-ahead prices of a period: the operator's slots. @throws OpenRefusal 404 without one */
export async function priceTable(source: GridSource, span: Span, now: Temporal.Instant): Promise<SeriesTable> {
  const answer = await source.slots('power_exchanges', span)
  const head = {
    endpoint: 'price',
    place: { bidding_zone: 'FR' },
    unit: 'EUR / MWh',
    seriesId: 'day_ahead_price',
  } as const
  return publishedTable(answer, { head, keys: ['PRICE'], now })
}

/** The newest published forecast of a period. @throws OpenRefusal 404 where nothing is published */
export async function forecastTable(
  source: GridSource,
  span: Span,
  { asked, now }: { asked: AskedForecast; now: Temporal.Instant },
): Promise<SeriesTable> {
  const { productionType, forecastType } = asked
  const isLoad = productionType === 'load'
  const families = forecastType === 'day-ahead' ? ['D-1'] : forecastType === 'intraday' ? ['ID'] : ['D-1', 'ID']
  const subject = isLoad ? 'consumption' : 'generation_forecast'
  const answer = await source.slots(subject, span, (family) => families.includes(family))
  const head = {
    endpoint: 'public_power_forecast',
    place: { country: 'fr' },
    unit: 'MW',
    seriesId: productionType,
  } as const
  const keys = families.map((family) => (isLoad ? family : `${family}/${productionType.toUpperCase()}`))
  return publishedTable(answer, { head, keys, now })
}

type PublishedSeries = {
  head: Pick<SeriesTable, 'endpoint' | 'place' | 'unit'> & { seriesId: string }
  /** Keys of the operator's series; a later one overwrites an earlier one. */
  keys: readonly string[]
  now: Temporal.Instant
}

/** One series in exactly the slots that are published. @throws OpenRefusal 404 without one */
function publishedTable(answer: Answer<readonly Series[]>, { head, keys, now }: PublishedSeries): SeriesTable {
  const found = keys.flatMap((key) => answer.content.find((one) => one.key === key) ?? [])
  const values = new Map(found.flatMap((series) => [...newestValues(series, now.epochMilliseconds)]))
  const startsEpochMs = [...values.keys()].sort((a, b) => a - b)
  const newest = found.flatMap(({ slots }) => slots).at(-1)
  if (newest === undefined || startsEpochMs.length === 0) throw noData()
  return {
    ...head,
    slotMs: newest.endEpochMs - newest.startEpochMs,
    startsEpochMs,
    series: [{ name: head.seriesId, values: startsEpochMs.map((start) => values.get(start) ?? null) }],
    availableUntilEpochMs: startsEpochMs.at(-1) ?? null,
    origin: answer,
  }
}
