/** Bytes handed to a connection at once: the most that a client can leave unread in the process, in addition to the kernel's send buffer. */
export const chunkBytes = 64 * 1024

/**
 * Time in which a client must read {@link minWindowBytes}, ms; only time spent waiting for the client counts. Two windows are shorter than the idle time-out
 * of a connection, which would close it silently and keep sending the kernel's data.
 */
export const windowMs = 12_000

/** Bytes that a client must read in each window at least: 8 kB/s, a tenth of a poor mobile connection. */
export const minWindowBytes = 96_000

/** Longest time for one body, ms: a year of raw points (about 25 MB, or 3 MB compressed) at 50 kB/s. */
export const maxDurationMs = 600_000

/** Why a body was cut off. */
export type CutReason = 'too_slow' | 'too_long'

export type PacedBodyOptions = {
  /** Monotonic, ms. */
  monotonicMs: () => number
  /** Called once when the body ends, for any reason. */
  onEnd: () => void
  /** Called before `onEnd` when the gateway ends the body. */
  onCut: (reason: CutReason, sentBytes: number) => void
}

/**
 * A body that is sent in chunks, each when the client has read the previous one. Chunks are views of the shared bytes: nothing is copied for a client that
 * does not read. A body whose source fails, or that is cut off, closes the connection without an end mark, so that it never looks complete.
 * @param body bytes, or a stream that is read as the client reads and cancelled when the client disconnects
 * @returns the stream to send, and `check`, which cuts off a slow client: call it every few seconds
 */
export function createPacedBody(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  { monotonicMs, onEnd, onCut }: PacedBodyOptions,
) {
  const reader = body instanceof Uint8Array ? null : body.getReader()
  let rest = body instanceof Uint8Array ? body : new Uint8Array()
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let isEnded = false
  const startedMs = monotonicMs()
  /** Since when the body has been waiting for the client; null while it waits for the source. */
  let clientSinceMs: number | null = startedMs
  const window = { clientMs: 0, takenBytes: 0 }
  let handedBytes = 0
  let sentBytes = 0

  function end(): void {
    if (isEnded) return
    isEnded = true
    onEnd()
  }

  function stopSource(): void {
    // A failed source has reported its error itself.
    reader?.cancel().catch(() => undefined)
  }

  /** The client asks for more: it has read the last chunk. */
  function countReadChunk(): void {
    const nowMs = monotonicMs()
    window.clientMs += nowMs - (clientSinceMs ?? nowMs)
    window.takenBytes += handedBytes
    sentBytes += handedBytes
    handedBytes = 0
    clientSinceMs = null
  }

  function sendChunk(): void {
    const chunk = rest.subarray(0, chunkBytes)
    rest = rest.subarray(chunk.length)
    handedBytes = chunk.length
    clientSinceMs = monotonicMs()
    controller.enqueue(chunk)
  }

  function finish(): void {
    controller.close()
    end()
  }

  async function sendNextChunk(from: NonNullable<typeof reader>): Promise<void> {
    try {
      const { done, value } = await from.read()
      if (isEnded) return
      if (done) return finish()
      rest = value
      sendChunk()
    } catch (error) {
      if (isEnded) return
      controller.error(error)
      end()
    }
  }

  function cut(reason: CutReason): void {
    onCut(reason, sentBytes)
    controller.error(new Error(`response cut off: ${reason}`))
    end()
    stopSource()
  }

  /** Why to cut the body off now, or null; starts the next window after a good one. */
  function cutReason(nowMs: number): CutReason | null {
    if (nowMs - startedMs >= maxDurationMs) return 'too_long'
    if (clientSinceMs !== null) {
      window.clientMs += nowMs - clientSinceMs
      clientSinceMs = nowMs
    }
    if (window.clientMs < windowMs) return null
    if (window.takenBytes < minWindowBytes) return 'too_slow'
    window.clientMs = 0
    window.takenBytes = 0
    return null
  }

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(own) {
        controller = own
      },
      pull() {
        countReadChunk()
        if (rest.length > 0) return sendChunk()
        return reader === null ? finish() : sendNextChunk(reader)
      },
      cancel() {
        end()
        stopSource()
      },
    },
    { highWaterMark: 0 },
  )

  return {
    stream,
    check(): void {
      if (isEnded) return
      const reason = cutReason(monotonicMs())
      if (reason !== null) cut(reason)
    },
  }
}
export type PacedBody = ReturnType<typeof createPacedBody>
