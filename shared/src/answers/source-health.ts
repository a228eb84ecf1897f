import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { StatusResponse } from '../contract/status.ts'
import type { SourceHealth } from '../errors/app-error.ts'
import { carbonFeedIds, type FeedId, feedIds, type ReferenceId, referenceIds } from '../grid/feeds.ts'
import { isPublisher } from '../grid/publishers.ts'
import {
  computeAvailability,
  computeConfidencePct,
  isReferenceSynchronised,
  toCountedAvailability,
} from '../methodology/availability.ts'
import { computeScoreConfidence, toSourceAvailability } from '../methodology/score/score-confidence.ts'

/** Sources and confidence for the refusal of an intensity. */
export function assessIntensityHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const references = referenceIds.map((id): [string, boolean] => [id, isReferenceAvailable(id, status, now)])
  return assessHealth(carbonFeedIds, status, now, references)
}

/** Source and confidence for the refusal of a grid signal. */
export function assessGridSignalHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  return assessHealth(['grid_signals'], status, now)
}

/** Sources and confidence for the refusal of the regions. Their own figures, late or missing, are the reason; they have no weight in any confidence. */
export function assessRegionsHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const { generation_mix_15min: phi } = computeStatusAvailability(['generation_mix_15min'], status, now)
  const emission_factors = isReferenceAvailable('emission_factors', status, now)
  return {
    confidence: 0,
    sourceAvailability: { odre_regional: false, generation_mix_15min: phi > 0, emission_factors },
  }
}

/** Source and confidence for the refusal of an outlook of the tariff's colours: the feed has no weight in any confidence. */
export function assessTariffHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const { tariff_calendar: phi } = computeStatusAvailability(['tariff_calendar'], status, now)
  return { confidence: 0, sourceAvailability: { tariff_calendar: phi > 0 } }
}

/** Sources and confidence for the refusal of a score when no current one exists, by the score's rule of confidence. */
export function assessScoreHealth(status: StatusResponse | null, now: Temporal.Instant): SourceHealth {
  const phi = computeStatusAvailability(feedIds, status, now)
  // A reference is never missing once svc-ingest has started: the shipped seed is used until a synchronisation.
  const isReferenceKnown = { emission_factors: status !== null, country_intensities: status !== null }
  return {
    confidence: computeScoreConfidence(phi, false),
    sourceAvailability: toSourceAvailability(phi, isReferenceKnown),
  }
}

function assessHealth<Id extends FeedId>(
  feeds: readonly Id[],
  status: StatusResponse | null,
  now: Temporal.Instant,
  references: readonly [string, boolean][] = [],
): SourceHealth {
  const phi = toCountedAvailability(computeStatusAvailability(feeds, status, now))
  const ofFeeds = feeds.map((id): [string, boolean] => [id, phi[id] > 0])
  return { confidence: computeConfidencePct(phi), sourceAvailability: Object.fromEntries([...ofFeeds, ...references]) }
}

/** The shipped seed replaces a reference once svc-ingest has started, unless its synchronisation fails for long. */
function isReferenceAvailable(id: ReferenceId, status: StatusResponse | null, now: Temporal.Instant): boolean {
  if (status === null) return false
  const lastSuccess = status.sources.find((source) => source.id === id)?.lastSuccess ?? null
  return lastSuccess === null || isReferenceSynchronised(now.epochMilliseconds - Date.parse(lastSuccess))
}

/** Availability φ of these feeds at an instant (0–1), from the status of the sources; 0 without a status. */
export function computeStatusAvailability<Id extends FeedId>(
  feeds: readonly Id[],
  status: StatusResponse | null,
  now: Temporal.Instant,
): Record<Id, number> {
  const computePhi = (id: Id): number => {
    const source = status?.sources.find((candidate) => candidate.id === id)
    const received = {
      newestSlotEnd: parseInstantOrNull(source?.newestSlot),
      lastSuccess: parseInstantOrNull(source?.lastSuccess),
      publisher: source?.source != null && isPublisher(source.source) ? source.source : null,
    }
    return computeAvailability(id, received, now)
  }
  return recordFromEntries(feeds, computePhi)
}

const parseInstantOrNull = (text: string | null | undefined): Temporal.Instant | null =>
  text ? Temporal.Instant.from(text) : null
