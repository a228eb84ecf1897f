import { toTariffColorCode } from '@hexawatt/shared/grid/public-signals'
import { addParisDays, parisDayStart } from '@hexawatt/shared/time/paris'
import { measurementsOf } from '../definition/block-slots.ts'
import type { Measurement, Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { Calendar } from './payload.ts'

/**
 * Series `COLOR`: number of the colour (`tariff-colors`) over the Paris day. The colour applies from 06:00 to 06:00; the slot is
 * the calendar day that the publisher names. A record without a value is absent (the publisher left one out on
 * 2022-12-28): a guess would be shown to a user as a price.
 */
export function normaliseTariffCalendar(payload: unknown): Normalised {
  const calendars = readBlocks(payload, ['tempo_like_calendars'], Calendar)
  const normalised = measurementsOf(
    calendars.readable.map((calendar) => ({
      series: 'COLOR',
      slots: calendar.values.map(withColorCode),
      span: calendar,
    })),
    calendars,
  )
  return { ...normalised, measurements: normalised.measurements.map(overWholeDay) }
}

/** An unknown word stays a text, so that the slot counts as unreadable. */
function withColorCode(slot: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { value } = slot
  return typeof value === 'string' ? { ...slot, value: toTariffColorCode(value) ?? value } : slot
}

function overWholeDay(measurement: Measurement): Measurement {
  const slotStart = parisDayStart(measurement.slotStart)
  return { ...measurement, slotStart, slotEnd: addParisDays(slotStart, 1) }
}
