import type { UpstreamSource } from '../../documents/upstream-source.ts'
import { type ChartTable, selectNewestValues } from '../../formats/chart-format.ts'
import { createNoDataRefusal, createParameterRefusal } from '../../formats/chart-query.ts'
import type { Answer } from '../../subjects/answer.ts'
import type { Series } from '../../subjects/slots.ts'
import type { Span } from '../../subjects/span.ts'

const productionTypes = ['solar', 'wind_onshore', 'wind_offshore', 'load'] as const
const forecastTypes = ['current', 'intraday', 'day-ahead'] as const

/** The forecast that a call asks for. */
type AskedForecast = {
  productionType: (typeof productionTypes)[number]
  forecastType: (typeof forecastTypes)[number]
}

/** @throws Refusal 422 for an unknown type; the load has only its day-ahead forecast */
export function readForecast(query: URLSearchParams): AskedForecast {
  const asked = {
    production: query.get('production_type') || 'solar',
    forecast: query.get('forecast_type') || 'current',
  }
  const productionType = productionTypes.find((known) => known === asked.production)
  const forecastType = forecastTypes.find((known) => known === asked.forecast)
  if (productionType === undefined)
    throw createParameterRefusal('production_type', `must be one of ${productionTypes.join(', ')}`)
  if (forecastType === undefined)
    throw createParameterRefusal('forecast_type', `must be one of ${forecastTypes.join(', ')}`)
  if (productionType === 'load' && forecastType !== 'day-ahead') {
    throw createParameterRefusal('forecast_type', 'For load only the forecast type "day-ahead" is available')
  }
  return { productionType, forecastType }
}

/** Published day-ahead prices of a period: the operator's slots. @throws Refusal 404 without one */
export async function loadPrices(
  source: UpstreamSource,
  span: Span,
  now: Temporal.Instant,
): Promise<Answer<ChartTable>> {
  const answer = await source.slots('power_exchanges', span)
  return { ...answer, content: createPublishedTable(answer.content, ['PRICE'], { name: 'day_ahead_price', now }) }
}

/** The newest published forecast of a period. @throws Refusal 404 where nothing is published */
export async function loadForecast(
  source: UpstreamSource,
  span: Span,
  { asked, now }: { asked: AskedForecast; now: Temporal.Instant },
): Promise<Answer<ChartTable>> {
  const { productionType, forecastType } = asked
  const isLoad = productionType === 'load'
  const families = forecastType === 'day-ahead' ? ['D-1'] : forecastType === 'intraday' ? ['ID'] : ['D-1', 'ID']
  const subject = isLoad ? 'consumption' : 'generation_forecast'
  const answer = await source.slots(subject, span, (family) => families.includes(family))
  const keys = families.map((family) => (isLoad ? family : `${family}/${productionType.toUpperCase()}`))
  return { ...answer, content: createPublishedTable(answer.content, keys, { name: productionType, now }) }
}

/**
 * One series in exactly the slots that are published.
 *
 * @param keys keys of the operator's series; a later one overwrites an earlier one
 * @throws Refusal 404 without a slot
 */
function createPublishedTable(
  content: readonly Series[],
  keys: readonly string[],
  { name, now }: { name: string; now: Temporal.Instant },
): ChartTable {
  const found = keys.flatMap((key) => content.find((one) => one.key === key) ?? [])
  const values = new Map(found.flatMap((series) => [...selectNewestValues(series, now)]))
  const startsEpochMs = [...values.keys()].sort((a, b) => a - b)
  const newest = found.flatMap(({ slots }) => slots).at(-1)
  if (newest === undefined || startsEpochMs.length === 0) throw createNoDataRefusal()
  return {
    slotMs: newest.endEpochMs - newest.startEpochMs,
    startsEpochMs,
    series: [{ name, values: startsEpochMs.map((start) => values.get(start) ?? null) }],
    availableUntilEpochMs: startsEpochMs.at(-1) ?? null,
  }
}
