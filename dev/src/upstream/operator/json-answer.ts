import type { Answer } from '../subjects/grid-source.ts'

/** Says whether the answer was recorded or generated. */
const originHeader = 'x-hexawatt-origin'
/** One sentence on how the answer was derived. */
const noteHeader = 'x-hexawatt-note'

/** Longest note, characters. */
const maxNoteLength = 300

/** Headers of a data answer. */
export function answerHeaders({ origin, note }: Answer<unknown>): Record<string, string> {
  return {
    'content-type': 'application/json;charset=UTF-8',
    [originHeader]: origin,
    ...(note === null ? {} : { [noteHeader]: note.slice(0, maxNoteLength) }),
  }
}
