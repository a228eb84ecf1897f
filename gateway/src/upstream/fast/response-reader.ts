import { forwardedHeaders, ServiceCallError, type WholeResponse } from '../client/service-call.ts'

// Fast path: docs/develop/fast-http-client.md.

/** Largest head of a response, bytes. */
const maxHeadBytes = 16 * 1024

/** A whole response, read from the last bytes. */
export type ReadResponse = {
  response: WholeResponse
  /** Whether the service keeps the connection open. */
  isKeptOpen: boolean
  /** Where the bytes after this response begin. */
  nextAt: number
}

/** A response whose head is read and whose body is coming. */
type Filling = { head: ResponseHead; body: Uint8Array<ArrayBuffer>; filledBytes: number }

/** Assembles the responses of a connection from its bytes, one after another. */
export function createResponseReader(maxBodyBytes: number) {
  const parseHead = createHeadParser()
  let headBytes: Buffer | null = null
  let filling: Filling | null = null

  /** Reads the head when it is complete. @returns where the body begins in the chunk; null while the head is incomplete */
  function beginBody(chunk: Buffer<ArrayBuffer>, from: number): number | null {
    const before = headBytes?.byteLength ?? 0
    const bytes = headBytes === null ? chunk : Buffer.concat([headBytes, chunk.subarray(from)])
    const start = headBytes === null ? from : 0
    const end = bytes.indexOf('\r\n\r\n', start)
    const length = (end === -1 ? bytes.byteLength : end) - start
    if (length > maxHeadBytes) throw new ServiceCallError('too_large')
    headBytes = end === -1 ? Buffer.from(bytes.subarray(start)) : begun
    if (end === -1) return null
    const head = parseHead(bytes.toString('latin1', start, end + 2))
    if (head.bodyBytes > maxBodyBytes) throw new ServiceCallError('too_large')
    const bodyAt = from + end + 4 - start - before
    const bodyEnd = bodyAt + head.bodyBytes
    // Nearly all bodies arrive whole with their head: the body is a view of the received bytes. No other code writes to that memory: every read has its own.
    const isWhole = bodyEnd <= chunk.byteLength
    const body = isWhole
      ? new Uint8Array(chunk.buffer, chunk.byteOffset + bodyAt, head.bodyBytes)
      : new Uint8Array(head.bodyBytes)
    filling = { head, body, filledBytes: isWhole ? head.bodyBytes : 0 }
    return isWhole ? bodyEnd : bodyAt
  }

  return {
    /** Whether the service has begun to answer. */
    hasBegun: (): boolean => headBytes !== null,
    /**
     * @param from where the bytes of this response begin or continue
     * @returns null while the response is incomplete
     * @throws ServiceCallError `malformed`, `other_framing` or `too_large`; the reader cannot be used again
     */
    read(chunk: Buffer<ArrayBuffer>, from = 0): ReadResponse | null {
      const start = filling === null ? beginBody(chunk, from) : from
      if (start === null || filling === null) return null
      const { head, body, filledBytes } = filling
      const copiedBytes = chunk.copy(body, filledBytes, start)
      filling.filledBytes += copiedBytes
      if (filling.filledBytes < body.byteLength) return null
      headBytes = null
      filling = null
      const { status, headers, isKeptOpen } = head
      return { response: { status, headers, body }, isKeptOpen, nextAt: start + copiedBytes }
    },
  }
}
export type ResponseReader = ReturnType<typeof createResponseReader>

/** Stands for a head that was read. */
const begun = Buffer.alloc(0)

/** The parts of a response's head that the gateway needs. */
type ResponseHead = {
  status: number
  /** Headers that may be forwarded, in lower case. */
  headers: Record<string, string>
  bodyBytes: number
  /** Whether the connection may carry another request. */
  isKeptOpen: boolean
}

/** Fields that decide the end of the body and of the connection. */
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

const statusLinePattern = /^HTTP\/1\.1 ([2-5]\d\d)(?: |\r)/
const contentLengthPattern = /^\d{1,10}$/
/** Tab, visible characters and the upper half of Latin-1: what RFC 9110 §5.5 allows in a value. */
const linePattern = /^[\t\x20-\x7e\x80-\xff]*$/

/** A line that was read, with its end; `field` undefined = not read. */
type ReadLine = { text: string; field: KnownField | undefined; value: string }

/** Lines of a head, compared with the lines of the next head. */
const maxKeptLines = 32

/**
 * Makes the parser of the heads of one connection. Irregular heads are refused and not repaired, because the end of one response decides where the next one
 * begins. A line that equals the line at its place in the previous head, as most do, is not parsed again.
 * @returns function of a head with the end of its last line, without the empty line
 * @throws ServiceCallError `malformed`, or `other_framing` when the length of the body is not declared
 */
export function createHeadParser(): (text: string) => ResponseHead {
  const kept: ReadLine[] = []

  function readLineAt(text: string, start: number, place: number): ReadLine {
    const before = kept[place]
    if (before !== undefined && text.startsWith(before.text, start)) return before
    const line = readLine(text.slice(start, text.indexOf('\r\n', start) + 2))
    if (place < maxKeptLines) kept[place] = line
    return line
  }

  return function parseHead(text) {
    const status = Number(statusLinePattern.exec(text)?.[1])
    const statusEnd = text.indexOf('\r\n')
    if (Number.isNaN(status) || !linePattern.test(text.slice(0, statusEnd))) throw new ServiceCallError('malformed')
    const framing: Framing = { contentLength: null, hasTransferCoding: false, isClosed: false }
    const headers: Record<string, string> = {}
    for (let start = statusEnd + 2, place = 0; start < text.length; place += 1) {
      const line = readLineAt(text, start, place)
      start += line.text.length
      if (line.field !== undefined) addField(line.field, line.value, headers, framing)
    }
    return { status, headers, bodyBytes: readBodyLength(status, headers, framing), isKeptOpen: !framing.isClosed }
  }
}

/** @param text with the end of the line */
function readLine(text: string): ReadLine {
  const line = text.slice(0, -2)
  if (!linePattern.test(line)) throw new ServiceCallError('malformed')
  const colon = Math.max(line.indexOf(':'), 0)
  return { text, field: findKnownField(line.slice(0, colon)), value: line.slice(colon + 1).trim() }
}

function addField(field: KnownField, value: string, headers: Record<string, string>, framing: Framing): void {
  const { name, isForwarded } = field
  const before = headers[name]
  if (!isForwarded) readFraming(name, value, framing)
  else headers[name] = before === undefined ? value : `${before}, ${value}`
}

/**
 * The field of a name; undefined for a field that is not read.
 * @throws ServiceCallError for the means of request smuggling: an empty name, a folded line, a blank before the colon
 */
function findKnownField(spelling: string): KnownField | undefined {
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

function readBodyLength(status: number, headers: Record<string, string>, framing: Framing): number {
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
