import type { SlotSubject } from '../generator/slot-subjects.ts'
import type { Series } from '../subjects/slots.ts'
import { doSpansMeet, type Span } from '../subjects/span.ts'
import { type CatalogueEntry, slotCatalogue } from './catalogue.ts'
import { collectSeries, type RecordedQuestion } from './collected-series.ts'
import { readCsvFile, runOnce } from './csv-file.ts'
import type { SlotRecording } from './slot-recording.ts'

/**
 * The recorded series of a folder. A file is read at the first request for its period and then kept in memory (the catalogue
 * bounds the number of files); a missing file holds nothing.
 */
export function createRecordings(folder: string) {
  const slots = slotCatalogue.map((entry) => ({ entry, open: runOnce(() => openRecording(folder, entry)) }))
  const meeting = async (subject: SlotSubject, span: Span): Promise<SlotRecording[]> => {
    const opened: SlotRecording[] = []
    for (const { entry, open } of slots) {
      const mayAnswer = entry.subjects.includes(subject) && doSpansMeet(entry.mayHold, span)
      const recording = mayAnswer ? await open() : null
      if (recording !== null && doSpansMeet(recording.span, span)) opened.push(recording)
    }
    return opened.filter(({ subjects }) => subjects[subject] !== undefined)
  }
  return {
    /** The spans of the recordings that hold a subject and meet `span`. */
    async coverage(subject: SlotSubject, span: Span): Promise<Span[]> {
      return (await meeting(subject, span)).map((recording) => recording.span)
    },
    /** Public recorded slots that begin in the span; a slot without recording is absent. */
    async series(question: RecordedQuestion): Promise<{ series: Series[]; note: string | null }> {
      return collectSeries(await meeting(question.subject, question.span), question)
    },
  }
}
export type Recordings = ReturnType<typeof createRecordings>

/** Span of the newest recording of generation in a folder (the existing file with the latest possible end); null when there is none. */
export async function findNewestRecordedSpan(folder: string): Promise<Span | null> {
  const entries = slotCatalogue
    .filter(({ subjects }) => subjects.includes('generation_by_type'))
    .toSorted((a, b) => b.mayHold.untilEpochMs - a.mayHold.untilEpochMs)
  for (const entry of entries) {
    const recording = await openRecording(folder, entry)
    if (recording !== null) return recording.span
  }
  return null
}

async function openRecording(folder: string, { name, open }: CatalogueEntry): Promise<SlotRecording | null> {
  const file = await readCsvFile(folder, name)
  return file === null ? null : open(file)
}
