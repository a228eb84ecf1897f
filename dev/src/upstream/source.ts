import type { Clock } from '@hexawatt/shared/time/clock'
import { createDocumentSource, type DocumentSource } from './documents/document-source.ts'
import { generateSeries, generatorNotes } from './generator/generator.ts'
import { countryIntensities, publishedIntensities } from './references/country-intensities.ts'
import { factorLines } from './references/factor-database.ts'
import { createRecordings, type Recordings } from './replay/recordings.ts'
import { type Answer, type GridSource, generated, recorded, unrecorded } from './subjects/grid-source.ts'
import { slotFamilies } from './subjects/slot-families.ts'
import { plannedSlots, type Series, type SlotFamily, type SlotSubject } from './subjects/slots.ts'
import { type Span, spanHolds } from './subjects/span.ts'

export type GridSourceOptions = {
  clock: Clock
  /** Folder of recorded series; without it everything is generated. */
  replayDir?: string
  /** Where nothing was recorded, serve nothing instead of generated values. */
  replayOnly?: boolean
}

/** Everything that the demo upstream serves. */
export type UpstreamSource = GridSource & { documents: DocumentSource }

/**
 * The data of the demo: recordings where they exist, the generator elsewhere. The newest public slot of the requested period
 * that has begun decides for the whole answer; no answer mixes both. No file is read before the first request.
 */
export function createGridSource(options: GridSourceOptions): UpstreamSource {
  const { clock, replayDir, replayOnly = false } = options
  const recordings = replayDir === undefined ? null : createRecordings(replayDir)
  return {
    documents: createDocumentSource(options),
    slots(subject, span, isRequested = () => true) {
      const families = slotFamilies[subject].filter(({ name }) => isRequested(name))
      return answerSlots(
        { nowEpochMs: clock.now().epochMilliseconds, recordings, replayOnly },
        { subject, families, span },
      )
    },
    async factorLines() {
      const lines = await recordings?.factorLines()
      if (lines !== undefined && lines !== null) return recorded(lines, null)
      return unrecorded(
        replayOnly,
        'The few elements that matter, restated from the V23.6 database.',
        () => factorLines,
      )
    },
    async yearlyIntensities() {
      const rows = await recordings?.yearlyIntensities()
      const now = clock.now()
      if (rows !== undefined && rows !== null) return recorded(publishedIntensities(rows, now), null)
      return unrecorded(replayOnly, 'Yearly values of 2022 to 2024, restated from published tables.', () =>
        publishedIntensities(countryIntensities, now),
      )
    },
  }
}

type SlotSources = { nowEpochMs: number; recordings: Recordings | null; replayOnly: boolean }
type SlotQuestion = { subject: SlotSubject; families: readonly SlotFamily[]; span: Span }

async function answerSlots(sources: SlotSources, question: SlotQuestion): Promise<Answer<readonly Series[]>> {
  const { subject, families, span } = question
  const { nowEpochMs, recordings } = sources
  const planned = families.map((family) => ({ name: family.name, slots: plannedSlots(family, span, nowEpochMs) }))
  if (recordings === null) return generated(generateSeries(subject, planned), generatorNotes[subject])
  const starts = planned.flatMap(({ slots }) => slots.map((slot) => slot.startEpochMs))
  const decisiveEpochMs = decisiveStart(starts, span, nowEpochMs)
  const coverage = await recordings.coverage(subject, {
    fromEpochMs: Math.min(span.fromEpochMs, decisiveEpochMs),
    untilEpochMs: decisiveEpochMs + 1,
  })
  const isRecorded = (epochMs: number): boolean => coverage.some((covered) => spanHolds(covered, epochMs))
  if (isRecorded(decisiveEpochMs)) {
    const { series, note } = await recordings.series({ subject, families, span, nowEpochMs })
    return recorded(series, note)
  }
  return unrecorded(sources.replayOnly, generatorNotes[subject], () => {
    const missing = planned.map(({ name, slots }) => ({
      name,
      slots: slots.filter((slot) => !isRecorded(slot.startEpochMs)),
    }))
    return generateSeries(subject, missing)
  })
}

/**
 * Start of the newest public slot that has begun (forecasts reach beyond the end of a recording), else of the newest public
 * slot; without a public slot, the last millisecond of the period.
 */
function decisiveStart(starts: readonly number[], span: Span, nowEpochMs: number): number {
  const begun = starts.filter((start) => start <= nowEpochMs)
  const candidates = begun.length > 0 ? begun : starts
  const nothingPublic = Math.min(span.untilEpochMs, nowEpochMs) - 1
  return candidates.length === 0 ? nothingPublic : candidates.reduce((newest, start) => Math.max(newest, start))
}
