import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { FactorLine, Series, Span, YearlyIntensity } from '../subjects/grid-source.ts'
import { spansMeet } from '../subjects/grid-source.ts'
import { createSeriesCollector } from '../subjects/series-collector.ts'
import {
  type CatalogueEntry,
  factorFileName,
  latestIntensityFileName,
  slotCatalogue,
  yearlyIntensityFileName,
} from './catalogue.ts'
import { readCsvFile } from './csv-file.ts'
import { once } from './once.ts'
import { toFactorLines, toYearlyIntensities } from './recorded-references.ts'
import type { RecordedFeed, SlotRecording } from './slot-recording.ts'

/**
 * The recorded series of a folder. A file is read when a question first reaches into its time and kept from then on
 * (the catalogue bounds how many there are); a file that is not in the folder holds nothing.
 */
export function createRecordings(folder: string) {
  const slots = slotCatalogue.map((entry) => ({ entry, open: once(() => openRecording(folder, entry)) }))
  const meeting = async (span: Span): Promise<SlotRecording[]> => {
    const opened: SlotRecording[] = []
    for (const { entry, open } of slots) {
      const recording = spansMeet(entry.mayHold, span) ? await open() : null
      if (recording !== null && spansMeet(recording.span, span)) opened.push(recording)
    }
    return opened
  }
  return {
    /** The spans within `span`'s reach over which recordings decide on a feed. */
    async coverage(subject: FeedId, span: Span): Promise<Span[]> {
      const recordings = await meeting(span)
      return recordings.filter(({ feeds }) => feeds[subject] !== undefined).map((recording) => recording.span)
    },
    /** Recorded slots at the given starts; a slot that no file has is absent. */
    async series(subject: FeedId, slotStarts: readonly number[]): Promise<{ series: Series[]; note: string | null }> {
      const [first = 0] = slotStarts
      const recordings = await meeting({ fromEpochMs: first, untilEpochMs: (slotStarts.at(-1) ?? first) + 1 })
      const feeds = recordings.flatMap(({ feeds }) => feeds[subject] ?? [])
      return collect(subject, feeds, slotStarts)
    },
    /** The agency's database; null when it is not in the folder. */
    factorLines: once(async (): Promise<FactorLine[] | null> => {
      const file = await readCsvFile(folder, factorFileName)
      return file === null ? null : toFactorLines(file)
    }),
    /** Yearly intensities of both carriers; null when neither is in the folder. */
    yearlyIntensities: once(async (): Promise<YearlyIntensity[] | null> => {
      const latest = await readCsvFile(folder, latestIntensityFileName)
      const yearly = await readCsvFile(folder, yearlyIntensityFileName)
      return latest === null && yearly === null ? null : toYearlyIntensities(latest, yearly)
    }),
  }
}
export type Recordings = ReturnType<typeof createRecordings>

async function openRecording(folder: string, { name, open }: CatalogueEntry): Promise<SlotRecording | null> {
  const file = await readCsvFile(folder, name)
  return file === null ? null : open(file)
}

/** Each slot from the first recording that knows it; the note tells of the recordings that really gave something. */
function collect(
  subject: FeedId,
  feeds: readonly RecordedFeed[],
  slotStarts: readonly number[],
): { series: Series[]; note: string | null } {
  const collector = createSeriesCollector(subject)
  const notes = new Set<string>()
  for (const start of slotStarts) {
    for (const feed of feeds) {
      const powerMw = feed.powerMwAt(start)
      if (powerMw === null) continue
      collector.add(start, powerMw)
      notes.add(feed.note)
      break
    }
  }
  // Nothing was given: the recordings say why they hold none of it.
  if (notes.size === 0) for (const feed of feeds) notes.add(feed.note)
  return { series: collector.series(), note: notes.size === 0 ? null : [...notes].join(' ') }
}
