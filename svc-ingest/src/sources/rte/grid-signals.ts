import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDate, parisDayStart, toParisTime } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import type { FeedDocument, Measurement, Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import {
  acceptPlainText,
  OperatorInstant,
  PublicationDate,
  readBlocks,
  SlotValues,
} from '../definition/operator-payload.ts'
import { pickGreatestPerKey, readEach } from '../definition/records.ts'

/** Tension of the grid per day and hour, today to D+3; three days are normal between midnight and the next issue. */
export const gridSignals = createOperatorFeed({
  id: 'grid_signals',
  holds: '`HOUR` 0–3, `DAY` 1–3, and a document per Paris day with its message',
  api: 'ecowatt',
  path: '/open_api/ecowatt/v5/signals',
  maxWindowDays: 4,
  // The resource takes no period: it always answers its newest issue.
  windowFormat: 'none',
  // The operator's quota: one call per application in 15 minutes, 429 otherwise.
  minCallGapMinutes: 15,
  everyMinutes: 15,
  firstFetchDays: 0,
  revisionDays: 0,
  windowEnd: { daysAhead: 3 },
  normalise: normaliseGridSignals,
})

/** Longest message of a day that is stored; the longest message seen has 190 characters. */
const maxMessageChars = 1_000

/** Signal of one Paris day of `signals`; unknown members are ignored. `GenerationFichier` is the instant of issue; the casing is the publisher's. */
const SignalDay = v.object({
  GenerationFichier: PublicationDate,
  jour: OperatorInstant,
  dvalue: v.picklist([1, 2, 3]),
  message: v.fallback(v.nullish(acceptPlainText(maxMessageChars), null), null),
  values: v.nullish(SlotValues, []),
})
type SignalDay = v.InferOutput<typeof SignalDay>

/** Signal of one hour of a day that counts its hours up to `lastStep`. Level 0 (low-carbon hour) exists since v5. */
const buildSignalStep = (lastStep: number) =>
  v.object({
    pas: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(lastStep)),
    hvalue: v.picklist([0, 1, 2, 3]),
  })
type SignalStep = v.InferOutput<ReturnType<typeof buildSignalStep>>

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
  const documents = pickGreatestPerKey(
    read.map(buildDocument),
    ({ key }) => key,
    ({ updatedAt }) => updatedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
  )
  return {
    measurements: read.flatMap(buildMeasurementsOfDay),
    documents,
    unreadableSlots: days.unreadable + read.reduce((sum, { unreadableSteps }) => sum + unreadableSteps, 0),
    reasons: days.reasons,
  }
}

function readDay(day: SignalDay): ReadDay {
  const start = parisDayStart(day.jour)
  const hours = listHoursOfDay(start)
  const published = day.values.filter(({ hvalue = null }) => hvalue !== null)
  const steps = readEach(buildSignalStep(Math.max(lastOrdinaryStep, hours.length - 1)), published)
  return {
    day,
    start,
    end: addParisDays(start, 1),
    hours: readHourLevels(hours, steps.readable),
    unreadableSteps: steps.unreadable,
  }
}

function buildDocument({ day, start, end, hours }: ReadDay): FeedDocument {
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

function buildMeasurementsOfDay({ day, start, end, hours }: ReadDay): Measurement[] {
  const updatedAt = day.GenerationFichier
  return [
    { series: 'DAY', slotStart: start, slotEnd: end, value: day.dvalue, updatedAt },
    ...hours.map(({ time, level }) => {
      return { series: 'HOUR', slotStart: time, slotEnd: time.add({ hours: 1 }), value: level, updatedAt }
    }),
  ]
}

/** Level of one hour, 0 (low-carbon) to 3 (very tense); `time` is the UTC start of the hour. */
export type HourLevel = { time: Temporal.Instant; level: number }

/** Starts of the 23, 24 or 25 hours of the Paris day that begins at `dayStart`. */
export function listHoursOfDay(dayStart: Temporal.Instant): Temporal.Instant[] {
  const count = dayStart.until(addParisDays(dayStart, 1)).total('hours')
  return Array.from({ length: count }, (_, hours) => dayStart.add({ hours }))
}

/**
 * Level of each hour that has a step, oldest first. A step is an hour of the wall clock: on the day of 23 hours step 2 names
 * an hour that does not exist and is dropped; on the day of 25 hours one step 2 holds for both of its hours, and two steps 2
 * stand for them in their order. Steps of the wall clock always end with 23: steps that end with 24 on the day of 25 hours, or
 * with 22 on the day of 23, count the hours that have passed since midnight instead.
 */
function readHourLevels(hours: readonly Temporal.Instant[], steps: readonly SignalStep[]): HourLevel[] {
  const stepOf = countsElapsedHours(hours.length, steps) ? (_: Temporal.Instant, at: number) => at : readWallClockHour
  const names = hours.map(stepOf)
  const levels = Map.groupBy(steps, ({ pas }) => pas)
  return hours.flatMap((time, at) => {
    const named = levels.get(names[at] ?? -1) ?? []
    const isRepeatedHour = at > 0 && names[at - 1] === names[at]
    const step = isRepeatedHour ? named.at(-1) : named[0]
    return step === undefined ? [] : [{ time, level: step.hvalue }]
  })
}

/** On a day of 24 hours both ways of counting are the same. */
function countsElapsedHours(hourCount: number, steps: readonly SignalStep[]): boolean {
  return Math.max(...steps.map(({ pas }) => pas)) === hourCount - 1
}

function readWallClockHour(time: Temporal.Instant): number {
  return toParisTime(time).hour
}
