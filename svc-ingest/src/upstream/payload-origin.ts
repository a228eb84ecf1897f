/** Where a payload's values come from: the demo upstream says when it invented or derived them; the real services never do. */
export type PayloadOrigin = { isGenerated: boolean; note: string | null }

/** Longest note that is believed. */
const maxNoteChars = 300

export function originOf(headers: Headers): PayloadOrigin {
  return {
    isGenerated: headers.get('x-hexawatt-origin') === 'generated',
    note: headers.get('x-hexawatt-note')?.slice(0, maxNoteChars) ?? null,
  }
}
