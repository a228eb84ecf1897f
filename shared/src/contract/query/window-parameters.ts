import { defaultArchivedQuantity, requestedQuantities } from '../forecast/forecast-archive.ts'
import { defaultWindowHours, granularities, maxWindowDays, rawByDefaultDays } from '../score-history.ts'
import { choice, parameter, parameterWithDefault, parsedText } from './parameter.ts'
import { describeInstantForms, requestedTime } from './requested-time.ts'

/** The window of the past of history and analytics. */
export const windowParameters = {
  from: parameter(requestedTime('last'), {
    description: `Start of the window, inclusive: ${describeInstantForms('last')}. Not in the future, and earlier than to. Without it, ${defaultWindowHours} hours before to.`,
    example: '2026-02-03T17:00:00Z',
  }),
  to: parameter(requestedTime('last'), {
    description: `End of the window, exclusive, at most ${maxWindowDays} days after from; the forms of from. Without it, now. What lies in the future holds nothing yet.`,
    example: '2026-02-03T18:00:00Z',
  }),
  granularity: parameter(choice(granularities), {
    description: `raw: every 10 minutes, the auditable reference; hourly: means of the hours that begin in the window, each over its points before to. Without it, raw up to ${rawByDefaultDays} days and hourly beyond.`,
    example: 'raw',
  }),
}

/** Names begin with a letter: `+02:00` is an offset, which has no summer time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/

/** A `+` that was not escaped as %2B arrives as a space. Only names such as `Etc/GMT+5` have one. */
const plusReadAsSpace = / (?=\d{1,2}$)/

/** The time zone of a name in any case, spelled as in the zone database; null when it is none. An offset is none. */
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

/** Parameters of `GET /v1/score/analytics` in addition to those of a window. */
export const analyticsParameters = {
  ...windowParameters,
  timezone: parameterWithDefault(timeZone, 'UTC', {
    description: 'Name of the IANA time zone in which the best and worst hours of the day are counted.',
    example: 'Europe/Paris',
  }),
}

/** Parameters of `GET /v1/forecast/archive`. */
export const archiveParameters = {
  quantity: parameterWithDefault(choice(requestedQuantities, ', '), defaultArchivedQuantity, {
    description:
      'What was forecast: carbon and directCarbon in gCO2eq/kWh, price in EUR/MWh, score 0 to 100, tariffColor as probabilities of the three colours.',
    example: 'carbon',
  }),
  issuedFrom: parameter(requestedTime('last'), {
    description: `Start of the window of issues, inclusive. Forms and rules of from: ${describeInstantForms('last')}, not in the future, ${defaultWindowHours} hours before issuedTo when not given. Excludes targetFrom and targetTo; without any of the four, the issues of the last ${defaultWindowHours} hours.`,
    example: '2026-02-03T16:00:00Z',
  }),
  issuedTo: parameter(requestedTime('last'), {
    description: `End of the window of issues, exclusive, at most ${maxWindowDays} days after issuedFrom. Without it, now.`,
    example: '2026-02-03T18:00:00Z',
  }),
  targetFrom: parameter(requestedTime('last'), {
    description: `Start of the window of forecast hours, or of tariff days by their start, inclusive: every forecast of these, whenever it was issued. Rules of from: not in the future, ${defaultWindowHours} hours before targetTo when not given. Excludes issuedFrom and issuedTo.`,
    example: '2026-02-03T17:00:00Z',
  }),
  targetTo: parameter(requestedTime('last'), {
    description: `End of the window of forecast hours, exclusive, at most ${maxWindowDays} days after targetFrom. May lie in the future. Without it, now.`,
    example: '2026-02-03T18:00:00Z',
  }),
}
