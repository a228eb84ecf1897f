import { queryParameters } from '@hexawatt/shared/contract/query-parameters'
import { instantOf, parseQuery } from '@hexawatt/shared/http/query-parameters'
import { isoExact } from '@hexawatt/shared/time/instant'
import { nextParisTime } from '@hexawatt/shared/time/paris'
import { type GatewayResponse, limitMaxAge } from '../http/gateway-response.ts'

const instantNames = Object.entries(queryParameters).flatMap(([name, { schema }]) =>
  schema.format === 'date-time' ? [name] : [],
)

/** A parameter of an instant whose value is only a date or only a time of day, in a canonical query. */
const undated = new RegExp(`(?<=^|&)(${instantNames.join('|')})=(\\d\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\d)(?=&|$)`, 'g')

/**
 * Replaces dates and times of day in a canonical query by instants: tomorrow the same text means another instant, so it must not be a key of the cache. A
 * text that names no instant and a parameter that is given twice stay as they are; the service refuses them.
 */
export function resolveTimes(query: string, now: () => Temporal.Instant): string {
  if (query === '' || query.search(undated) === -1) return query
  const { values, repeated } = parseQuery(query)
  if (repeated !== null) return query
  const at = now()
  return query.replace(undated, (pair, name: string, text: string) => {
    const instant = instantOf(name, text, values, at)
    return instant === null ? pair : `${name}=${isoExact(instant)}`
  })
}

/**
 * Limits the freshness of the answer to a canonical query with times of day: as soon as such a time comes, the same address means another window, and a
 * client must not serve the answer from its own cache.
 */
export function limitFreshness(response: GatewayResponse, query: string, now: Temporal.Instant): GatewayResponse {
  const after = now.add({ nanoseconds: 1 })
  const changesMs = [...query.matchAll(undated)].flatMap(([, , text = '']) =>
    text.includes(':') ? nextParisTime(Temporal.PlainTime.from(text), after).epochMilliseconds : [],
  )
  if (changesMs.length === 0) return response
  return limitMaxAge(response, Math.max(1, Math.floor((Math.min(...changesMs) - now.epochMilliseconds) / 1_000)))
}
