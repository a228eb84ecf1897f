import { effectiveFromHeader, truncatedHeader } from '@hexawatt/shared/contract/score-history'
import { formatIsoExact } from '@hexawatt/shared/time/instant'
import type { ServedWindow } from './served-window.ts'

/**
 * Streams chunks on demand: a chunk is generated when the client has taken the previous one, so a slow client holds one chunk in memory.
 * A client that disconnects ends the generator.
 *
 * @param onFailure receives the error that aborted the answer; the client sees a truncated body, never a complete-looking one
 */
export function createBodyStream(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let hasClientLeft = false
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const next = await chunks.next()
          // The stream takes no chunk that was made while the client left: enqueueing it would throw, as if the store had failed.
          if (hasClientLeft) return
          if (next.done === true) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          onFailure(error)
          // The server prints this message to stderr. The cause may quote SQL, so only the log has it.
          controller.error(new Error('the answer was broken off'))
        }
      },
      async cancel() {
        hasClientLeft = true
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Headers that name the served window, for a body that has points only. */
export function createTruncationHeaders({
  effectiveFrom,
  truncated,
}: Pick<ServedWindow, 'effectiveFrom' | 'truncated'>): Record<string, string> {
  return { [effectiveFromHeader]: formatIsoExact(effectiveFrom), ...(truncated ? { [truncatedHeader]: 'true' } : {}) }
}

/** Counts a stream as open until it ends, fails, or the client disconnects. */
export async function* countWhileOpen<Chunk>(
  chunks: AsyncGenerator<Chunk, void, undefined>,
  openStreams: { inc: () => void; dec: () => void },
): AsyncGenerator<Chunk, void, undefined> {
  openStreams.inc()
  try {
    yield* chunks
  } finally {
    openStreams.dec()
  }
}
