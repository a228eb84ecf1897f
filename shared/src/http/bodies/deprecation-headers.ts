import type { Deprecation } from '../../contract/entry/operation.ts'
import { formatHttpDate } from '../conditional.ts'
import type { HeaderValues } from './response-headers.ts'

/** Months from the announcement to the end, at least (docs/guide/deprecation.md). */
const minNoticeMonths = 12

/** Names of the headers, for `Access-Control-Expose-Headers`: scripts of other origins may read them. */
const exposed = 'Deprecation, Sunset, Link'

/**
 * Creates the headers of every answer of an operation that will end: Deprecation (RFC 9745), Sunset (RFC 8594), and a Link to what replaces it.
 *
 * @param reference address of the page that says what replaces the operation
 * @throws RangeError when the end is less than twelve months away from the announcement
 */
export function createDeprecationHeaders({ since, sunset }: Deprecation, reference: string): HeaderValues {
  const [from, until] = [Temporal.Instant.from(since), Temporal.Instant.from(sunset)]
  const earliest = from.toZonedDateTimeISO('UTC').add({ months: minNoticeMonths }).toInstant()
  if (Temporal.Instant.compare(until, earliest) < 0)
    throw new RangeError(
      `An operation that is deprecated since ${since} works until ${earliest} at least, not ${sunset}.`,
    )
  return {
    deprecation: `@${Math.floor(from.epochMilliseconds / 1_000)}`,
    sunset: formatHttpDate(until.epochMilliseconds),
    link: `<${reference}>; rel="deprecation"; type="text/html"`,
    'access-control-expose-headers': exposed,
  }
}
