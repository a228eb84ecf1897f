import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EventKind, eventKinds, eventOperations } from '@hexawatt/shared/contract/events/live-events'
import { background, type Logger } from '@hexawatt/shared/telemetry/logger'
import type { ResponseCache } from '../cache/response-cache.ts'
import { createRequestContext } from '../http/request-context.ts'
import type { Caller } from '../pipeline/admit.ts'
import { forwardedOperation } from '../upstream/service-request.ts'
import type { EventListener } from './event-listener.ts'
import { createEventTopic, type EventTopic, topicFreshMs } from './event-topic.ts'
import type { EventVersion } from './event-version.ts'

/** The operations of a zone, as their GET answers them. */
export type EventSource = { cachedBody: ResponseCache['bodyOf'] }

/** Listeners that are served in one turn of the event loop: other requests wait no longer than that. */
const listenersPerTurn = 200

export type EventChannelsDeps = {
  /** Counts events that were sent. */
  onSent: (kind: EventKind, listeners: number) => void
  /** Monotonic, ms. */
  monotonicMs: () => number
  logger: Logger
}

/** Makes the channels of a gateway: one for each zone and plan, whose listeners all receive the same bodies. */
export function createEventChannels({ onSent, monotonicMs, logger }: EventChannelsDeps) {
  const channelsOf = new Map<EventSource, Map<string, EventChannel>>()
  let refreshedAtMs = Number.NEGATIVE_INFINITY

  function createChannel(source: EventSource, firstCaller: Caller) {
    const listeners = new Set<EventListener>()
    let caller = firstCaller

    async function publish(version: EventVersion): Promise<void> {
      let sent = 0
      await inTurns(listeners, (listener) => {
        if (listener.offer(version, 'change')) sent += 1
      })
      onSent(version.kind, sent)
    }

    const topics: Readonly<Record<EventKind, EventTopic>> = {
      score: topicOf('score'),
      carbon: topicOf('carbon'),
      outlook: topicOf('outlook'),
      grid: topicOf('grid'),
      tariff: topicOf('tariff'),
    }

    function topicOf(kind: EventKind): EventTopic {
      const operation = forwardedOperation(eventOperations[kind])
      const ask = () => {
        // A request of our own: the clients' requests have been answered.
        const context = createRequestContext(new Request(`http://localhost${operation.path}`), null)
        return source.cachedBody({
          context,
          operation,
          query: '',
          caller,
          contentType: 'application/json',
          language: null,
        })
      }
      return createEventTopic({ kind, ask, publish, monotonicMs, logger })
    }

    return {
      rights: firstCaller.rights,
      topics,
      listeners,
      /** @param of whoever asked last: an account that is gone is asked for no more */
      isAskedBy(of: Caller): void {
        caller = of
      },
      refresh(): void {
        if (listeners.size === 0) return
        for (const kind of eventKinds) background(logger, 'events: refresh', topics[kind].refresh())
      },
    }
  }

  return {
    /** The channel of a zone under the rights of a caller. */
    channelOf(source: EventSource, caller: Caller): EventChannel {
      const byRights = channelsOf.getOrInsertComputed(source, () => new Map<string, EventChannel>())
      const channel = byRights.getOrInsertComputed(caller.rights, () => createChannel(source, caller))
      channel.isAskedBy(caller)
      return channel
    },
    /** The data of a zone have changed. */
    changed(source: EventSource): void {
      for (const channel of channelsOf.get(source)?.values() ?? []) channel.refresh()
    },
    /** Asks again where nobody says what changes: bodies change with time too, notices can be lost, and other zones send none. */
    refreshOld(): void {
      if (monotonicMs() - refreshedAtMs < topicFreshMs) return
      refreshedAtMs = monotonicMs()
      for (const byRights of channelsOf.values()) for (const channel of byRights.values()) channel.refresh()
    },
  }
}
export type EventChannels = ReturnType<typeof createEventChannels>

/** Listeners of one zone with the rights of one plan. */
export type EventChannel = {
  rights: string
  topics: Readonly<Record<EventKind, EventTopic>>
  listeners: Set<EventListener>
  isAskedBy(caller: Caller): void
  refresh(): void
}

/** Does something to each of many listeners, and lets other requests through in between. */
export async function inTurns<Item>(items: ReadonlySet<Item>, act: (item: Item) => void): Promise<void> {
  let left = listenersPerTurn
  for (const item of [...items]) {
    act(item)
    left -= 1
    if (left > 0) continue
    left = listenersPerTurn
    await nextTurn()
  }
}
