import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Query } from '../definition/source.ts'

/** Place that an answer of the second version names. */
export type NamedPlace = { country?: string | null | undefined; bidding_zone?: string | null | undefined }

const france = 'fr'
/** Great Britain, which the publisher asks for by another code than that of ISO 3166. */
export const greatBritain = 'uk'

/**
 * Checks that an answer is of the place that was asked for: figures of another country or zone must never be taken for those of this one. A query without a
 * country asks for France.
 *
 * @throws UpstreamError `unusable` when the answer names another place
 */
export function requireAskedPlace({ country, bidding_zone: zone }: NamedPlace, query: Query): void {
  const asked = query['country'] ?? france
  const accepted = asked === greatBritain ? [greatBritain, 'gb'] : [asked]
  if (country != null && !accepted.includes(country.toLowerCase())) {
    throw new UpstreamError('unusable', `payload is not in the agreed shape: country ${country}, asked for ${asked}`)
  }
  // Neighbours are asked for by country: of a country with several zones no single one is right.
  if (zone != null && asked === france && zone.toLowerCase() !== france) {
    throw new UpstreamError('unusable', `payload is not in the agreed shape: bidding_zone ${zone}, asked for FR`)
  }
}

/**
 * Checks that the instants lie on the days of the query, because the publisher rounds a span to whole days of the country.
 *
 * @throws UpstreamError `unusable` when an instant lies on another day
 */
export function requireAskedDays(starts: readonly Temporal.Instant[], { country, start, end }: Query): void {
  const [first, last] = [starts[0], starts.at(-1)]
  if (start === undefined || end === undefined || first === undefined || last === undefined) return
  const [from, to] = [start, end].map((seconds) => Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1_000))
  if (from === undefined || to === undefined) return
  const startOfDay = (instant: Temporal.Instant, daysLater: number) =>
    instant
      .toZonedDateTimeISO(country === greatBritain ? 'Europe/London' : parisTimeZone)
      .add({ days: daysLater })
      .startOfDay()
      .toInstant()
  const isWithin =
    Temporal.Instant.compare(first, startOfDay(from, 0)) >= 0 && Temporal.Instant.compare(last, startOfDay(to, 1)) < 0
  if (isWithin) return
  throw new UpstreamError('unusable', `values from ${first} to ${last}, asked for ${from} to ${to}`)
}
