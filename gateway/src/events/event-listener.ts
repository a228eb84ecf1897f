import type { EventKind } from '@hexawatt/shared/contract/formats/live-events'
import { type EventVersion, makeEventId, type SeenMarks } from './event-version.ts'

/** Bytes that a listener may leave unread in the process, in addition to the kernel's send buffer: a few rounds of all kinds. */
export const maxUnreadBytes = 128 * 1024

/** Longest time a slow client may take to read the end of its stream, ms. */
const lastReadMs = 3_000

/** Why a stream ended: `client` = it disconnected; `slow` = it did not read; `key` = its key is no longer valid; `stopping` = the gateway stops. */
export type EndReason = 'client' | 'slow' | 'key' | 'limit' | 'stopping'

/** When a version is offered: to a new stream, when it is new, or again with a heart-beat. */
export type OfferOccasion = 'opening' | 'change' | 'beat'

export type EventListenerOptions = {
  kinds: ReadonlySet<EventKind>
  /** Versions that the client already has. */
  seen: SeenMarks
  /** Called once when the stream has ended, for any reason. */
  onEnd: (reason: EndReason) => void
}

/**
 * One event stream. It sends shared bytes; bytes that the client does not read wait in the stream's bounded queue. A stream that is cut off closes its
 * connection without an end mark; the client resumes by the id of the last event that it read.
 */
export function createEventListener({ kinds, seen, onEnd }: EventListenerOptions) {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let isEnded = false
  let sentBytes = 0
  /** What the client had read at the last heart-beat. */
  let takenBytes = -1

  function finish(reason: EndReason): boolean {
    if (isEnded) return false
    isEnded = true
    onEnd(reason)
    return true
  }

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(own) {
        controller = own
      },
      cancel() {
        finish('client')
      },
    },
    { highWaterMark: 0, size: (bytes) => bytes?.length ?? 0 },
  )

  const countUnreadBytes = (): number => (isEnded ? 0 : -(controller.desiredSize ?? 0))

  function cut(reason: EndReason): void {
    if (finish(reason)) controller.error(new Error(`event stream cut off: ${reason}`))
  }

  function send(bytes: Uint8Array<ArrayBuffer>): void {
    if (isEnded) return
    if (countUnreadBytes() + bytes.length > maxUnreadBytes) {
      cut('slow')
      return
    }
    try {
      controller.enqueue(bytes)
      sentBytes += bytes.length
    } catch {
      // The runtime closed the stream without calling `cancel`. The error must not reach the following streams.
      finish('client')
    }
  }

  /**
   * Whether to send a version. Replicas of a service may briefly answer an older version. A version that is still there at a heart-beat is sent, because the
   * publisher's clock may have been set back.
   */
  function isNews({ kind, mark }: EventVersion, occasion: OfferOccasion): boolean {
    const last = seen[kind]
    if (mark === null) return last === undefined && occasion === 'opening'
    if (last === undefined) return true
    if (last.tag === mark.tag) return false
    return occasion === 'beat' || mark.modifiedSeconds >= last.modifiedSeconds
  }

  return {
    stream,
    unreadBytes: countUnreadBytes,
    cut,
    send,
    /**
     * Sends a version unless the client has it, or did not subscribe to its kind.
     * @returns whether it was sent
     */
    offer(version: EventVersion, occasion: OfferOccasion): boolean {
      const { kind, mark } = version
      if (isEnded || !kinds.has(kind) || !isNews(version, occasion)) return false
      if (mark !== null) seen[kind] = mark
      send(version.frame(makeEventId(seen)))
      return true
    },
    /** Sends a comment. Ends the stream if its client has read nothing since the last comment although data wait. */
    sendHeartbeat(comment: Uint8Array<ArrayBuffer>): void {
      const taken = sentBytes - countUnreadBytes()
      const isStalled = countUnreadBytes() > 0 && taken === takenBytes
      takenBytes = taken
      if (isStalled) cut('slow')
      else send(comment)
    },
    /** Sends the last bytes and ends the stream. A slow client has only a moment to read them, so that a stopping gateway does not wait for slow clients. */
    end(reason: EndReason, last: Uint8Array<ArrayBuffer>): void {
      const isBehind = countUnreadBytes() > 0
      send(last)
      if (!finish(reason)) return
      controller.close()
      if (isBehind) setTimeout(() => controller.error(new Error('event stream cut off at its end')), lastReadMs)
    },
  }
}
export type EventListener = ReturnType<typeof createEventListener>
