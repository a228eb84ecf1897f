import { randomUUID } from 'node:crypto'
import type { AllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import type { WebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { AlertMail } from './alert-mail.ts'
import {
  type AttemptOutcome,
  type Claim,
  type ClaimedSubscription,
  claimSubscription,
  type PendingDelivery,
  readNextDelivery,
  recordAttempt,
  releaseSubscription,
} from './delivery-queue-store.ts'
import type { ReceiverLoad } from './receiver-load.ts'
import { type ResolveName, resolveReceiver } from './resolve-receiver.ts'
import { sendWebhook, type WebhookSeams } from './send-webhook.ts'

/** A delivery is given up at the first failure after this time, ms; each is tried at least once. */
const givenUpAfterMs = 24 * hourMs
/** First pause after a failure, and the longest, ms: doubled each time, a quarter more or less by chance. */
const firstPauseMs = 30_000
const longestPauseMs = 4 * hourMs
const jitter = 0.25
/** Pause of a delivery that was put off because its receiver is busy or paused, ms. */
const putOffMs = minuteMs
/** Deliveries of one subscription in a row; then others have their turn. */
const maxPerRun = 50

export type DeliveryDeps = {
  sql: Sql
  /** Real time: signatures, pauses and claims. */
  realClock: Clock
  random: () => number
  secrets: WebhookSecrets
  allowedReceivers: AllowedReceivers
  resolveName: ResolveName
  load: ReceiverLoad
  /** Null where no mail is set up. */
  mail: AlertMail | null
  /** When it aborts, no further message is begun. */
  stopping: AbortSignal
  onAttempt: (outcome: 'delivered' | 'failed' | 'put off' | 'given up') => void
  webhookSeams?: WebhookSeams
}

/**
 * Makes the delivery of a subscription's due messages, strictly in order: one worker at a time by a claim in Postgres, each message recorded as
 * delivered after the receiver has taken it. A worker that dies in between leaves it to be sent again: at least once.
 *
 * @returns function that gives how many messages were delivered; null when another worker has the subscription
 */
export function createDeliver(deps: DeliveryDeps) {
  const { sql, realClock } = deps

  async function deliverNext(claim: Claim): Promise<boolean> {
    // Each message renews the claim.
    const subscription = await claimSubscription(sql, claim)
    if (subscription === null) return false
    const delivery = await readNextDelivery(sql, claim.subscriptionId)
    if (delivery === null || Temporal.Instant.compare(delivery.nextAttemptAt, claim.now) > 0) return false
    const outcome = await attempt(deps, subscription, delivery)
    const now = realClock.now()
    const isLate = now.epochMilliseconds - delivery.createdAt.epochMilliseconds >= givenUpAfterMs
    const state =
      outcome.kind === 'delivered' ? 'delivered' : outcome.kind === 'failed' && isLate ? 'failed' : 'pending'
    deps.onAttempt(state === 'failed' ? 'given up' : outcome.kind)
    const isOver = await recordAttempt(
      sql,
      { ...claim, now },
      {
        sequence: delivery.sequence,
        state,
        isCounted: outcome.kind !== 'put off',
        nextAttemptAt: now.add({ milliseconds: pauseMs(outcome, delivery, now, deps.random) }),
        status: outcome.kind === 'put off' ? null : outcome.status,
        error: outcome.kind === 'delivered' ? null : outcome.error,
        isGone: outcome.kind === 'failed' && outcome.status === 410,
      },
    )
    // A delivery that waits holds back those behind it.
    return !isOver && state !== 'pending'
  }

  return async function deliverDue(subscriptionId: string): Promise<number | null> {
    const worker = randomUUID()
    const claimNow = (): Claim => ({ subscriptionId, worker, now: realClock.now() })
    if ((await claimSubscription(sql, claimNow())) === null) return null
    let ended = 0
    try {
      while (!deps.stopping.aborted && ended < maxPerRun && (await deliverNext(claimNow()))) ended += 1
    } finally {
      await releaseSubscription(sql, claimNow())
    }
    return ended
  }
}

/** Pause until the next attempt, ms; the last one comes when the delivery is a day old. */
function pauseMs(
  outcome: AttemptOutcome,
  delivery: PendingDelivery,
  now: Temporal.Instant,
  random: () => number,
): number {
  if (outcome.kind === 'delivered') return 0
  if (outcome.kind === 'put off') return putOffMs
  const doubled = Math.min(firstPauseMs * 2 ** delivery.attempts, longestPauseMs)
  const untilLast = delivery.createdAt.epochMilliseconds + givenUpAfterMs - now.epochMilliseconds
  return Math.round(Math.max(0, Math.min(doubled * (1 - jitter + 2 * jitter * random()), untilLast)))
}

async function attempt(
  deps: DeliveryDeps,
  subscription: ClaimedSubscription,
  delivery: PendingDelivery,
): Promise<AttemptOutcome> {
  if (subscription.channel === 'webhook') return postMessage(deps, subscription, delivery)
  if (deps.mail === null) return { kind: 'failed', status: null, error: 'mail is not set up' }
  return deps.mail.sendAlert(subscription, delivery)
}

async function postMessage(
  deps: DeliveryDeps,
  subscription: ClaimedSubscription,
  { messageId, body }: PendingDelivery,
): Promise<AttemptOutcome> {
  const { id, url, secretKeyId, secretGeneration, secretRotatedAt } = subscription
  const facts = {
    subscriptionId: id,
    keyId: secretKeyId ?? '',
    generation: secretGeneration,
    rotatedAt: secretRotatedAt,
  }
  const headers = deps.secrets.sign(facts, messageId, body, deps.realClock.now().epochMilliseconds)
  if (headers === null) return { kind: 'failed', status: null, error: 'signing key is not set' }
  const receiver = await resolveReceiver(url ?? '', deps.allowedReceivers, deps.resolveName)
  if ('error' in receiver) return { kind: 'failed', status: null, error: receiver.error }
  const answer = await deps.load.run(
    receiver.address,
    () => sendWebhook({ ...receiver, headers, body }, deps.webhookSeams),
    // An error status costs little time; only slow or unreachable receivers count.
    (outcome) => 'status' in outcome,
  )
  if (answer === null) return { kind: 'put off', error: 'receiver is busy' }
  if ('error' in answer) return { kind: 'failed', status: null, error: answer.error }
  const { status } = answer
  if (status >= 200 && status < 300) return { kind: 'delivered', status }
  return {
    kind: 'failed',
    status,
    error: status >= 300 && status < 400 ? 'redirects are not followed' : 'error status',
  }
}
