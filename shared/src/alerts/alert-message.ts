import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { FiniteNumber, IsoDate, UtcTimestamp } from '../contract/values/fields.ts'
import { isoSeconds } from '../time/instant.ts'
import { AlertCondition, announcedColors, quotaPercents } from './alert-conditions.ts'

/** Maximum size of a body, bytes; the bodies of this product are far smaller. */
export const maxMessageBytes = 4_096

const Said = { subscriptionId: v.string(), condition: AlertCondition }
const ValueData = v.strictObject({ ...Said, value: FiniteNumber, unit: v.string(), at: UtcTimestamp })

/** Body of a delivery as Standard Webhooks has it: `type`, `timestamp` (when it happened) and `data`. A mail says the same in words. */
export const AlertMessage = v.variant('type', [
  v.strictObject({
    type: v.picklist(['alert.score', 'alert.carbon', 'alert.price', 'alert.grid_signal']),
    timestamp: UtcTimestamp,
    data: ValueData,
  }),
  v.strictObject({
    type: v.literal('alert.tariff_color'),
    timestamp: UtcTimestamp,
    data: v.strictObject({ ...Said, date: IsoDate, color: v.picklist(announcedColors) }),
  }),
  v.strictObject({
    type: v.literal('alert.best_window'),
    timestamp: UtcTimestamp,
    data: v.strictObject({
      ...Said,
      start: UtcTimestamp,
      end: UtcTimestamp,
      averageValue: FiniteNumber,
      unit: v.string(),
    }),
  }),
  v.strictObject({
    type: v.literal('alert.quota'),
    timestamp: UtcTimestamp,
    data: v.strictObject({
      ...Said,
      percent: v.picklist(quotaPercents),
      month: v.string(),
      requests: FiniteNumber,
      monthlyQuota: FiniteNumber,
    }),
  }),
  v.strictObject({ type: v.literal('alert.test'), timestamp: UtcTimestamp, data: v.strictObject(Said) }),
])
export type AlertMessage = v.InferOutput<typeof AlertMessage>

/** Serializes a message for storage and sending. @throws when it is larger than {@link maxMessageBytes}, which no message of this product is */
export function serializeMessage(message: AlertMessage): string {
  const body = JSON.stringify(message)
  if (Buffer.byteLength(body) > maxMessageBytes) throw new Error(`a message of ${body.length} characters is too large`)
  return body
}

/** The message that a member sends to try a receiver. */
export function createTestMessage(
  subscriptionId: string,
  condition: AlertCondition,
  at: Temporal.Instant,
): AlertMessage {
  return { type: 'alert.test', timestamp: isoSeconds(at), data: { subscriptionId, condition } }
}

/** A message as stored; null when it is of a later version of the product. */
export function readMessage(body: string): AlertMessage | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), AlertMessage), body)
  return read.success ? read.output : null
}

/** A new id of a message: the `webhook-id`, by which a receiver tells a repetition. */
export const createMessageId = (): string => `msg_${randomBytes(12).toString('hex')}`
