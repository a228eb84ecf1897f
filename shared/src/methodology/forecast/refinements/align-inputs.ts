import { hourMs } from '../../../time/instant.ts'
import { type AnalogInputs, analogHistoryDays } from '../analog-forecast.ts'
import type { HourLookup, PublishedSeries } from '../axis/filled-past.ts'
import { computeHourIndex, createParisAxis, type ParisAxis } from '../axis/paris-axis.ts'
import { realignPublished, solarLagsHours, windLagsHours } from './realign-published.ts'

/**
 * The inputs of an issue with the published forecasts of wind and sun re-aligned, each series by itself. Every correction follows from the values that
 * were known at the issue, so that the same values give the same corrections later. Values outside of the hours of the issue stay as they are.
 *
 * @param hours hours after the one that holds `now`
 */
export function alignWindAndSun(inputs: AnalogInputs, now: Temporal.Instant, hours: number): AnalogInputs {
  const axis = createParisAxis(now, analogHistoryDays, hours)
  const { mwByType, knownUntilMs } = inputs.generation
  const until = computeHourIndex(axis.firstMs, knownUntilMs)
  const align = (published: PublishedSeries, type: string, lagsHours: readonly number[]): PublishedSeries => {
    const forecast = toSeries(axis, published.byHour)
    const realised = toSeries(axis, mwByType[type] ?? new Map())
      .map((mw) => Math.max(0, mw))
      .fill(Number.NaN, until)
    return {
      ...published,
      byHour: toLookup(axis, realignPublished(axis, forecast, realised, lagsHours), published.byHour),
    }
  }
  const { windOnshore, windOffshore, solar } = inputs.windAndSun
  return {
    ...inputs,
    windAndSun: {
      windOnshore: align(windOnshore, 'WIND_ONSHORE', windLagsHours),
      windOffshore: align(windOffshore, 'WIND_OFFSHORE', windLagsHours),
      solar: align(solar, 'SOLAR', solarLagsHours),
    },
  }
}

function toSeries({ firstMs, length }: ParisAxis, byHour: HourLookup): Float64Array {
  return Float64Array.from({ length }, (_, hour) => byHour.get(firstMs + hour * hourMs) ?? Number.NaN)
}

function toLookup({ firstMs, length }: ParisAxis, values: Float64Array, outside: HourLookup): HourLookup {
  return {
    get: (startMs) => {
      const hour = (startMs - firstMs) / hourMs
      if (!(hour >= 0 && hour < length)) return outside.get(startMs)
      const value = values[hour]
      return value === undefined || Number.isNaN(value) ? undefined : value
    },
  }
}
