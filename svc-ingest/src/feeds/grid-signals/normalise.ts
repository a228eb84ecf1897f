import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDate, parisDayStart } from '@hexawatt/shared/time/paris'
import type { FeedDocument, Measurement, Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { greatestPerKey, readEach } from '../definition/records.ts'
import { SignalDay, signalStep } from './payload.ts'
import { type HourLevel, hoursOfDay, levelsOfHours } from './signal-hours.ts'

/** A day's signal with its hours in UTC, and how many of its steps could not be read. */
type ReadDay = {
  day: SignalDay
  start: Temporal.Instant
  end: Temporal.Instant
  hours: HourLevel[]
  unreadableSteps: number
}

/** Last step of an ordinary day; only the day of 25 hours may have a step 24. */
const lastOrdinaryStep = 23

/**
 * Per day, in any order: a document (key = Paris date; level, message, hours) and measurements `DAY` (1–3, over
 * the Paris day) and `HOUR` (0–3, over each hour). The publisher drops the past hours of today: the series `HOUR`
 * keeps them, the newest document does not.
 *
 * @throws UpstreamError `unusable` when no day can be read
 */
export function normaliseGridSignals(payload: unknown): Normalised {
  const days = readBlocks(payload, ['signals'], SignalDay, () => 1)
  const read = days.readable.map(readDay)
  const documents = greatestPerKey(
    read.map(documentOf),
    ({ key }) => key,
    ({ updatedAt }) => updatedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
  )
  return {
    measurements: read.flatMap(measurementsOfDay),
    documents,
    unreadableSlots: days.unreadable + read.reduce((sum, { unreadableSteps }) => sum + unreadableSteps, 0),
    reasons: days.reasons,
  }
}

function readDay(day: SignalDay): ReadDay {
  const start = parisDayStart(day.jour)
  const hours = hoursOfDay(start)
  const published = day.values.filter(({ hvalue = null }) => hvalue !== null)
  const steps = readEach(signalStep(Math.max(lastOrdinaryStep, hours.length - 1)), published)
  return {
    day,
    start,
    end: addParisDays(start, 1),
    hours: levelsOfHours(hours, steps.readable),
    unreadableSteps: steps.unreadable,
  }
}

function documentOf({ day, start, end, hours }: ReadDay): FeedDocument {
  return {
    key: parisDate(start).toString(),
    validFrom: start,
    validTo: end,
    body: {
      level: day.dvalue,
      message: day.message,
      hours: hours.map(({ time, level }) => ({ time: isoSeconds(time), level })),
    },
    updatedAt: day.GenerationFichier,
  }
}

function measurementsOfDay({ day, start, end, hours }: ReadDay): Measurement[] {
  const updatedAt = day.GenerationFichier
  return [
    { series: 'DAY', slotStart: start, slotEnd: end, value: day.dvalue, updatedAt },
    ...hours.map(({ time, level }) => {
      return { series: 'HOUR', slotStart: time, slotEnd: time.add({ hours: 1 }), value: level, updatedAt }
    }),
  ]
}
