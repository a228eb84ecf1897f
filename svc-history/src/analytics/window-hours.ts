import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourStart } from '@hexawatt/shared/time/instant'
import { splitAtHours } from '../history/hourly-history.ts'
import type { PointSpan } from '../history/served-points.ts'
import { readRawColumns } from '../points/point-store.ts'
import { rawPoints } from '../points/raw-rows.ts'
import { dayOf, secondsOf } from '../points/utc-span.ts'
import { cutHourSums } from './cut-hour-sums.ts'
import type { HourDays } from './hour-days.ts'
import type { HourSums } from './point-sums.ts'

export type WindowHoursDeps = { sql: Sql; hourDays: HourDays }

/** All hour sums of a window in the order of time: whole hours as they are stored, the hours that its edges cut from their raw points. */
export async function windowHours({ sql, hourDays }: WindowHoursDeps, span: PointSpan): Promise<HourSums[]> {
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
