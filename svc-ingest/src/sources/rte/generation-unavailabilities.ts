import { isoSeconds } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import type { FeedDocument, Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import {
  acceptPlainText,
  OperatorInstant,
  PublicationDate,
  readBlocks,
  SlotValues,
  TypeName,
  Word,
} from '../definition/operator-payload.ts'
import { pickGreatestPerKey, readEach } from '../definition/records.ts'

/** Announced and forced outages of generation units, with the available share of the installed capacity. Documents only. */
export const generationUnavailabilities = createOperatorFeed({
  id: 'generation_unavailabilities',
  holds: 'a document per message, greatest version',
  api: 'unavailability_additional_information',
  path: '/open_api/unavailability_additional_information/v7/generation_unavailabilities',
  maxWindowDays: 21,
  // `+02:00` is refused here (UNADINFO_GENUN_F03), `Z` is taken.
  windowFormat: 'utc',
  // No filter on status or fuel, so that withdrawals are received too.
  queries: [{ date_type: 'EVENT_DATE', last_version: 'true' }],
  // No message in the window.
  absent: { status: 404 },
  // The guide allows 20 calls an hour: four polls of up to five pages.
  everyMinutes: 15,
  // There are no slots to count from, so each poll starts yesterday: an outage that ended today may still be revised.
  firstFetchDays: 1,
  revisionDays: 1,
  // Adequacy needs D+3. An outage postponed beyond the window would keep its old dates: hence two weeks, which with yesterday
  // and today still fit one call.
  windowEnd: { daysAhead: 14 },
  normalise: normaliseGenerationUnavailabilities,
})

const maxNameChars = 100
const maxReasonChars = 300
/** Above the largest plant of France (5 460 MW), MW. */
const maxPlantMw = 10_000

const Name = v.pipe(acceptPlainText(maxNameChars), v.nonEmpty())
const OptionalName = v.fallback(v.nullish(acceptPlainText(maxNameChars), null), null)
const CapacityMw = v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(maxPlantMw)), null)

/** A number, or its digits in old payloads. */
const MessageVersion = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.digits(),
      v.transform((digits) => Number(digits)),
    ),
  ]),
  v.safeInteger(),
  v.minValue(0),
)

/** One message in the shape of v5 to v7. The shape of 2016 lacks capacities and is refused. */
const UnavailabilityMessage = v.pipe(
  v.object({
    identifier: Name,
    version: MessageVersion,
    publication_date: PublicationDate,
    updated_date: PublicationDate,
    start_date: OperatorInstant,
    end_date: OperatorInstant,
    fuel_type: v.pipe(Name, TypeName),
    unavailability_type: OptionalName,
    event_status: v.fallback(v.nullish(v.pipe(Name, Word), null), null),
    affected_asset_or_unit_eic_code: OptionalName,
    affected_asset_or_unit_name: OptionalName,
    affected_asset_or_unit_type: OptionalName,
    affected_asset_or_unit_installed_capacity: CapacityMw,
    reason: v.fallback(v.nullish(acceptPlainText(maxReasonChars), null), null),
    values: v.nullish(SlotValues, []),
  }),
  v.check(({ start_date, end_date }) => Temporal.Instant.compare(start_date, end_date) <= 0, 'ends before it starts'),
)
type UnavailabilityMessage = v.InferOutput<typeof UnavailabilityMessage>

/** A part of a message over which the capacities stay the same, MW. */
const UnavailabilityPeriod = v.pipe(
  v.object({
    start_date: OperatorInstant,
    end_date: OperatorInstant,
    available_capacity: CapacityMw,
    unavailable_capacity: CapacityMw,
  }),
  v.check(({ start_date, end_date }) => Temporal.Instant.compare(start_date, end_date) < 0, 'has no length'),
)
type UnavailabilityPeriod = v.InferOutput<typeof UnavailabilityPeriod>

/** A message with its periods, oldest first. */
type ReadMessage = { message: UnavailabilityMessage; periods: UnavailabilityPeriod[] }

/**
 * One document per message (key = identifier, valid over the announced event), the greatest version of those in the payload. A
 * message that was withdrawn (`DISMISSED`) or has run out (`INACTIVE`) is stored with its status, and replaces its former version.
 *
 * @throws UpstreamError `unusable` when no message can be read
 */
export function normaliseGenerationUnavailabilities(payload: unknown): Normalised {
  const messages = readBlocks(payload, ['generation_unavailabilities'], UnavailabilityMessage, () => 1)
  const newest = pickGreatestPerKey(
    messages.readable,
    ({ identifier }) => identifier,
    ({ version }) => version,
  )
  const read = newest.map((message) => ({ message, periods: readEach(UnavailabilityPeriod, message.values) }))
  return {
    measurements: [],
    documents: read.map(({ message, periods }) => buildDocument({ message, periods: sorted(periods.readable) })),
    unreadableSlots: messages.unreadable + read.reduce((sum, { periods }) => sum + periods.unreadable, 0),
    reasons: messages.reasons,
  }
}

function sorted(periods: readonly UnavailabilityPeriod[]): UnavailabilityPeriod[] {
  return periods.toSorted((a, b) => Temporal.Instant.compare(a.start_date, b.start_date))
}

function buildDocument({ message, periods }: ReadMessage): FeedDocument {
  const installedMw = message.affected_asset_or_unit_installed_capacity
  return {
    key: message.identifier,
    validFrom: message.start_date,
    validTo: message.end_date,
    body: {
      version: message.version,
      fuelType: message.fuel_type,
      unavailabilityType: message.unavailability_type,
      unitEicCode: message.affected_asset_or_unit_eic_code,
      unitName: message.affected_asset_or_unit_name,
      unitType: message.affected_asset_or_unit_type,
      installedCapacityMw: installedMw,
      eventStatus: message.event_status,
      periods: periods.map((period) => buildPeriod(period, installedMw)),
      reason: message.reason,
    },
    updatedAt: message.publication_date ?? message.updated_date,
  }
}

/** The publisher may send one capacity only: the other is the rest of the installed capacity (its guide, GEUN-RG24). */
function buildPeriod(period: UnavailabilityPeriod, installedMw: number | null) {
  const { available_capacity: available, unavailable_capacity: unavailable } = period
  return {
    start: isoSeconds(period.start_date),
    end: isoSeconds(period.end_date),
    availableMw: available ?? computeRemainder(installedMw, unavailable),
    unavailableMw: unavailable ?? computeRemainder(installedMw, available),
  }
}

function computeRemainder(installedMw: number | null, partMw: number | null): number | null {
  return installedMw === null || partMw === null ? null : Math.max(0, installedMw - partMw)
}
