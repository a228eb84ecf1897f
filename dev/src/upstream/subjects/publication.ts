import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisInstant } from '@hexawatt/shared/time/paris'
import type { SlotFamily } from './slots.ts'
import { toParisCivilDay } from './span.ts'

type PublicationsOn = SlotFamily['publicationsOn']

/** Each slot separately, `delayMs` after its end. */
export function publishAfterEnd(delayMs: number): PublicationsOn {
  return (_, nowEpochMs) => (_start, endEpochMs) => selectPublished(nowEpochMs, [endEpochMs + delayMs])
}

/** The whole day at once, at fixed Paris times a number of days before it (negative: after it). */
export function publishDailyAt(daysBefore: number, ...times: readonly string[]): PublicationsOn {
  const plainTimes = times.map((time) => Temporal.PlainTime.from(time))
  return ({ date }, nowEpochMs) => {
    const issues = selectPublished(
      nowEpochMs,
      plainTimes.map((time) => toTimeBefore(date, daysBefore, time)),
    )
    return () => issues
  }
}

/** Elapsed hours between midnight and the last intraday issue, which covers the rest of the day. */
const lastIntradayHour = 22

/** An issue on every hour for the rest of the day: the newest issue up to the start of a slot holds it. */
export const publishIntraday: PublicationsOn = (day, nowEpochMs) => (startEpochMs) => {
  const newestEpochMs = Math.min(startEpochMs, nowEpochMs, day.startEpochMs + lastIntradayHour * hourMs)
  return newestEpochMs < day.startEpochMs ? [] : [Math.floor(newestEpochMs / hourMs) * hourMs]
}

/** Only the last intraday issue of a slot: the one of the hour in which the slot begins. */
export const publishLastIntraday: PublicationsOn = (_, nowEpochMs) => (startEpochMs) =>
  selectPublished(nowEpochMs, [Math.floor(startEpochMs / hourMs) * hourMs])

/** Days ahead of an issue of the weekly forecast, civil days. */
export const weeklyReachDays = { first: 3, last: 9 } as const
/** Served issues of the weekly forecast per day: the newest one and the previous one, which overlap. */
const weeklyIssuesPerDay = 2
const weeklyTime = Temporal.PlainTime.from('11:15')

/** An issue on every working day for D+3 to D+9. */
export const publishWeekly: PublicationsOn = ({ date }, nowEpochMs) => {
  const issues: number[] = []
  for (let daysBefore = weeklyReachDays.last; daysBefore >= weeklyReachDays.first; daysBefore--) {
    const isWorkingDay = date.subtract({ days: daysBefore }).dayOfWeek <= 5
    if (isWorkingDay) issues.push(toTimeBefore(date, daysBefore, weeklyTime))
  }
  const newest = selectPublished(nowEpochMs, issues).slice(-weeklyIssuesPerDay)
  return () => newest
}

/** Start of the newest Paris day whose auction is public: tomorrow from the publication time on. */
export function findNewestAuctionDay(nowEpochMs: number): number {
  const today = toParisCivilDay(nowEpochMs)
  const isTomorrowPublic = publishDayAheadAuction(toParisCivilDay(today.endEpochMs), nowEpochMs)(0, 0).length > 0
  return isTomorrowPublic ? today.endEpochMs : today.startEpochMs
}

/** The day-ahead auction: the whole day, at 13:00 of the day before. */
export const publishDayAheadAuction: PublicationsOn = publishDailyAt(1, '13:00')

/** Start of the first Paris day with quarter-hour auctions. */
export const quarterHourAuctionsFromMs = Temporal.Instant.from('2025-10-01T00:00+02:00').epochMilliseconds

function selectPublished(nowEpochMs: number, issues: readonly number[]): readonly number[] {
  return issues.filter((issue) => issue <= nowEpochMs)
}

function toTimeBefore(date: Temporal.PlainDate, days: number, time: Temporal.PlainTime): number {
  return toParisInstant(date.subtract({ days }), time).epochMilliseconds
}
