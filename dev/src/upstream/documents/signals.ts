import { toParisInstant, toParisTime } from '@hexawatt/shared/time/paris'
import { generateLoadMw } from '../generator/load.ts'
import { generateSolarMw, generateWindOffshoreMw, generateWindOnshoreMw } from '../generator/renewables.ts'
import { toSeason } from '../generator/season.ts'

/** Tension of a day: 1 green, 2 orange, 3 red. */
type DayLevel = 1 | 2 | 3
/** Tension of an hour: 0 is an hour of low-carbon production, 1 to 3 as for the day. */
type HourLevel = 0 | DayLevel

/** The signal of one Paris day as issued. `step` is the hour on the Paris wall clock, 0 to 23. */
export type DaySignal = {
  date: Temporal.PlainDate
  issuedAt: Temporal.Instant
  level: DayLevel
  steps: { step: number; level: HourLevel }[]
}

/** The operator's message of each level, with the operator's own leading and trailing blanks. */
export const messageByLevel: Readonly<Record<DayLevel, string>> = {
  1: ' Pas d’alerte ',
  2: 'Le système électrique est tendu. Les éco-gestes sont les bienvenus. ',
  3: ' Le système électrique est très tendu. Coupures inévitables si nous ne baissons pas notre consommation.',
}

/** Paris time of the operator's daily issue. */
const issueTime = Temporal.PlainTime.from('17:00')
/** Days of an issue: the day of the issue and three more. */
export const issuedDays = 4
const stepsPerDay = 24

/** Thresholds of consumption minus wind and sun for a tense and a very tense grid: a few winter evenings, MW. */
const tenseMw = 65_500
const veryTenseMw = 69_000
/** First step of the day; before it nuclear, hydro and wind cover the load. */
const firstDaySteps = 6
/** Solar power from which a step is low-carbon, MW. */
const sunnyMw = 9_000

/**
 * The newest issue at an instant without its past days: four days from 17:00 on, three between midnight and 17:00.
 */
export function generateSignals(now: Temporal.Instant): DaySignal[] {
  const paris = toParisTime(now)
  const isIssuedToday = Temporal.PlainTime.compare(paris.toPlainTime(), issueTime) >= 0
  const today = paris.toPlainDate()
  const issueDate = isIssuedToday ? today : today.subtract({ days: 1 })
  const days = Array.from({ length: issuedDays }, (_, ahead) => generateSignal(issueDate, ahead))
  return days.filter(({ date }) => Temporal.PlainDate.compare(date, today) >= 0)
}

/** The whole signal of a day, as the issue of the day before announced it. */
export function generateDaySignal(date: Temporal.PlainDate): DaySignal {
  return generateSignal(date.subtract({ days: 1 }), 1)
}

/** The day `ahead` days after the issue; the day of the issue holds only the steps after the issue. */
function generateSignal(issueDate: Temporal.PlainDate, ahead: number): DaySignal {
  const date = issueDate.add({ days: ahead })
  const firstStep = ahead === 0 ? issueTime.hour : 0
  const steps = Array.from({ length: stepsPerDay - firstStep }, (_, index) => {
    const step = firstStep + index
    return { step, level: toAnnouncedLevel(computeHourLevel(date, step), ahead) }
  })
  const level = Math.max(1, ...steps.map((one) => one.level)) as DayLevel
  return { date, issuedAt: toParisInstant(issueDate, issueTime), level, steps }
}

/** The furthest day is never tense: tension is announced at most two days ahead. */
function toAnnouncedLevel(level: HourLevel, ahead: number): HourLevel {
  return ahead === issuedDays - 1 && level > 1 ? 1 : level
}

function computeHourLevel(date: Temporal.PlainDate, step: number): HourLevel {
  const middle = toParisInstant(date, new Temporal.PlainTime(step, 30))
  const season = toSeason(middle.epochMilliseconds)
  const sunMw = generateSolarMw(season)
  const residualMw = generateLoadMw(season) - sunMw - generateWindOnshoreMw(season) - generateWindOffshoreMw(season)
  if (residualMw >= veryTenseMw) return 3
  if (residualMw >= tenseMw) return 2
  return step < firstDaySteps || sunMw >= sunnyMw ? 0 : 1
}
