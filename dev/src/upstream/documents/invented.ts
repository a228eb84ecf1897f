import type { Answer } from '../subjects/grid-source.ts'

const nothingRecorded = 'Nothing was recorded for this subject at this time.'

/** Made-up content that says so, or none at all where only recordings may be served. */
export function invented<Item>(replayOnly: boolean, note: string, make: () => Item[]): Answer<Item[]> {
  if (replayOnly) return { origin: 'recorded', note: nothingRecorded, content: [] }
  return { origin: 'generated', note, content: make() }
}
