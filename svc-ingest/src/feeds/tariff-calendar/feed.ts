import { findSeasonStart } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate, toTariffDay } from '@hexawatt/shared/time/paris'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseTariffCalendar } from './normalise.ts'

/** Colour of the three-colour tariff per Paris day, up to tomorrow. */
export const tariffCalendar: FeedDefinition = {
  id: 'tariff_calendar',
  resource: {
    api: 'tempo_like_supply_contract',
    path: '/open_api/tempo_like_supply_contract/v1/tempo_like_calendars',
    maxWindowDays: 366,
    windowFormat: 'paris',
    queries: [{}],
    // At the change of season (1 September 2025 and 2026) the operator answered 500 for hours, so each season is requested separately.
    cutAt: '09-01',
    // Until tomorrow's colour is published a window that includes tomorrow is refused as a whole: the client then
    // requests the days before it.
    absentCodes: ['F04'],
  },
  // All day, so that the early and the binding colour of tomorrow are each known within a quarter of an hour.
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: daysOfSeason,
  // Yesterday's colour applies until 06:00.
  revisionDays: 1,
  // End of tomorrow, D+2 at midnight: the latest end that is accepted.
  windowEnd: { daysAhead: 1 },
  // The colour of a day, in autumn.
  longestSlotHours: 25,
  normalise: normaliseTariffCalendar,
  mayLieAhead: () => true,
}

/** Days since 1 September: the forecast of the colours needs to know how many of the season are left. */
function daysOfSeason(now: Temporal.Instant): number {
  const today = parisDate(now)
  return findSeasonStart(toTariffDay(now)).until(today, { largestUnit: 'days' }).days
}
