import { type Fault, findFault } from '../faults/fault.ts'
import type { Answer } from '../subjects/answer.ts'

/** Longest note header, characters. */
const maxNoteLength = 300

/** The body that a format writes: an object that is sent as JSON, or bytes. */
export type Body = {
  content: object | Uint8Array<ArrayBuffer>
  status?: number
  headers?: Readonly<Record<string, string>>
}

/** Whether values were recorded or generated, and how they were derived. */
export type Origin = Pick<Answer<unknown>, 'origin' | 'note'>

/** Sends a body with the headers that tell its origin. Faults of the transport change how it is sent. */
export function sendBody({ content, status = 200, headers }: Body, { origin, note }: Origin, faults: readonly Fault[]) {
  const bytes = content instanceof Uint8Array ? content : toJsonBytes(content)
  return sendBytes(bytes, faults, {
    status,
    headers: {
      'content-type': 'application/json;charset=UTF-8',
      'x-hexawatt-origin': origin,
      ...(note === null ? {} : { 'x-hexawatt-note': note.slice(0, maxNoteLength) }),
      ...headers,
    },
  })
}

export function toJsonBytes(content: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(content))
}

/** Answers with a body; the `cut_off_json` fault cuts it in the middle, `slow_body` pauses there. */
export function sendBytes(bytes: Uint8Array<ArrayBuffer>, faults: readonly Fault[], init: ResponseInit): Response {
  const middle = Math.ceil(bytes.length / 2)
  const half = bytes.subarray(0, middle)
  const cutOff = findFault(faults, 'cut_off_json')
  if (cutOff?.cut === 'body') return new Response(half, init)
  if (cutOff !== undefined) return new Response(createPausedStream(half, brokenPauseMs, null), init)
  const slow = findFault(faults, 'slow_body')
  if (slow === undefined) return new Response(bytes, init)
  return new Response(createPausedStream(half, slow.delayMs, bytes.subarray(middle)), init)
}

/** The first part must be sent before the connection breaks, ms. */
const brokenPauseMs = 20

/** A body that pauses after `start` and goes on with `rest`, or breaks the connection where there is none. */
function createPausedStream(start: Uint8Array, pauseMs: number, rest: Uint8Array | null): ReadableStream<Uint8Array> {
  let isStarted = false
  return new ReadableStream({
    async pull(controller) {
      if (!isStarted) {
        isStarted = true
        controller.enqueue(start)
        return
      }
      await Bun.sleep(pauseMs)
      if (rest === null) {
        // With a reason, the server would log it as its own failure.
        controller.error()
        return
      }
      controller.enqueue(rest)
      controller.close()
    },
  })
}
