import { hideMeters } from '@hexawatt/shared/methodology/load-curve/hide-meters'
import { LoadCurveRefusal } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { maxFileMegabytes } from '@hexawatt/shared/methodology/load-curve/reading/read-load-curve'

const maxBytes = maxFileMegabytes * 1_000_000
const lineEnd = 10

/** Several files that are not all tables of text: only those can be joined. */
export class NotJoinableError extends Error {}

/** Bytes of a file, or of several that are joined one after the other. */
export type GivenFile = {
  bytes: Uint8Array<ArrayBuffer>
  /** Without identifiers of meters and control characters. */
  name: string
  /** Of each file. */
  names: string[]
}

/**
 * Reads files. A file that is too large is refused by its size, before its content is read.
 *
 * @throws LoadCurveRefusal `file-too-large`, NotJoinableError
 */
export async function readFiles(files: readonly File[]): Promise<GivenFile> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > maxBytes) {
    throw new LoadCurveRefusal('file-too-large', { megabytes: Math.ceil(size / 1_000_000), atMost: maxFileMegabytes })
  }
  const parts = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
  const [first, ...others] = parts
  const names = files.map((file) => hideMeters(file.name).replace(/[\p{Cc}\p{Cf}]/gu, '_'))
  const name = names.join(' + ')
  if (first === undefined) throw new NotJoinableError()
  if (others.length === 0) return { bytes: first, name, names }
  if (!parts.every(isTextTable)) throw new NotJoinableError()
  return { bytes: joinLines(parts), name, names }
}

/** Whether a file can be continued by another one: no workbook, archive or JSON, and no text in UTF-16. */
function isTextTable(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const isBinary = bytes.subarray(0, 1_000).includes(0) || (first === 0x50 && second === 0x4b)
  return !isBinary && first !== 0x7b && first !== 0x5b
}

/** The files one after the other, as `cat` joins them; a file without an end of its last line gets one. */
function joinLines(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const lengthOf = (part: Uint8Array): number => part.length + (part.at(-1) === lineEnd ? 0 : 1)
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + lengthOf(part), 0)).fill(lineEnd)
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += lengthOf(part)
  }
  return joined
}
