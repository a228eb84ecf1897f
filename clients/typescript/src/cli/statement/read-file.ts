import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'

/** The bytes of a file, which stay in this process. */
export type GivenFile = {
  bytes: Uint8Array
  /** Name without folders, which may hold the name of a person, and without control characters; `-` for the standard input. */
  name: string
  sha256: string
}

/**
 * Reads a file, or the standard input for `-`, up to a bound: of a longer one, the bytes up to just after it, which no reader takes.
 *
 * @throws NodeJS.ErrnoException when it cannot be read
 */
export async function readGivenFile(
  path: string,
  stdin: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<GivenFile> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of path === '-' ? stdin : createReadStream(path)) {
    pieces.push(piece)
    length += piece.length
    if (length > maxBytes) break
  }
  const bytes = Buffer.concat(pieces)
  const name = path === '-' ? '-' : basename(path).replace(/[\p{Cc}\p{Cf}]/gu, '_')
  return { bytes, name, sha256: createHash('sha256').update(bytes).digest('hex') }
}
