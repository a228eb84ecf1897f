import { hourMs } from '@hexawatt/shared/time/instant'
import { type BlockLayout, type Issue, issuesOf, writeDatedSlot } from '../operator/blocks.ts'
import { readList } from '../operator/query.ts'
import { slotRoute } from '../operator/slot-route.ts'
import type { Slot } from '../subjects/slots.ts'

const errorPrefix = 'GENERATIONFORECAST_FORECASTS'
const productionTypes = ['WIND_ONSHORE', 'WIND_OFFSHORE', 'SOLAR', 'AGGREGATED_CPC', 'MDSE'] as const
const forecastTypes = ['CURRENT', 'ID', 'D-1', 'D-2', 'D-3'] as const

/** Forecasts of wind and sun. The other types of the enumerations are accepted and empty. */
export const generationForecastRoute = slotRoute({
  subject: 'generation_forecast',
  path: '/open_api/generation_forecast/v3/forecasts',
  rootName: 'forecasts',
  errorPrefix,
  maxWindowDays: 21,
  latestEnd: { daysAhead: 3 },
  readFilter(query) {
    const asked = readList(query, 'production_type', productionTypes, errorPrefix)
    const types = readList(query, 'type', forecastTypes, errorPrefix)
    return {
      holdsFamily: (family) => types.includes(family),
      holdsSeries: (key) => asked.includes(productionTypeOf(key)),
    }
  },
  layout: (series, writing) => series.flatMap(({ key, slots }) => forecastBlocks(key, slots, writing)),
  // The refusal of such a call is documented, its code is not.
  nothingCode: 'F08',
})

/** One block per issue and day: the issues of one day overlap. */
function forecastBlocks(key: string, slots: readonly Slot[], { parisText }: Parameters<BlockLayout>[1]) {
  const type = familyOf(key)
  const issues = issuesOf(slots)
  return issues.map((issue) => ({
    start_date: parisText(issue.day.startEpochMs),
    end_date: parisText(issue.day.endEpochMs),
    type,
    production_type: productionTypeOf(key),
    sub_type: type === 'ID' ? intradayName(issue) : dayAheadName(issue, issues),
    values: issue.slots.map((slot) => writeDatedSlot(slot, parisText)),
  }))
}

/** `ID02` is the issue at midnight and `ID24` the last one, two hours before the end of a day of 24 hours. */
function intradayName({ day, publishedEpochMs }: Issue<Slot>): string {
  const hoursAfterMidnight = Math.max(0, Math.floor((publishedEpochMs - day.startEpochMs) / hourMs))
  return `ID${String(Math.min(24, hoursAfterMidnight + 2)).padStart(2, '0')}`
}

/** `DA01`, `DA02`, … in the order in which they were issued for the day. */
function dayAheadName({ day, publishedEpochMs }: Issue<Slot>, issues: readonly Issue<Slot>[]): string {
  const earlier = issues.filter(
    (other) => other.day.startEpochMs === day.startEpochMs && other.publishedEpochMs < publishedEpochMs,
  )
  return `DA${String(earlier.length + 1).padStart(2, '0')}`
}

const familyOf = (key: string): string => key.split('/')[0] ?? key
const productionTypeOf = (key: string): string => key.split('/')[1] ?? key
