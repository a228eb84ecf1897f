import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { KnowledgeEvent } from './audit-versions.ts'
import type { PayloadReading } from './payload-reading.ts'

/** Why payloads that are needed prove nothing, each once, and which moments of knowledge lie before the payload had come. */
export function faultsOf(readings: ReadonlyMap<string, PayloadReading>, events: readonly KnowledgeEvent[]): string[] {
  return [...new Set(events.flatMap((event) => faultOf(readings.get(event.payloadId), event) ?? []))]
}

function faultOf(reading: PayloadReading | undefined, { knownFrom, payloadId }: KnowledgeEvent): string | null {
  if (reading === undefined) return null
  if (reading.kind === 'fault') return reading.reason
  if (Temporal.Instant.compare(knownFrom, reading.firstFetchedAt) >= 0) return null
  const [known, fetched] = [isoSeconds(knownFrom), isoSeconds(reading.firstFetchedAt)]
  return `payload ${payloadId} is stored as known from ${known} and was first fetched at ${fetched}`
}
