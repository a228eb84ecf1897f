import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { HourLookup, PublishedSeries } from '@hexawatt/shared/methodology/forecast/filled-past'
import { type HourlySeries, hourlyMeans } from '@hexawatt/shared/methodology/hourly-means'
import type { GridRecord, RecordedHours } from '../recorded/recorded-hours.ts'
import { lifeCycleFactors, operatorDirectFactors } from '../reference/realised-values.ts'
import { dayAheadKnownUntilMs, generationKnownUntilMs } from './forecast-inputs.ts'

/** The record by series: made once for all issues. */
export type RecordedSeries = {
  generationMwByType: ReadonlyMap<string, HourlySeries>
  forecastMwByType: ReadonlyMap<string, HourlySeries>
  loadMw: HourlySeries
  priceEurPerMwh: HourlySeries
}

const nothing: HourlySeries = new Map()

/** Arranges a record by series. */
export function recordedSeries(record: GridRecord): RecordedSeries {
  return {
    generationMwByType: bySeries(record.generation),
    forecastMwByType: bySeries(record.generationForecast),
    loadMw: bySeries(record.consumption).get('D-1') ?? nothing,
    priceEurPerMwh: bySeries(record.price).get('PRICE') ?? nothing,
  }
}

/** What the method of version 2 knows at `now`: nothing that was published later passes its lookups. */
export function analogInputsAt(series: RecordedSeries, now: Temporal.Instant): AnalogInputs {
  const generationUntilMs = generationKnownUntilMs(now)
  const published = (values: HourlySeries, feed: Parameters<typeof dayAheadKnownUntilMs>[0]): PublishedSeries => {
    const publishedUntilMs = dayAheadKnownUntilMs(feed, now)
    return { byHour: knownUntil(values, publishedUntilMs), publishedUntilMs }
  }
  const weather = (type: string) =>
    published(series.forecastMwByType.get(`D-1/${type}`) ?? nothing, 'generationForecast')
  const generated = [...series.generationMwByType].map(([type, mw]) => [type, knownUntil(mw, generationUntilMs)])
  return {
    generation: { mwByType: Object.fromEntries(generated), knownUntilMs: generationUntilMs },
    weather: { windOnshore: weather('WIND_ONSHORE'), windOffshore: weather('WIND_OFFSHORE'), solar: weather('SOLAR') },
    load: published(series.loadMw, 'consumption'),
    price: published(series.priceEurPerMwh, 'price'),
    factors: { lifeCycle: lifeCycleFactors, direct: operatorDirectFactors },
  }
}

/** The values of the hours that begin before `untilMs`. */
export function knownUntil(values: HourLookup, untilMs: number): HourLookup {
  return { get: (startMs) => (startMs < untilMs ? values.get(startMs) : undefined) }
}

function bySeries(hours: RecordedHours): ReadonlyMap<string, HourlySeries> {
  return hourlyMeans([...hours.values()].flat())
}
