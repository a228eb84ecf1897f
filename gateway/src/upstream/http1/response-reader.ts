import { ServiceCallError } from '../client/service-call-error.ts'
import { type AnswerHead, parseAnswerHead } from './response-head.ts'

/** Largest head of an answer, bytes. */
const maxHeadBytes = 16 * 1024

/** An answer that was read to its end. */
export type WholeAnswer = { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }

/** What became of an answer with the bytes that came last. */
export type ReadAnswer = {
  answer: WholeAnswer
  /** The connection may carry another request: the service keeps it open and has sent nothing more than it said. */
  isReusable: boolean
}

/** An answer of which the head is there and the body is coming. */
type Filling = { head: AnswerHead; body: Uint8Array<ArrayBuffer>; filledBytes: number }

/** Puts one answer after another together from the bytes of a connection. */
export function createAnswerReader(maxBodyBytes: number) {
  let headBytes: Buffer | null = null
  let filling: Filling | null = null

  /** Takes the head off the bytes when it is whole. */
  function beginBody(chunk: Buffer): { started: Filling; rest: Buffer } | null {
    const bytes = headBytes === null ? chunk : Buffer.concat([headBytes, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    if (end > maxHeadBytes || (end === -1 && bytes.byteLength > maxHeadBytes)) throw new ServiceCallError('too_large')
    // Copied while more is to come: what is in a chunk is not promised to stay.
    headBytes = end === -1 ? Buffer.from(bytes) : bytes
    if (end === -1) return null
    const head = parseAnswerHead(bytes.toString('latin1', 0, end))
    if (head.bodyBytes > maxBodyBytes) throw new ServiceCallError('too_large')
    return { started: { head, body: new Uint8Array(head.bodyBytes), filledBytes: 0 }, rest: bytes.subarray(end + 4) }
  }

  return {
    /** Whether the service has begun to answer. */
    hasBegun: (): boolean => headBytes !== null,
    /**
     * @returns null while the answer is not whole
     * @throws ServiceCallError `malformed`, `other_framing` or `too_large`; the reader is of no use any more
     */
    read(chunk: Buffer): ReadAnswer | null {
      let rest = chunk
      if (filling === null) {
        const begun = beginBody(chunk)
        if (begun === null) return null
        filling = begun.started
        rest = begun.rest
      }
      const { head, body, filledBytes } = filling
      const missingBytes = body.byteLength - filledBytes
      // Copied for the same reason, and because a part would hold on to the whole chunk.
      body.set(rest.subarray(0, missingBytes), filledBytes)
      filling.filledBytes += Math.min(rest.byteLength, missingBytes)
      if (filling.filledBytes < body.byteLength) return null
      headBytes = null
      filling = null
      const { status, headers, isKeptOpen } = head
      return { answer: { status, headers, body }, isReusable: isKeptOpen && rest.byteLength === missingBytes }
    },
  }
}
export type AnswerReader = ReturnType<typeof createAnswerReader>
