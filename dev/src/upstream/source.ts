import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Clock } from '@hexawatt/shared/time/clock'
import { countryIntensities } from './generator/country-intensities.ts'
import { factorLines } from './generator/factor-lines.ts'
import { generateSeries, generatorNotes } from './generator/generator.ts'
import { publishedIntensities } from './references/published-intensities.ts'
import { createRecordings, type Recordings } from './replay/recordings.ts'
import { type Answer, type GridSource, type Series, type Span, spanHolds } from './subjects/grid-source.ts'
import { publishedSlotStarts } from './subjects/publication.ts'

export type GridSourceOptions = {
  clock: Clock
  /** Folder of recorded series; without it everything is generated. */
  replayDir?: string
  /** Serve nothing rather than generated values where nothing was recorded. */
  replayOnly?: boolean
}

const nothingRecorded = 'Nothing was recorded for this subject at this time.'

/**
 * The demo's data: recordings where they reach, the generator elsewhere. Which of the two is decided once per answer, by
 * the newest slot of the asked period that is public, and no answer mixes them. Nothing is read before the first question.
 */
export function createGridSource({ clock, replayDir, replayOnly = false }: GridSourceOptions): GridSource {
  const recordings = replayDir === undefined ? null : createRecordings(replayDir)
  return {
    slots: (subject, span) => answerSlots({ clock, recordings, replayOnly }, subject, span),
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

type SlotSources = { clock: Clock; recordings: Recordings | null; replayOnly: boolean }

async function answerSlots(sources: SlotSources, subject: FeedId, span: Span): Promise<Answer<Series[]>> {
  const now = sources.clock.now()
  const starts = publishedSlotStarts(subject, span, now)
  if (sources.recordings === null) return generated(generateSeries(subject, starts), generatorNotes[subject])
  // The newest public slot decides; where none is public yet, the last millisecond of the period.
  const decisiveEpochMs = starts.at(-1) ?? Math.min(span.untilEpochMs, now.epochMilliseconds) - 1
  const coverage = await sources.recordings.coverage(subject, {
    fromEpochMs: Math.min(span.fromEpochMs, decisiveEpochMs),
    untilEpochMs: decisiveEpochMs + 1,
  })
  const isRecorded = (epochMs: number): boolean => coverage.some((covered) => spanHolds(covered, epochMs))
  if (isRecorded(decisiveEpochMs)) {
    const { series, note } = await sources.recordings.series(subject, starts)
    return recorded(series, note)
  }
  if (sources.replayOnly) return recorded([], nothingRecorded)
  const unrecorded = starts.filter((start) => !isRecorded(start))
  return generated(generateSeries(subject, unrecorded), generatorNotes[subject])
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
