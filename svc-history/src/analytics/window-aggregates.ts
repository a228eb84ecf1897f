import type { Granularity } from '@hexawatt/shared/contract/score-history'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { PointSpan } from '../history/served-points.ts'
import type { HourDays } from './hour-days.ts'
import { hourlyCounts } from './hourly-counts.ts'
import { hoursOfDay } from './hours-of-day.ts'
import { addPoints, type HourSums, noPoints, type PointSums } from './point-sums.ts'
import type { HoursOfDay } from './ranked-hours.ts'
import { countOptimalPoints } from './raw-sums-store.ts'
import { rawCounts, type SampleCounts } from './sample-counts.ts'
import { type WeightUnits, weightUnits } from './weight-units.ts'
import { windowHours } from './window-hours.ts'

/** Everything about the points of a window that analytics says. */
export type WindowAggregates = {
  /** Over all raw points. */
  totals: PointSums
  counts: SampleCounts
  hoursOfDay: HoursOfDay
  units: WeightUnits
}

export type AggregatesDeps = { sql: Sql; hourDays: HourDays }
export type AggregatesQuery = { span: PointSpan; granularity: Granularity; weighting: Weighting; timeZone: string }

/** Aggregates the points of a span: from hour sums wherever they give the very same as the points themselves. */
export async function windowAggregates(deps: AggregatesDeps, query: AggregatesQuery): Promise<WindowAggregates> {
  const { span, granularity, weighting, timeZone } = query
  const units = weightUnits(weighting.weights)
  const optimalPoints = granularity === 'raw' && weighting.profileApplied !== null
  const [hours, optimalSamples] = await Promise.all([
    windowHours(deps, span),
    optimalPoints ? countOptimalPoints(deps.sql, span, units) : null,
  ])
  const totals = totalsOf(hours)
  return {
    totals,
    counts:
      granularity === 'raw'
        ? rawCounts(hours, totals, optimalSamples ?? totals.optimalSamples)
        : hourlyCounts(hours, weighting.weights),
    hoursOfDay: await hoursOfDay(deps.sql, span, timeZone, hours),
    units,
  }
}

function totalsOf(hours: readonly HourSums[]): PointSums {
  const totals = { ...noPoints }
  for (const sums of hours) addPoints(totals, sums)
  return totals
}
