import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EventKind, eventKinds, eventOperations } from '@hexawatt/shared/contract/formats/live-events'
import { defaultEventOutlookHours, type EventOutlookHours } from '@hexawatt/shared/contract/query/event-parameters'
import { type Logger, runInBackground } from '@hexawatt/shared/telemetry/logger'
import type { Caller } from '../auth/caller.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { createRequestContext } from '../http/request-context.ts'
import { getForwardedOperation } from '../upstream/service-request.ts'
import type { EventListener } from './event-listener.ts'
import { createEventTopic, type EventTopic, topicFreshMs } from './event-topic.ts'
import type { EventVersion } from './event-version.ts'

/** Listeners served in one turn of the event loop: bounds how long other requests wait. */
export const listenersPerTurn = 200

export type EventChannelsDeps = {
  /** The body of an operation, as its GET answers it. */
  cachedBody: ResponseCache['readBody']
  /** Counts events that were sent. */
  onSent: (kind: EventKind, listeners: number) => void
  /** Monotonic, ms. */
  monotonicMs: () => number
  logger: Logger
}

/** Makes the channels of a gateway: one for the rights of each plan and each length of the outlook. All listeners of a channel receive the same bytes. */
export function createEventChannels({ cachedBody, onSent, monotonicMs, logger }: EventChannelsDeps) {
  const channels = new Map<string, EventChannel>()
  let refreshedAtMs = Number.NEGATIVE_INFINITY

  function createChannel(firstCaller: Caller, outlookHours: EventOutlookHours): EventChannel {
    const listeners = new Set<EventListener>()
    let caller = firstCaller

    async function publish(version: EventVersion): Promise<void> {
      let sent = 0
      await visitInTurns(listeners, (listener) => {
        if (listener.offer(version, 'change')) sent += 1
      })
      onSent(version.kind, sent)
    }

    const topics: Readonly<Record<EventKind, EventTopic>> = {
      score: getTopic('score'),
      carbon: getTopic('carbon'),
      outlook: getTopic('outlook'),
      grid: getTopic('grid'),
      tariff: getTopic('tariff'),
    }

    function getTopic(kind: EventKind): EventTopic {
      const operation = getForwardedOperation(eventOperations[kind])
      const ask = () => {
        // A request by the gateway itself: the clients' requests have been answered already.
        const context = createRequestContext(new Request(`http://localhost${operation.path}`), null)
        return cachedBody({
          context,
          operation,
          query: kind === 'outlook' && outlookHours !== defaultEventOutlookHours ? `hours=${outlookHours}` : '',
          caller,
          contentType: 'application/json',
          language: null,
        })
      }
      return createEventTopic({ kind, ask, publish, monotonicMs, logger })
    }

    return {
      rights: firstCaller.rights,
      outlookHours,
      topics,
      listeners,
      /** Services are asked in the name of the most recent caller, because the account of an earlier caller may have been deleted. */
      setCaller(last: Caller): void {
        caller = last
      },
      refresh(): void {
        if (listeners.size === 0) return
        for (const kind of eventKinds) runInBackground(logger, 'events: refresh', topics[kind].refresh())
      },
    }
  }

  function refreshAll(): void {
    for (const channel of channels.values()) channel.refresh()
  }

  return {
    /** The channel of the rights of a caller and of a length of the outlook. */
    getChannel(caller: Caller, outlookHours: EventOutlookHours): EventChannel {
      const key = `${outlookHours} ${caller.rights}`
      const channel = channels.getOrInsertComputed(key, () => createChannel(caller, outlookHours))
      channel.setCaller(caller)
      return channel
    },
    /** Must be called when the data have changed. */
    changed: refreshAll,
    /** Reads again without a change notice: bodies also change with time, and notices can be lost. */
    refreshOld(): void {
      if (monotonicMs() - refreshedAtMs < topicFreshMs) return
      refreshedAtMs = monotonicMs()
      refreshAll()
    },
  }
}
export type EventChannels = ReturnType<typeof createEventChannels>

/** Listeners with the rights of one plan and an outlook of the same length. */
export type EventChannel = {
  rights: string
  outlookHours: EventOutlookHours
  topics: Readonly<Record<EventKind, EventTopic>>
  listeners: Set<EventListener>
  setCaller(caller: Caller): void
  refresh(): void
}

/** Visits each of many listeners, and lets other requests through in between. */
export async function visitInTurns<Item>(items: ReadonlySet<Item>, act: (item: Item) => void): Promise<void> {
  let left = listenersPerTurn
  for (const item of [...items]) {
    act(item)
    left -= 1
    if (left > 0) continue
    left = listenersPerTurn
    await nextTurn()
  }
}
