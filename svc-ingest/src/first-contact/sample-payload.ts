import { unzipSync, zipSync } from 'fflate'

/** Largest body of a sample, characters as it stands in the report. */
export const maxSampleChars = 200_000
/** Lines of a table in an archive that the first try keeps. */
const keptLines = 4_000
/** Share of the elements or lines that each further try keeps, until the rest fits. */
const keptShare = 0.8

/** A body as a report holds it. `isCut`: some elements or lines are left out, the rest has the form of the whole. */
type SampleBody = {
  encoding: 'text' | 'base64'
  isCut: boolean
  /** Whether the sample can still be parsed as the format of the whole body. */
  isReadable: boolean
  text: string
}

/**
 * A body, at most 200 000 characters of it. JSON keeps the newest elements of its long arrays, the same number of each, so that parallel arrays stay
 * parallel; a table in an archive keeps its header and its last lines. A body that can only be cut in the middle is marked as unreadable.
 */
export function sampleBody(body: Uint8Array): SampleBody {
  const text = decodeUtf8(body)
  if (text === null) return sampleBytes(body)
  if (text.length <= maxSampleChars) return { encoding: 'text', isCut: false, isReadable: true, text }
  const cut = cutJson(text)
  return { encoding: 'text', isCut: true, isReadable: cut !== null, text: cut ?? text.slice(0, maxSampleChars) }
}

/** The body of a sample. */
export function decodeSample({ encoding, text }: Pick<SampleBody, 'encoding' | 'text'>): Uint8Array {
  return encoding === 'text' ? new TextEncoder().encode(text) : Uint8Array.fromBase64(text)
}

function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}

/** JSON with the last elements of every array; null when the text is no JSON, or does not fit with one element of each. */
function cutJson(text: string): string | null {
  try {
    const json: unknown = JSON.parse(text)
    for (let kept = measureLongestArray(json) * keptShare; kept >= 1; kept *= keptShare) {
      const cut = JSON.stringify(takeLastElements(json, Math.floor(kept)))
      if (cut.length <= maxSampleChars) return cut
    }
    return null
  } catch {
    return null
  }
}

function measureLongestArray(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Object.values(value).reduce<number>((longest, member) => Math.max(longest, measureLongestArray(member)), own)
}

function takeLastElements(value: unknown, kept: number): unknown {
  if (Array.isArray(value)) {
    const filled = value.length > kept ? dropEmptyTail(value) : value
    return filled.slice(-kept).map((element) => takeLastElements(element, kept))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, takeLastElements(member, kept)]))
}

/** Rows up to the last one with values: publishers fill the rest of the day with nulls. Arrays of numbers are not cut, because other arrays run parallel to them. */
function dropEmptyTail(rows: readonly unknown[]): readonly unknown[] {
  const last = rows.findLastIndex(
    (row) => typeof row !== 'object' || row === null || Array.isArray(row) || hasValues(row),
  )
  return last === -1 ? rows : rows.slice(0, last + 1)
}

function hasValues(row: object): boolean {
  const members = Object.values(row)
  return members.filter((member) => member === null).length * 2 <= members.length
}

/** Characters of these bytes in base 64 that fit. */
const maxBytes = Math.floor((maxSampleChars * 3) / 4)

function sampleBytes(body: Uint8Array): SampleBody {
  if (body.length <= maxBytes) return { encoding: 'base64', isCut: false, isReadable: true, text: body.toBase64() }
  const cut = cutArchive(body)
  const text = (cut ?? body.subarray(0, maxBytes)).toBase64()
  return { encoding: 'base64', isCut: true, isReadable: cut !== null, text }
}

/** An archive whose tables have their header and last lines only; null when it is none. */
function cutArchive(body: Uint8Array): Uint8Array | null {
  try {
    const files = Object.entries(unzipSync(body))
    for (let kept = keptLines; kept >= 1; kept = Math.floor(kept * keptShare)) {
      const cut = zipSync(Object.fromEntries(files.map(([name, content]) => [name, takeLastLines(content, kept)])))
      if (cut.length <= maxBytes) return cut
    }
    return null
  } catch {
    return null
  }
}

function takeLastLines(content: Uint8Array, kept: number): Uint8Array {
  // Every byte is one character: no encoding is changed.
  const [header = '', ...lines] = Buffer.from(content).toString('latin1').split('\n')
  return Buffer.from([header, ...lines.slice(-kept)].join('\n'), 'latin1')
}
