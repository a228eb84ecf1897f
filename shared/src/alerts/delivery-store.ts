import type { TransactionSql } from '../postgres/client.ts'
import { createMessageId } from './alert-message.ts'

/** How long deliveries are kept, and can be sent again, days. */
export const keptDays = 7

/** Maximum number of unsent messages per subscription. */
export const maxPendingDeliveries = 200

export type NewDelivery = {
  subscriptionId: string
  sequence: number
  /** Null for a new message; a message that is sent again keeps its id. */
  messageId: string | null
  origin: 'event' | 'test' | 'replay'
  body: string
}

/** Adds messages to the end of the queue, due at once. Sequences come from the subscriptions' `last_sequence`, in the same transaction. */
export async function addDeliveries(
  tx: TransactionSql,
  deliveries: readonly NewDelivery[],
  now: Temporal.Instant,
): Promise<void> {
  await tx`
    insert into alert_deliveries (subscription_id, sequence, message_id, origin, body, next_attempt_at, created_at)
    select subscription_id, sequence, message_id, origin, body, ${now}, ${now}
    from unnest(
      ${deliveries.map(({ subscriptionId }) => subscriptionId)}::text[],
      ${deliveries.map(({ sequence }) => sequence)}::bigint[],
      ${deliveries.map(({ messageId }) => messageId ?? createMessageId())}::text[],
      ${deliveries.map(({ origin }) => origin)}::text[],
      ${deliveries.map(({ body }) => body)}::text[]
    ) as added (subscription_id, sequence, message_id, origin, body)`
}
