import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Span } from '../subjects/grid-source.ts'

/** How a recording serves one feed. */
export type RecordedFeed = {
  /** How its values were derived, for the answer's note. */
  note: string
  /** Values of the slot by series key, MW; null when this recording says nothing about the slot. */
  powerMwAt(startEpochMs: number): Map<string, number> | null
}

/** One recorded file: the feeds it decides on, over its span. A feed that is not listed is not held. */
export type SlotRecording = { span: Span; feeds: Partial<Readonly<Record<FeedId, RecordedFeed>>> }
