import { countedEverySeconds, heartbeatSeconds, limitEvent } from '@hexawatt/shared/contract/formats/live-events'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { toAppError } from '@hexawatt/shared/errors/app-error'
import { createProblemDetails } from '@hexawatt/shared/errors/problem-response'
import type { Drain } from '@hexawatt/shared/program/drain'
import { type Logger, runInBackground } from '@hexawatt/shared/telemetry/logger'
import type { KeyRecord } from '../auth/key-store.ts'
import { createRequestContext, type RequestContext } from '../http/request-context.ts'
import type { LimitSubject } from '../limits/quota/quota.ts'
import { type EventChannel, type EventChannels, listenersPerTurn, visitInTurns } from './event-channels.ts'
import { createEventListener, type EndReason, type EventListener, type OfferOccasion } from './event-listener.ts'

/** Pause between two rounds over all streams, ms: each round checks keys and limits and sends heart-beats. */
const roundMs = 500

/** Unread bytes of all listeners at most; above it slow listeners are cut off. */
const maxUnreadOfAll = 32 * 1024 * 1024

/**
 * Keys checked at once at most: those of one turn, and as many that are read from the store. The others wait for the next round, so that an unavailable store
 * is not asked for every stream.
 */
const maxKeyChecks = 2 * listenersPerTurn

/** Pause after which a client reopens a lost stream, ms: drawn at random for each client, so that thousands do not reconnect at once. */
const retryMs = { least: 2_000, most: 10_000 } as const

/** Longest `retry` after a limit, ms. */
const maxRetryMs = 86_400_000

const encoder = new TextEncoder()
const heartbeat = encoder.encode(':\n\n')

export type EventStreamsDeps = {
  channels: EventChannels
  /** The record of a key, as for any request. @throws AppError */
  authenticate: (key: string) => Promise<KeyRecord>
  /** Counts a request, as any other. @throws AppError of the limit that refuses it */
  countRequest: (context: RequestContext, subject: LimitSubject) => Promise<void>
  /** Counts an answer by day. */
  countAnswer: (context: RequestContext, status: number) => void
  onListeners: (count: number) => void
  onEnd: (reason: EndReason) => void
  drain: Pick<Drain, 'hasBegun'>
  publicBaseUrl: string
  /** Monotonic, ms. */
  monotonicMs: () => number
  logger: Logger
}

/** A client that opens a stream. */
export type OpeningStream = {
  key: string
  record: KeyRecord
  /** Rights with which the first bodies were requested. */
  channel: EventChannel
  traceId: string
  release: () => void
} & Pick<Parameters<typeof createEventListener>[0], 'kinds' | 'seen'>

/** A listener, and what its stream depends on while it lasts. */
type Subscription = Pick<OpeningStream, 'key' | 'traceId'> & {
  listener: EventListener
  record: KeyRecord
  channel: EventChannel
  isMoving: boolean
  countAtMs: number
  isBeingCounted: boolean
}

