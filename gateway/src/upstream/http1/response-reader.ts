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

/** Names that are read, in lower case and in the usual spelling of servers: lower-casing each name would cost more than the rest of the parser. */
const nameBySpelling: ReadonlyMap<string, string> = new Map(
  [...forwardedHeaders, ...framingHeaders].flatMap((name) => [
    [name, name],
    [name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase()), name],
  ]),
)

const statusLinePattern = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/
const contentLengthPattern = /^\d{1,10}$/
/** Tab, visible characters and the upper half of Latin-1: what RFC 9110 §5.5 allows in a value. */
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Parses the head of a response strictly: anything irregular is refused and not repaired, since the end of one response decides where the
 * next one begins.
 *
 * @param text without the empty line that ends it
 * @throws ServiceCallError `malformed`, or `other_framing` when the length of the body is not declared
 */
export function parseResponseHead(text: string): ResponseHead {
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
  if (forwardedHeaders.has(name)) {
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  } else {
    readFraming(name, value, framing)
  }
}

/**
 * Name of a field in lower case; null for one that is not read.
 *
 * @throws ServiceCallError for the means of request smuggling: an empty name, a folded line, a blank before the colon
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
