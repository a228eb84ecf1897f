import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a file that appears only when it is complete: to a temporary file in the same folder, which is renamed at the end. */
export async function writeWholeFile(path: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const partPath = `${path}.${process.pid}.part`
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partPath, { flags: 'wx' }))
    await rename(partPath, path)
  } catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}
