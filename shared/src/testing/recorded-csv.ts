import { join } from 'node:path'

/** One row of a recorded file: column → text; an empty text is an unknown value. */
export type RecordedRow = Readonly<Record<string, string>>

/** Reads a recorded file whose cells hold neither quotes nor commas (all but the agency's database), gzipped or not. */
export async function readRecordedCsv(folder: string, name: string): Promise<RecordedRow[]> {
  const bytes = await Bun.file(join(folder, name)).bytes()
  const text = new TextDecoder().decode(name.endsWith('.gz') ? Bun.gunzipSync(bytes) : bytes)
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const columns = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
  })
}
