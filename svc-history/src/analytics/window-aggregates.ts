import type { Granularity } from '@hexawatt/shared/contract/score-history'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { readRawColumns } from '../points/point-store.ts'
import { rawPoints } from '../points/raw-rows.ts'
import { dayOf, type PointSpan, secondsOf, splitAtHours } from '../points/utc-span.ts'
import type { HourDays } from './hour-days.ts'
import { type HoursOfDay, hoursOfDay } from './hours-of-day.ts'
import { addPoints, cutHourSums, type HourSums, noPoints, type PointSums } from './point-sums.ts'
import { hourlyCounts, rawCounts, type SampleCounts } from './sample-counts.ts'
import { countOptimalPoints } from './sums-store.ts'
import { type WeightUnits, weightUnits } from './weight-units.ts'

/** Everything about the points of a window that analytics says. */
export type WindowAggregates = {
  /** Over all raw points. */
  totals: PointSums
  counts: SampleCounts
  hoursOfDay: HoursOfDay
  units: WeightUnits
}

type AggregatesDeps = { sql: Sql; hourDays: HourDays }
type AggregatesQuery = { span: PointSpan; granularity: Granularity; weighting: Weighting; timeZone: string }

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

type WindowHoursDeps = { sql: Sql; hourDays: HourDays }

/** All hour sums of a window in the order of time: whole hours as they are stored, the hours that its edges cut from their raw points. */
async function windowHours({ sql, hourDays }: WindowHoursDeps, span: PointSpan): Promise<HourSums[]> {
  const { leading, whole, trailing } = splitAtHours(span)
  const parts = await Promise.all([cutHour(sql, leading), wholeHours(hourDays, whole), cutHour(sql, trailing)])
  return parts.flat()
}

async function cutHour(sql: Sql, span: PointSpan | null): Promise<HourSums[]> {
  if (span === null) return []
  const points = rawPoints(await readRawColumns(sql, span.from, span.end))
  return cutHourSums(secondsOf(hourStart(span.from)), points)
}

async function wholeHours(hourDays: HourDays, span: PointSpan | null): Promise<HourSums[]> {
  if (span === null) return []
  const [from, end] = [secondsOf(span.from), secondsOf(span.end)]
  const hours = await hourDays.load(dayOf(from), dayOf(end - 1))
  return hours.filter(({ hourStartSeconds }) => hourStartSeconds >= from && hourStartSeconds < end)
}
