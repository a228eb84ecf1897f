import { toTariffColorCode } from '@hexawatt/shared/grid/public-signals'
import { findSeasonStart } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { addParisDays, parisDate, parisDayStart, toTariffDay } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Measurement, Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks } from '../definition/operator-payload.ts'

/** Colour of the three-colour tariff per Paris day, up to tomorrow. */
export const tariffCalendar = createOperatorFeed({
  id: 'tariff_calendar',
  holds: '`COLOR`: 1 blue, 2 white, 3 red, per Paris day',
  api: 'tempo_like_supply_contract',
  path: '/open_api/tempo_like_supply_contract/v1/tempo_like_calendars',
  maxWindowDays: 366,
  windowFormat: 'paris',
  // At the change of season (1 September 2025 and 2026) the operator answered 500 for hours, so each season is requested separately.
  cutAt: '09-01',
  // Until tomorrow's colour is published a window that includes tomorrow is refused as a whole: the client then
  // requests the days before it.
  absent: { codes: ['F04'] },
  // All day, so that the early and the binding colour of tomorrow are each known within a quarter of an hour.
  everyMinutes: 15,
  firstFetchDays: listDaysOfSeason,
  // Yesterday's colour applies until 06:00.
  revisionDays: 1,
  // End of tomorrow, D+2 at midnight: the latest end that is accepted.
  windowEnd: { daysAhead: 1 },
  normalise: normaliseTariffCalendar,
})

/** Days since 1 September: the forecast of the colours needs to know how many of the season are left. */
function listDaysOfSeason(now: Temporal.Instant): number {
  const today = parisDate(now)
  return findSeasonStart(toTariffDay(now)).until(today, { largestUnit: 'days' }).days
}

/**
 * A calendar of `tempo_like_calendars`: live one object with an array of values, in the sandbox an array whose
 * `values` is an object. Unknown members are ignored, also `fallback`.
 */
const Calendar = v.object(blockMembers)

/**
 * Series `COLOR`: number of the colour (`tariff-colors`) over the Paris day. The colour applies from 06:00 to 06:00; the slot is
 * the calendar day that the publisher names. A record without a value is absent (the publisher left one out on
 * 2022-12-28): a guess would be shown to a user as a price.
 */
export function normaliseTariffCalendar(payload: unknown): Normalised {
  const calendars = readBlocks(payload, ['tempo_like_calendars'], Calendar)
  const normalised = readMeasurements(
    calendars.readable.map((calendar) => ({
      series: 'COLOR',
      slots: calendar.values.map(addColorCode),
      span: calendar,
    })),
    calendars,
  )
  return { ...normalised, measurements: normalised.measurements.map(spreadOverDay) }
}

/** An unknown word stays a text, so that the slot counts as unreadable. */
function addColorCode(slot: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { value } = slot
  return typeof value === 'string' ? { ...slot, value: toTariffColorCode(value) ?? value } : slot
}

function spreadOverDay(measurement: Measurement): Measurement {
  const slotStart = parisDayStart(measurement.slotStart)
  return { ...measurement, slotStart, slotEnd: addParisDays(slotStart, 1) }
}
