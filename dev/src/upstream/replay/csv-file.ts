import { join } from 'node:path'
// node:zlib instead of Bun.gunzipSync: it limits the unpacked size.
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

/** Largest file, packed and unpacked, bytes. */
const maxFileBytes = 128 * 1024 * 1024

/** A parsed file: column names, then rows of cells. */
export type CsvFile = { columns: string[]; rows: string[][] }

/** Reads `<name>.csv.gz` or `<name>.csv` of a folder; null when neither exists. */
export async function readCsvFile(folder: string, name: string): Promise<CsvFile | null> {
  for (const [suffix, unpack] of [
    ['.csv.gz', (bytes: Uint8Array) => gunzipSync(bytes, { maxOutputLength: maxFileBytes })],
    ['.csv', (bytes: Uint8Array) => Buffer.from(bytes)],
  ] as const) {
    const file = Bun.file(join(folder, `${name}${suffix}`))
    if (!(await file.exists())) continue
    if (file.size > maxFileBytes) throw new RangeError(`${name}${suffix} is larger than ${maxFileBytes} bytes.`)
    return parseCsv(unpack(await file.bytes()))
  }
  return null
}

/** csv-parse handles quoted cells with line breaks and doubled quotes, which the agency's export contains. */
function parseCsv(bytes: Buffer): CsvFile {
  const [columns = [], ...rows] = parse(bytes, { bom: true, skip_empty_lines: true })
  return { columns, rows }
}

/** Runs the work on the first call and returns its result to every caller; after a failure the next call repeats it. */
export function runOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
}
