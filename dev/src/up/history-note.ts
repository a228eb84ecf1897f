import { join } from 'node:path'
import * as v from 'valibot'

/** From which Paris day on the history of a data folder is filled, and whether that has come to its end. */
const HistoryNote = v.object({ from: v.pipe(v.string(), v.isoDate()), done: v.boolean() })
export type HistoryNote = v.InferOutput<typeof HistoryNote>

const noteFile = (dataDir: string): string => join(dataDir, 'history.json')

/** What an earlier start noted; null on the first one, or when the note cannot be read. */
export async function readHistoryNote(dataDir: string): Promise<HistoryNote | null> {
  const text = await Bun.file(noteFile(dataDir))
    .text()
    .catch(() => '')
  const note = v.safeParse(v.pipe(v.string(), v.parseJson(), HistoryNote), text)
  return note.success ? note.output : null
}

export async function writeHistoryNote(dataDir: string, note: HistoryNote): Promise<void> {
  await Bun.write(noteFile(dataDir), `${JSON.stringify(note)}\n`)
}
