import { forwardedHeaders, ServiceCallError, type WholeResponse } from '../client/service-call.ts'

/** Largest head of a response, bytes. */
const maxHeadBytes = 16 * 1024

/** A whole response, read from the last bytes. */
export type ReadResponse = {
  response: WholeResponse
  /** The service does not close the connection. */
  isKeptOpen: boolean
  /** Bytes after this response. */
  rest: Buffer
}

/** A response whose head is read and whose body is coming. */
type Filling = { head: ResponseHead; body: Uint8Array<ArrayBuffer>; filledBytes: number }

/** Assembles the responses of a connection from its bytes, one after another. */
export function createResponseReader(maxBodyBytes: number) {
  let headBytes: Buffer | null = null
  let filling: Filling | null = null

  /** Reads the head when it is complete. */
  function beginBody(chunk: Buffer): { started: Filling; rest: Buffer } | null {
    const bytes = headBytes === null ? chunk : Buffer.concat([headBytes, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    if (end > maxHeadBytes || (end === -1 && bytes.byteLength > maxHeadBytes)) throw new ServiceCallError('too_large')
    // Copied while more is to come: Bun may reuse the memory of a chunk.
    headBytes = end === -1 ? Buffer.from(bytes) : bytes
    if (end === -1) return null
    const head = parseResponseHead(bytes.toString('latin1', 0, end))
    if (head.bodyBytes > maxBodyBytes) throw new ServiceCallError('too_large')
    return { started: { head, body: new Uint8Array(head.bodyBytes), filledBytes: 0 }, rest: bytes.subarray(end + 4) }
  }

  return {
    /** Whether the service has begun to answer. */
    hasBegun: (): boolean => headBytes !== null,
    /**
     * @returns null while the response is incomplete
     * @throws ServiceCallError `malformed`, `other_framing` or `too_large`; the reader cannot be used again
     */
    read(chunk: Buffer): ReadResponse | null {
      let rest = chunk
      if (filling === null) {
        const begun = beginBody(chunk)
        if (begun === null) return null
        filling = begun.started
        rest = begun.rest
      }
      const { head, body, filledBytes } = filling
      const missingBytes = body.byteLength - filledBytes
      // Copied for the same reason, and because a view would retain the whole chunk.
      body.set(rest.subarray(0, missingBytes), filledBytes)
      filling.filledBytes += Math.min(rest.byteLength, missingBytes)
      if (filling.filledBytes < body.byteLength) return null
      headBytes = null
      filling = null
      const { status, headers, isKeptOpen } = head
      return { response: { status, headers, body }, isKeptOpen, rest: rest.subarray(missingBytes) }
    },
  }
}
export type ResponseReader = ReturnType<typeof createResponseReader>

/** The head of a response, as far as the gateway needs it. */
type ResponseHead = {
  status: number
  /** Those that may be forwarded, in lower case. */
  headers: Record<string, string>
  bodyBytes: number
  /** The connection may carry another request. */
  isKeptOpen: boolean
}

/** Fields of the end of the body and of the connection. */
type Framing = { contentLength: string | null; hasTransferCoding: boolean; isClosed: boolean }

/** A refusal by the HTTP parser of a service, without a length and a useful body, such as 431 for a head that is too large. */
const isBareRefusal = (status: number, headers: Record<string, string>, { isClosed }: Framing): boolean =>
  status >= 400 && isClosed && headers['content-type'] === undefined

const framingHeaders = ['content-length', 'transfer-encoding', 'connection', 'content-encoding'] as const

/** A field that is read: its name in lower case, and whether clients may see it. */
type KnownField = { name: string; isForwarded: boolean }

const knownFields: readonly KnownField[] = [
  ...[...forwardedHeaders].map((name) => ({ name, isForwarded: true })),
  ...framingHeaders.map((name) => ({ name, isForwarded: false })),
]

/** Fields in lower case and in the usual spelling of servers: lower-casing each name would cost more than the rest of the parser. */
const fieldBySpelling: ReadonlyMap<string, KnownField> = new Map(
  knownFields.flatMap((field) => [
    [field.name, field],
    [field.name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase()), field],
  ]),
)

const statusLinePattern = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/
const contentLengthPattern = /^\d{1,10}$/
/** Lines of tabs, visible characters and the upper half of Latin-1: what RFC 9110 §5.5 allows in a value. Tested once for all lines. */
const headPattern = /^[\t\x20-\x7e\x80-\xff]*(?:\r\n[\t\x20-\x7e\x80-\xff]*)*$/

/**
 * Parses the head of a response strictly: anything irregular is refused and not repaired, since the end of one response decides where the
 * next one begins.
 *
 * @param text without the empty line that ends it
 * @throws ServiceCallError `malformed`, or `other_framing` when the length of the body is not declared
 */
export function parseResponseHead(text: string): ResponseHead {
  if (!headPattern.test(text)) throw new ServiceCallError('malformed')
  const lineEnd = endOfLine(text, 0)
  const status = Number(statusLinePattern.exec(text.slice(0, lineEnd))?.[1])
  if (Number.isNaN(status)) throw new ServiceCallError('malformed')
  const framing: Framing = { contentLength: null, hasTransferCoding: false, isClosed: false }
  const headers: Record<string, string> = {}
  for (let start = lineEnd + 2; start < text.length; ) {
    const end = endOfLine(text, start)
    readField(text, start, end, headers, framing)
    start = end + 2
  }
  return { status, headers, bodyBytes: bodyBytes(status, headers, framing), isKeptOpen: !framing.isClosed }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\r\n', from)
  return end === -1 ? text.length : end
}

function readField(text: string, start: number, end: number, headers: Record<string, string>, framing: Framing): void {
  const colon = text.indexOf(':', start)
  const field = knownField(text.slice(start, colon === -1 || colon > end ? start : colon))
  if (field === undefined) return
  const { name, isForwarded } = field
  const value = text.slice(colon + 1, end).trim()
  const before = headers[name]
  if (!isForwarded) readFraming(name, value, framing)
  else headers[name] = before === undefined ? value : `${before}, ${value}`
}

/**
 * The field of a name; undefined for one that is not read.
 *
 * @throws ServiceCallError for the means of request smuggling: an empty name, a folded line, a blank before the colon
 */
function knownField(spelling: string): KnownField | undefined {
  const known = fieldBySpelling.get(spelling)
  if (known !== undefined) return known
  if (spelling === '' || isBlank(spelling.charCodeAt(0)) || isBlank(spelling.charCodeAt(spelling.length - 1))) {
    throw new ServiceCallError('malformed')
  }
  return fieldBySpelling.get(spelling.toLowerCase())
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
    // `content-encoding`: the header is not forwarded, so clients could not decode the body.
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