/** All streams of a gateway. One timer ends, counts and keeps them alive. */
export function createEventStreams(deps: EventStreamsDeps) {
  const { channels, authenticate, countRequest, countAnswer, drain, publicBaseUrl, monotonicMs, logger } = deps
  const subscriptions = new Set<Subscription>()
  let timer: Timer | undefined
  let isInRound = false
  let beatAtMs = 0
  let keyChecks = 0

  function open({ kinds, seen, release, ...opening }: OpeningStream): EventListener['stream'] {
    const nowMs = monotonicMs()
    const listener = createEventListener({
      kinds,
      seen,
      onEnd(reason) {
        subscriptions.delete(subscription)
        subscription.channel.close(listener)
        if (subscriptions.size === 0) clearInterval(timer)
        release()
        deps.onListeners(subscriptions.size)
        deps.onEnd(reason)
      },
    })
    const countAtMs = nowMs + countedEverySeconds * 1_000
    const subscription: Subscription = { ...opening, listener, countAtMs, isMoving: false, isBeingCounted: false }
    if (subscriptions.size === 0) {
      beatAtMs = nowMs + heartbeatSeconds * 1_000
      timer = setInterval(() => runInBackground(logger, 'events: round', round()), roundMs)
    }
    subscriptions.add(subscription)
    opening.channel.join(listener)
    deps.onListeners(subscriptions.size)
    listener.send(retryHint(drawRetryMs()))
    offerKnown(subscription, 'opening')
    return listener.stream
  }

  function offerKnown({ listener, channel }: Subscription, occasion: OfferOccasion): void {
    for (const topic of channel.topics) {
      const version = topic.known()
      if (version !== null) listener.offer(version, occasion)
    }
  }

  /** Moves a stream to the channel of its new plan: from now on it receives that plan's answers. */
  async function moveTo(subscription: Subscription, record: KeyRecord): Promise<void> {
    const { listener } = subscription
    const channel = channels.openChannel(record, subscription.channel.wish)
    subscription.isMoving = true
    await Promise.all(channel.topics.map((topic) => topic.readNewest()))
    subscription.isMoving = false
    if (!subscriptions.has(subscription)) return channel.close(null)
    const before = subscription.channel
    subscription.channel = channel
    channel.join(listener)
    before.close(listener)
    offerKnown(subscription, 'change')
  }

  function updateRecord(subscription: Subscription, record: KeyRecord): void {
    // The stream may have ended while its key was read.
    if (!subscriptions.has(subscription)) return
    // A new plan has other limits: the stream is counted again at once, as if it were opened now.
    if (record.rights !== subscription.record.rights) subscription.countAtMs = monotonicMs()
    subscription.record = record
    if (record.rights === subscription.channel.rights || subscription.isMoving) return
    runInBackground(logger, 'events: change of plan', moveTo(subscription, record))
  }

  /** Ends the stream of a key that is no longer valid. If the key cannot be checked now, the stream continues. */
  function endIfRefused({ listener }: Subscription, error: unknown): void {
    if (toAppError(error).status === 401) listener.end('key', retryHint(drawRetryMs()))
  }

  async function checkKey(subscription: Subscription): Promise<void> {
    keyChecks += 1
    try {
      updateRecord(subscription, await authenticate(subscription.key))
    } catch (error) {
      endIfRefused(subscription, error)
    } finally {
      keyChecks -= 1
    }
  }

  async function count(subscription: Subscription): Promise<void> {
    const { record, listener, traceId } = subscription
    subscription.isBeingCounted = true
    const context = createRequestContext(new Request(`http://localhost${getEvents.path}`), null)
    try {
      await countRequest(context, record.subject)
      countAnswer(context, 200)
      subscription.countAtMs += countedEverySeconds * 1_000
    } catch (error) {
      const refusal = toAppError(error)
      countAnswer(context, refusal.status)
      const { retryAfterSeconds = 0 } = refusal.options
      const retry = retryHint(Math.min(retryAfterSeconds * 1_000, maxRetryMs) + drawRetryMs())
      const body = createProblemDetails(refusal, { publicBaseUrl, instance: getEvents.path, traceId })
      const event = encoder.encode(`event: ${limitEvent}\ndata: ${JSON.stringify(body)}\n\n`)
      listener.end('limit', new Uint8Array([...retry, ...event]))
    } finally {
      subscription.isBeingCounted = false
    }
  }

  /** Checks every stream once. */
  async function round(): Promise<void> {
    if (isInRound) return
    isInRound = true
    const nowMs = monotonicMs()
    const isStopping = drain.hasBegun()
    const isBeat = nowMs >= beatAtMs
    if (isBeat) beatAtMs = nowMs + heartbeatSeconds * 1_000
    let unread = 0
    try {
      await visitInTurns(subscriptions, (subscription) => {
        const { listener } = subscription
        // The stream may have ended since the round began.
        if (!subscriptions.has(subscription)) return
        if (isStopping) return listener.end('stopping', retryHint(drawRetryMs()))
        unread += listener.unreadBytes()
        if (unread > maxUnreadOfAll && listener.unreadBytes() > 0) return listener.cut('slow')
        if (isBeat) {
          offerKnown(subscription, 'beat')
          listener.sendHeartbeat(heartbeat)
        }
        if (keyChecks < maxKeyChecks) runInBackground(logger, 'events: check of a key', checkKey(subscription))
        if (nowMs >= subscription.countAtMs && !subscription.isBeingCounted) {
          runInBackground(logger, 'events: count', count(subscription))
        }
      })
      channels.refreshOld()
    } finally {
      isInRound = false
    }
  }

  return {
    open,
    close(): void {
      clearInterval(timer)
    },
  }
}

function drawRetryMs(): number {
  return Math.round(retryMs.least + Math.random() * (retryMs.most - retryMs.least))
}

function retryHint(ms: number): Uint8Array<ArrayBuffer> {
  return encoder.encode(`retry: ${ms}\n\n`)
}
