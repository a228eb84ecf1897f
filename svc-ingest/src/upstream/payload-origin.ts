/** Where a payload's values come from: the demo upstream marks values that it generated; the real services never do. */
export type PayloadOrigin = { isGenerated: boolean; note: string | null }

/** A longer note is cut. */
const maxNoteChars = 300

export function readOrigin(headers: Headers): PayloadOrigin {
  return {
    isGenerated: headers.get('x-hexawatt-origin') === 'generated',
    note: headers.get('x-hexawatt-note')?.slice(0, maxNoteChars) ?? null,
  }
}
