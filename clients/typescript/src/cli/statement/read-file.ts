import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { hideMeters } from '@hexawatt/shared/methodology/load-curve/hide-meters'
import { LoadCurveRefusal } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { maxFileMegabytes } from '@hexawatt/shared/methodology/load-curve/reading/read-load-curve'

/** The bytes of a file, which stay in this process. */
export type GivenFile = {
  bytes: Uint8Array
  /** Name without folders, which may hold the name of a person, without the identifier of a meter and control characters; `-` for the standard input. */
  name: string
  sha256: string
}

/** The name of a file in messages and statements: without folders, identifiers of meters and control characters. */
export const nameFile = (path: string): string =>
  path === '-' ? '-' : hideMeters(basename(path)).replace(/[\p{Cc}\p{Cf}]/gu, '_')

/** Largest file that is read. */
const maxBytes = maxFileMegabytes * 1_000_000

/**
 * Reads a file, or the standard input for `-`. Reading stops just after the largest size, so that the reader of load curves refuses the rest unseen.
 *
 * @throws LoadCurveRefusal `file-too-large`, NodeJS.ErrnoException when it cannot be read
 */
export async function readGivenFile(path: string, stdin: AsyncIterable<Uint8Array>): Promise<GivenFile> {
  const { size } = path === '-' ? { size: 0 } : await stat(path)
  if (size > maxBytes) {
    const megabytes = Math.ceil(size / 1_000_000)
    throw new LoadCurveRefusal('file-too-large', { megabytes, atMost: maxFileMegabytes })
  }
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of path === '-' ? stdin : createReadStream(path)) {
    pieces.push(piece)
    length += piece.length
    if (length > maxBytes) break
  }
  const bytes = Buffer.concat(pieces)
  return { bytes, name: nameFile(path), sha256: createHash('sha256').update(bytes).digest('hex') }
}
