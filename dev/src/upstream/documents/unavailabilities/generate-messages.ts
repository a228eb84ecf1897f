import type { Span } from '../../subjects/span-old.ts'
import { generatingUnits } from '../generating-units.ts'
import { plannedOutages } from '../outages.ts'
import { publishedVersions, type UnavailabilityMessage } from '../unavailability-messages.ts'
import { forcedOutages } from './forced-outages.ts'
import { askedVersions, type UnavailabilityQuery } from './unavailability-query.ts'

/** Made-up messages that are public at `now` and that a call asks for, by unit and version. */
export function generateMessages(
  span: Span,
  query: UnavailabilityQuery,
  now: Temporal.Instant,
): UnavailabilityMessage[] {
  return generatingUnits
    .flatMap((unit) => [...plannedOutages(unit, span), ...forcedOutages(unit, span)])
    .flatMap((outage) => askedVersions(publishedVersions(outage, now), query, span))
}
