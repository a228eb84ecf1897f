import { seriesBoundaries, seriesResolutions } from '../carbon/carbon-series.ts'
import { defaultArchivedQuantity, requestedQuantities } from '../forecast/forecast-archive.ts'
import { defaultWindowHours, granularities, maxWindowDays, rawByDefaultDays } from '../score-history.ts'
import { choice, parameter, parameterWithDefault, parsedText } from './parameter.ts'
import { describeInstantForms, requestedTime } from './requested-time.ts'

/** Parameters of the past window of history and analytics. */
export const windowParameters = {
  from: parameter(requestedTime('last'), {
    description: `Start of the window, inclusive: ${describeInstantForms('last')}. Not in the future, and earlier than to. Default: ${defaultWindowHours} hours before to.`,
    example: '2026-02-03T17:00:00Z',
  }),
  to: parameter(requestedTime('last'), {
    description: `End of the window, exclusive, at most ${maxWindowDays} days after from, in the same forms as from. Default: now. The future part of a window contains no points.`,
    example: '2026-02-03T18:00:00Z',
  }),
  granularity: parameter(choice(granularities), {
    description: `raw: one point every 10 minutes, the auditable reference; hourly: means of the hours that begin in the window, each over its points before to. Default: raw for windows of up to ${rawByDefaultDays} days, hourly for longer windows.`,
    example: 'raw',
  }),
}

/** Parameters of `GET /v1/carbon/series`. */
export const seriesParameters = {
  from: windowParameters.from,
  to: windowParameters.to,
  resolution: parameterWithDefault(choice(seriesResolutions), '15m', {
    description: 'Length of a slot: a quarter-hour, or a full hour.',
    example: '15m',
    component: 'seriesResolution',
  }),
  boundary: parameterWithDefault(choice(seriesBoundaries, ', '), 'production', {
    description:
      'production: French generation with life-cycle factors; direct: the same generation with the direct factors of the operator; consumption: with net imports and life-cycle factors.',
    example: 'production',
  }),
}

/** Parameters of `GET /v1/carbon/explain`. */
export const explainParameters = {
  at: parameter(requestedTime('last'), {
    description: `Instant to explain: ${describeInstantForms('last')}. Not in the future. Default: the figures of now.`,
    example: '2026-02-03T17:00:00Z',
  }),
}

/** Parameters of `GET /v1/carbon/consumption`. */
export const consumptionParameters = {
  at: parameter(requestedTime('last'), {
    description: `Instant within the hour to describe: ${describeInstantForms('last')}. Not in the future. Default: the newest hour.`,
    example: '2026-02-03T12:00:00Z',
  }),
}

/** A zone name begins with a letter. An offset such as `+02:00` is not a zone: it has no summer time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/

/** A `+` that is not escaped as %2B arrives as a space. Only names such as `Etc/GMT+5` contain a `+`. */
const plusReadAsSpace = / (?=\d{1,2}$)/

/** Finds a time zone by its name, not case-sensitive, and returns the spelling of the zone database; null for an unknown name or an offset. */
function findTimeZone(text: string): string | null {
  const name = text.replace(plusReadAsSpace, '+')
  if (!zoneName.test(name)) return null
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return null
  }
}

const timeZone = parsedText(findTimeZone, 'the name of an IANA time zone, such as UTC or Europe/Paris')

/** Parameters of `GET /v1/score/analytics`. */
export const analyticsParameters = {
  ...windowParameters,
  timezone: parameterWithDefault(timeZone, 'UTC', {
    description: 'IANA time zone of the best and worst hours of the day.',
    example: 'Europe/Paris',
  }),
}

/** Parameters of `GET /v1/forecast/archive`. */
export const archiveParameters = {
  quantity: parameterWithDefault(choice(requestedQuantities, ', '), defaultArchivedQuantity, {
    description:
      'Forecast quantity: carbon and directCarbon (production), consumptionCarbon and directConsumptionCarbon (consumption) in gCO2eq/kWh, price in EUR/MWh, score from 0 to 100, tariffColor as probabilities of the three colours.',
    example: 'carbon',
  }),
  issuedFrom: parameter(requestedTime('last'), {
    description: `Start of the window of issues, inclusive: ${describeInstantForms('last')}. Not in the future. Default: ${defaultWindowHours} hours before issuedTo. Cannot be combined with targetFrom and targetTo; without any of these four parameters, the window is the issues of the last ${defaultWindowHours} hours.`,
    example: '2026-02-03T16:00:00Z',
  }),
  issuedTo: parameter(requestedTime('last'), {
    description: `End of the window of issues, exclusive, at most ${maxWindowDays} days after issuedFrom. Default: now.`,
    example: '2026-02-03T18:00:00Z',
  }),
  targetFrom: parameter(requestedTime('last'), {
    description: `Start of the window of forecast hours, or of tariff days by their start, inclusive. The response contains every forecast of these hours, whenever it was issued. Not in the future. Default: ${defaultWindowHours} hours before targetTo. Cannot be combined with issuedFrom and issuedTo.`,
    example: '2026-02-03T17:00:00Z',
  }),
  targetTo: parameter(requestedTime('last'), {
    description: `End of the window of forecast hours, exclusive, at most ${maxWindowDays} days after targetFrom. May be in the future. Default: now.`,
    example: '2026-02-03T18:00:00Z',
  }),
}

const yearAndMonth = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/

const parseMonth = (text: string): Temporal.PlainYearMonth | null =>
  yearAndMonth.test(text) ? Temporal.PlainYearMonth.from(text) : null

/** A month that has begun, as the refusal of any other describes it. */
export const acceptedMonth = 'a calendar month in Paris that has begun, such as 2025-01'

/** Parameters of `GET /api/hours`. */
export const monthParameters = {
  month: parameter(parsedText(parseMonth, acceptedMonth), {
    description: `Month of the hours, YYYY-MM: ${acceptedMonth}. Default: the current month.`,
    example: '2026-02',
    pattern: yearAndMonth.source,
  }),
}

const calendarDay = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Null also for a day that its month does not have. */
function parseDay(text: string): Temporal.PlainDate | null {
  if (!calendarDay.test(text)) return null
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = Temporal.PlainDate.from({ year, month, day })
  return date.toString() === text ? date : null
}

/** A day that has begun, as the refusal of any other describes it. */
export const acceptedDay = 'a calendar day in Paris that has begun, such as 2026-02-03'

/** Parameters of `GET /v1/carbon/regions/day`. */
export const dayParameters = {
  date: parameter(parsedText(parseDay, acceptedDay), {
    description: `Day of the quarter-hours, YYYY-MM-DD: ${acceptedDay}. Default: today.`,
    example: '2026-02-03',
    pattern: calendarDay.source,
  }),
}
