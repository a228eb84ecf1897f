import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { FeedDocument, Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { greatestPerKey, readEach } from '../definition/records.ts'
import { UnavailabilityMessage, UnavailabilityPeriod } from './payload.ts'

/** A message with its periods, oldest first. */
type ReadMessage = { message: UnavailabilityMessage; periods: UnavailabilityPeriod[] }

/**
 * One document per message (key = identifier, valid over the announced event), the greatest version of those in the payload. A
 * message that was withdrawn (`DISMISSED`) or has run out (`INACTIVE`) is kept with its status, and replaces its former version.
 *
 * @throws UpstreamError `unusable` when no message can be read
 */
export function normaliseGenerationUnavailabilities(payload: unknown): Normalised {
  const messages = readBlocks(payload, ['generation_unavailabilities'], UnavailabilityMessage, () => 1)
  const newest = greatestPerKey(
    messages.readable,
    ({ identifier }) => identifier,
    ({ version }) => version,
  )
  const read = newest.map((message) => ({ message, periods: readEach(UnavailabilityPeriod, message.values) }))
  return {
    measurements: [],
    documents: read.map(({ message, periods }) => documentOf({ message, periods: sorted(periods.readable) })),
    unreadableSlots: messages.unreadable + read.reduce((sum, { periods }) => sum + periods.unreadable, 0),
    reasons: messages.reasons,
  }
}

function sorted(periods: readonly UnavailabilityPeriod[]): UnavailabilityPeriod[] {
  return periods.toSorted((a, b) => Temporal.Instant.compare(a.start_date, b.start_date))
}

function documentOf({ message, periods }: ReadMessage): FeedDocument {
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
      periods: periods.map((period) => bodyOfPeriod(period, installedMw)),
      reason: message.reason,
    },
    updatedAt: message.publication_date ?? message.updated_date,
  }
}

/** The publisher may send one capacity only: the other is what remains of the installed one (its guide, GEUN-RG24). */
function bodyOfPeriod(period: UnavailabilityPeriod, installedMw: number | null) {
  const { available_capacity: available, unavailable_capacity: unavailable } = period
  return {
    start: isoSeconds(period.start_date),
    end: isoSeconds(period.end_date),
    availableMw: available ?? remainder(installedMw, unavailable),
    unavailableMw: unavailable ?? remainder(installedMw, available),
  }
}

function remainder(installedMw: number | null, partMw: number | null): number | null {
  return installedMw === null || partMw === null ? null : Math.max(0, installedMw - partMw)
}
