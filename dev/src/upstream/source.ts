import type { Clock } from '@hexawatt/shared/time/clock'
import { createDocumentSource, type DocumentSource } from './documents/document-source.ts'
import { countryIntensities } from './generator/country-intensities.ts'
import { factorLines } from './generator/factor-lines.ts'
import { generateSeries, generatorNotes } from './generator/generator.ts'
import { publishedIntensities } from './references/published-intensities.ts'
import { createRecordings, type Recordings } from './replay/recordings.ts'
import type { Answer, GridSource, Series } from './subjects/grid-source.ts'
import { slotFamilies } from './subjects/slot-families.ts'
import type { SlotSubject } from './subjects/slot-subject.ts'
import { plannedSlots, type SlotFamily } from './subjects/slots.ts'
import { type Span, spanHolds } from './subjects/span-old.ts'

export type GridSourceOptions = {
  clock: Clock
  /** Folder of recorded series; without it everything is generated. */
  replayDir?: string
  /** Serve nothing rather than generated values where nothing was recorded. */
  replayOnly?: boolean
}

/** Everything that the demo upstream serves from. */
export type UpstreamSource = GridSource & { documents: DocumentSource }

const nothingRecorded = 'Nothing was recorded for this subject at this time.'

/**
 * The demo's data: recordings where they reach, the generator elsewhere. Which of the two is decided once per answer, by
 * the newest public slot of the asked period that has begun, and no answer mixes them. Nothing is read before the first question.
 */
export function createGridSource(options: GridSourceOptions): UpstreamSource {
  const { clock, replayDir, replayOnly = false } = options
  const recordings = replayDir === undefined ? null : createRecordings(replayDir)
  return {
    documents: createDocumentSource(options),
    slots(subject, span, isAsked = () => true) {
      const families = slotFamilies[subject].filter(({ name }) => isAsked(name))
      return answerSlots(
        { nowEpochMs: clock.now().epochMilliseconds, recordings, replayOnly },
        { subject, families, span },
      )
    },
    async factorLines() {
      const lines = await recordings?.factorLines()
      if (lines !== undefined && lines !== null) return recorded(lines, null)
      return fallback(factorLines, replayOnly, 'The few elements that matter, restated from the V23.6 database.')
    },
    async yearlyIntensities() {
      const rows = await recordings?.yearlyIntensities()
      const now = clock.now()
      if (rows !== undefined && rows !== null) return recorded(publishedIntensities(rows, now), null)
      const restated = publishedIntensities(countryIntensities, now)
      return fallback(restated, replayOnly, 'Yearly values of 2022 to 2024, restated from published tables.')
    },
  }
}

type SlotSources = { nowEpochMs: number; recordings: Recordings | null; replayOnly: boolean }
type SlotQuestion = { subject: SlotSubject; families: readonly SlotFamily[]; span: Span }

async function answerSlots(sources: SlotSources, question: SlotQuestion): Promise<Answer<Series[]>> {
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
  if (sources.replayOnly) return recorded([], nothingRecorded)
  const unrecorded = planned.map(({ name, slots }) => ({
    name,
    slots: slots.filter((slot) => !isRecorded(slot.startEpochMs)),
  }))
  return generated(generateSeries(subject, unrecorded), generatorNotes[subject])
}

/**
 * The newest public slot decides, of those that have begun if there are any: what is forecast reaches beyond the end of a
 * recording. Where none is public yet, the last millisecond of the period.
 */
function decisiveStart(starts: readonly number[], span: Span, nowEpochMs: number): number {
  const begun = starts.filter((start) => start <= nowEpochMs)
  const candidates = begun.length > 0 ? begun : starts
  const nothingPublic = Math.min(span.untilEpochMs, nowEpochMs) - 1
  return candidates.length === 0 ? nothingPublic : candidates.reduce((newest, start) => Math.max(newest, start))
}

function fallback<Item>(items: readonly Item[], replayOnly: boolean, note: string): Answer<readonly Item[]> {
  return replayOnly ? recorded([], nothingRecorded) : generated(items, note)
}

const recorded = <Content>(content: Content, note: string | null): Answer<Content> => ({
  origin: 'recorded',
  note,
  content,
})

const generated = <Content>(content: Content, note: string | null): Answer<Content> => ({
  origin: 'generated',
  note,
  content,
})
