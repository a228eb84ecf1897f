import { passedHeaders, ServiceCallError, type WholeAnswer } from '../client/service-call.ts'

/** Largest head of an answer, bytes. */
const maxHeadBytes = 16 * 1024

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

/** The head of an answer, as far as the gateway needs it. */
type AnswerHead = {
  status: number
  /** Those that may be passed on, in lower case. */
  headers: Record<string, string>
  bodyBytes: number
  /** The connection may carry another request. */
  isKeptOpen: boolean
}

/** Fields that say where the body ends and what becomes of the connection. */
type Framing = { contentLength: string | null; hasTransferCoding: boolean; isClosed: boolean }

/** What the HTTP parser of a service answers without a length, and without a body worth reading: such as 431 for a head that is too large. */
const isBareRefusal = (status: number, headers: Record<string, string>, { isClosed }: Framing): boolean =>
  status >= 400 && isClosed && headers['content-type'] === undefined

const framingHeaders = ['content-length', 'transfer-encoding', 'connection', 'content-encoding'] as const

/** Every name that is read, also as servers usually spell it: changing the case of each would cost more than all the rest. */
const nameBySpelling: ReadonlyMap<string, string> = new Map(
  [...passedHeaders, ...framingHeaders].flatMap((name) => [
    [name, name],
    [name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase()), name],
  ]),
)

const statusLinePattern = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/
const contentLengthPattern = /^\d{1,10}$/
/** Tab, visible characters and the upper half of Latin-1: what RFC 9110 §5.5 allows in a value. */
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Reads the head of an answer strictly: what is not plainly right is refused and not repaired, since the end of one answer decides
 * where the next one begins.
 *
 * @param text without the empty line that ends it
 * @throws ServiceCallError `malformed`, or `other_framing` when the length of the body is not declared
 */
export function parseAnswerHead(text: string): AnswerHead {
  const lineEnd = endOfLine(text, 0)
  const status = Number(statusLinePattern.exec(text.slice(0, lineEnd))?.[1])
  if (Number.isNaN(status)) throw new ServiceCallError('malformed')
  const framing: Framing = { contentLength: null, hasTransferCoding: false, isClosed: false }
  const headers: Record<string, string> = {}
  for (let start = lineEnd + 2; start < text.length; ) {
    const end = endOfLine(text, start)
    readField(text.slice(start, end), headers, framing)
    start = end + 2
  }
  return { status, headers, bodyBytes: bodyBytes(status, headers, framing), isKeptOpen: !framing.isClosed }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\r\n', from)
  return end === -1 ? text.length : end
}

function readField(line: string, headers: Record<string, string>, framing: Framing): void {
  const colon = line.indexOf(':')
  const name = fieldName(line, colon)
  if (name === null) return
  const value = line.slice(colon + 1).trim()
  if (!valuePattern.test(value)) throw new ServiceCallError('malformed')
  if (passedHeaders.has(name)) {
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  } else {
    readFraming(name, value, framing)
  }
}

/**
 * Name of a field in lower case; null for one that is of no interest.
 *
 * @throws ServiceCallError for what request smuggling is made of: an empty name, a folded line, a blank before the colon
 */
function fieldName(line: string, colon: number): string | null {
  const text = line.slice(0, Math.max(colon, 0))
  const known = nameBySpelling.get(text)
  if (known !== undefined) return known
  if (text === '' || isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1))) {
    throw new ServiceCallError('malformed')
  }
  return nameBySpelling.get(text.toLowerCase()) ?? null
}

function readFraming(name: string, value: string, framing: Framing): void {
  if (name === 'content-length') {
    if (framing.contentLength !== null || !contentLengthPattern.test(value)) throw new ServiceCallError('malformed')
    framing.contentLength = value
  } else if (name === 'transfer-encoding') {
    framing.hasTransferCoding = true
  } else if (name === 'connection') {
    framing.isClosed = value.toLowerCase() !== 'keep-alive'
  } else if (value.toLowerCase() !== 'identity') {
    // `content-encoding`: plain was asked for, and passed on under no name nobody could read it.
    throw new ServiceCallError('malformed')
  }
}

function bodyBytes(status: number, headers: Record<string, string>, framing: Framing): number {
  const { contentLength, hasTransferCoding } = framing
  if (hasTransferCoding && contentLength !== null) throw new ServiceCallError('malformed')
  if (status === 204 || status === 304) return 0
  if (!hasTransferCoding && contentLength === null && isBareRefusal(status, headers, framing)) return 0
  if (hasTransferCoding || contentLength === null) throw new ServiceCallError('other_framing')
  return Number(contentLength)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
