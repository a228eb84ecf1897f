import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EventKind, eventKinds, eventOperations } from '@hexawatt/shared/contract/formats/live-events'
import { defaultEventOutlookHours, type EventOutlookHours } from '@hexawatt/shared/contract/query/event-parameters'
import { AppError } from '@hexawatt/shared/errors/app-error'
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

/** How long the prices of a contract count as the newest without a change notice, ms: each contract is a calculation of its own. */
export const pricesFreshMs = 10_000

export type EventChannelsDeps = {
  /** The body of an operation, as its GET answers it. */
  cachedBody: ResponseCache['readBody']
  /** Counts events that were sent. */
  onSent: (kind: EventKind, listeners: number) => void
  /** Contracts whose prices are followed at once, at most. */
  maxContracts: number
  /** Monotonic, ms. */
  monotonicMs: () => number
  logger: Logger
}

/** What a stream is about, apart from the rights of its caller. */
export type EventWish = {
  kinds: ReadonlySet<EventKind>
  outlookHours: EventOutlookHours
  /** Query of the prices: the contract, as GET has it in its canonical text. */
  pricesQuery: string
}

/** The newest body of a kind for the rights of a plan and a query, and its listeners: all receive the same bytes. */
type Subject = EventTopic & {
  kind: EventKind
  query: string
  listeners: Set<EventListener>
  /** Services are asked in the name of the most recent caller, because the account of an earlier caller may have been deleted. */
  setCaller: (caller: Caller) => void
}

/** Makes the channels of a gateway. Streams with the same rights and the same query of a kind share its body. */
export function createEventChannels({ cachedBody, onSent, maxContracts, monotonicMs, logger }: EventChannelsDeps) {
  const subjects = new Map<string, Subject>()
  const contracts = createFollowedContracts(maxContracts)
  let refreshedAtMs = Number.NEGATIVE_INFINITY
  let pricesRefreshedAtMs = Number.NEGATIVE_INFINITY

  function createSubject(kind: EventKind, query: string, firstCaller: Caller): Subject {
    const listeners = new Set<EventListener>()
    const operation = getForwardedOperation(eventOperations[kind])
    let caller = firstCaller

    async function publish(version: EventVersion): Promise<void> {
      let sent = 0
      await visitInTurns(listeners, (listener) => {
        if (listener.offer(version, 'change')) sent += 1
      })
      onSent(kind, sent)
    }

    const ask = () => {
      // A request by the gateway itself: the clients' requests have been answered already.
      const context = createRequestContext(new Request(`http://localhost${operation.path}`), null)
      return cachedBody({ context, operation, query, caller, contentType: 'application/json', language: null })
    }
    return {
      ...createEventTopic({ kind, ask, publish, monotonicMs, logger }),
      ...{ kind, query, listeners },
      setCaller(last) {
        caller = last
      },
    }
  }

  function refresh(isMeant: (subject: Subject) => boolean): void {
    for (const subject of subjects.values()) {
      if (subject.listeners.size > 0 && isMeant(subject)) runInBackground(logger, 'events: refresh', subject.refresh())
    }
  }

  /** Forgets the prices of a contract under the rights of every plan. */
  function forgetPrices(query: string): void {
    for (const [key, subject] of subjects)
      if (subject.kind === 'prices' && subject.query === query) subjects.delete(key)
  }

  return {
    /**
     * The channel of a stream. It must be closed.
     *
     * @throws AppError `service_unavailable` when the gateway follows the prices of too many contracts
     */
    openChannel(caller: Caller, wish: EventWish): EventChannel {
      const { kinds, pricesQuery } = wish
      const release = kinds.has('prices') ? contracts.follow(pricesQuery) : () => undefined
      const own = eventKinds
        .filter((kind) => kinds.has(kind))
        .map((kind) => {
          const query = toQuery(kind, wish)
          const key = `${kind} ${query} ${caller.rights}`
          const subject = subjects.getOrInsertComputed(key, () => createSubject(kind, query, caller))
          subject.setCaller(caller)
          return { kind, subject }
        })
      let isOpen = true
      return {
        rights: caller.rights,
        wish,
        topics: own.map(({ subject }) => subject),
        findTopic: (kind) => own.find((one) => one.kind === kind)?.subject ?? null,
        join(listener) {
          if (isOpen) for (const { subject } of own) subject.listeners.add(listener)
        },
        close(listener) {
          isOpen = false
          for (const { subject } of own) if (listener !== null) subject.listeners.delete(listener)
          release()
          if (kinds.has('prices') && !contracts.isFollowed(pricesQuery)) forgetPrices(pricesQuery)
        },
      }
    },
    /** Must be called when the data have changed. */
    changed: (): void => refresh(() => true),
    /** Reads again without a change notice: bodies also change with time, and notices can be lost. */
    refreshOld(): void {
      const nowMs = monotonicMs()
      if (nowMs - refreshedAtMs < topicFreshMs) return
      refreshedAtMs = nowMs
      const arePricesOld = nowMs - pricesRefreshedAtMs >= pricesFreshMs
      if (arePricesOld) pricesRefreshedAtMs = nowMs
      refresh(({ kind }) => kind !== 'prices' || arePricesOld)
    },
  }
}
export type EventChannels = ReturnType<typeof createEventChannels>

/** The topics of one stream. */
export type EventChannel = {
  rights: string
  wish: EventWish
  /** In the order of the kinds. */
  topics: readonly EventTopic[]
  findTopic: (kind: EventKind) => EventTopic | null
  join: (listener: EventListener) => void
  /** @param listener null for a stream that never began */
  close: (listener: EventListener | null) => void
}

function toQuery(kind: EventKind, { outlookHours, pricesQuery }: EventWish): string {
  if (kind === 'prices') return pricesQuery
  return kind === 'outlook' && outlookHours !== defaultEventOutlookHours ? `hours=${outlookHours}` : ''
}

/** `Retry-After` when no further contract can be followed, s. */
const retryAfterSeconds = 30

/** Counts the streams that follow the prices of each contract. Each contract costs a calculation at every change, so their number is bounded. */
function createFollowedContracts(maxContracts: number) {
  const streams = new Map<string, number>()
  return {
    isFollowed: (query: string): boolean => streams.has(query),
    /**
     * Follows a contract.
     *
     * @returns ends it; may be called several times
     * @throws AppError `service_unavailable`
     */
    follow(query: string): () => void {
      if (!streams.has(query) && streams.size >= maxContracts) {
        throw new AppError('service_unavailable', {
          detail: `The prices of ${maxContracts} contracts are followed, the maximum at a time; a stream without the kind prices, and one with a contract that is followed already, can be opened.`,
          retryAfterSeconds,
        })
      }
      streams.set(query, (streams.get(query) ?? 0) + 1)
      let isFollowing = true
      return () => {
        if (!isFollowing) return
        isFollowing = false
        const left = (streams.get(query) ?? 1) - 1
        if (left === 0) streams.delete(query)
        else streams.set(query, left)
      }
    },
  }
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
