import { join } from 'node:path'
import { type ShippedRecording, shippedRecordings, toInstantBounds } from '@hexawatt/shared/grid/shipped-recordings'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { SetupError } from '../embedded/setup-error.ts'

/** Maximum packed size of all recordings, bytes: every clone of the repository contains them. */
export const maxShippedBytes = 400_000

/**
 * Cuts a shipped recording out of the longer one: the header and, unchanged, the rows that begin within its days.
 *
 * @param folder folder of the longer recordings
 * @throws SetupError when it does not hold the longer recording
 */
export async function cutText(folder: string, recording: ShippedRecording): Promise<string> {
  const file = Bun.file(join(folder, `${recording.cutFrom}.csv.gz`))
  if (!(await file.exists())) throw new SetupError(`The folder ${folder} does not hold ${recording.cutFrom}.csv.gz.`)
  const [header = '', ...rows] = unpacked(await file.bytes())
    .trimEnd()
    .split('\n')
  const { from, until } = toInstantBounds(recording)
  // The time is the first column, in a form that sorts as text.
  const [first, end] = [from.toString(), until.toString()]
  return `${[header, ...rows.filter((row) => row >= first && row < end)].join('\n')}\n`
}

/**
 * Writes all shipped recordings.
 *
 * @returns their packed size, bytes
 * @throws SetupError when a longer recording is missing or the maximum size is exceeded; then nothing is written
 */
export async function writeShippedRecordings(folder: string): Promise<number> {
  const packed = await Promise.all(
    shippedRecordings.map(async (recording) => {
      const bytes = Bun.gzipSync(new TextEncoder().encode(await cutText(folder, recording)), { level: 9 })
      return { name: recording.name, bytes }
    }),
  )
  const size = packed.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  if (size > maxShippedBytes)
    throw new SetupError(`The recordings have ${size} bytes, more than the maximum of ${maxShippedBytes}.`)
  for (const { name, bytes } of packed) await Bun.write(join(shippedRecordingsDir, `${name}.csv.gz`), bytes)
  return size
}

function unpacked(bytes: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder().decode(Bun.gunzipSync(bytes))
}
