import { invalidParameter, type QueryParameters } from '@hexawatt/shared/http/query-parameters'

/** Zone of best and worst hours when none is asked for. */
const defaultTimeZone = 'UTC'

/** Names begin with a letter: `+02:00` is an offset, not a zone, and knows nothing of summer time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/

/** A `+` that was not written as %2B arrives as a space: `Etc/GMT+5` is the only kind of name that has one. */
const plusReadAsSpace = / (?=\d{1,2}$)/

const accepted = 'the name of an IANA time zone, such as UTC or Europe/Paris'

/**
 * The zone that a query asks for, written as the zone database writes it.
 *
 * @throws AppError `invalid_parameter` for what is not the name of a zone, an offset included
 */
export function readTimeZone({ values }: QueryParameters): string {
  const received = values.get('timezone')
  if (received === undefined) return defaultTimeZone
  const name = received.replace(plusReadAsSpace, '+')
  const timeZone = zoneName.test(name) ? knownZone(name) : null
  if (timeZone === null) throw invalidParameter('timezone', received, accepted)
  return timeZone
}

/** Null for a name that the zone database does not have. */
function knownZone(name: string): string | null {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return null
  }
}
