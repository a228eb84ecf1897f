import * as v from 'valibot'
import type { Outage } from './available-capacity.ts'

const CapacityMw = v.nullable(v.number())

/** An unavailability message as svc-ingest stores it (`feed_documents.body`); other members are not needed here. */
export const OutageMessage = v.object({
  fuelType: v.string(),
  unitEicCode: v.nullable(v.string()),
  unitName: v.nullable(v.string()),
  installedCapacityMw: CapacityMw,
  eventStatus: v.nullable(v.string()),
  periods: v.array(v.object({ start: v.string(), end: v.string(), unavailableMw: CapacityMw })),
})
export type OutageMessage = v.InferOutput<typeof OutageMessage>

/**
 * Adds its message to a stored document.
 *
 * @throws when the body is no unavailability message
 */
export function withOutageMessage<Document extends { body: unknown }>(
  document: Document,
): Document & { message: OutageMessage } {
  return { ...document, message: v.parse(OutageMessage, document.body) }
}

/** What was withdrawn or has run out takes nothing away. */
const endedStatuses: ReadonlySet<string> = new Set(['DISMISSED', 'INACTIVE'])

/**
 * The outages that a message announces: one per period with a known capacity; none when it was withdrawn. A message without a
 * unit stands for itself.
 *
 * @param key the publisher's identity of the message
 */
export function outagesOf(key: string, message: OutageMessage): Outage[] {
  if (message.eventStatus !== null && endedStatuses.has(message.eventStatus)) return []
  const unitCode = message.unitEicCode ?? message.unitName ?? key
  return message.periods.flatMap(({ start, end, unavailableMw }) =>
    unavailableMw === null
      ? []
      : [
          {
            unitCode,
            productionType: message.fuelType,
            startMs: Temporal.Instant.from(start).epochMilliseconds,
            endMs: Temporal.Instant.from(end).epochMilliseconds,
            unavailableMw,
            installedMw: message.installedCapacityMw,
          },
        ],
  )
}
