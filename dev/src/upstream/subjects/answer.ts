/** Content with its origin: recorded (measured once) or generated (by the demo's model). `note` (ASCII) says how it was derived. */
export type Answer<Content> = { origin: 'recorded' | 'generated'; note: string | null; content: Content }

export function toRecordedAnswer<Content>(content: Content, note: string | null): Answer<Content> {
  return { origin: 'recorded', note, content }
}

export function toGeneratedAnswer<Content>(content: Content, note: string | null): Answer<Content> {
  return { origin: 'generated', note, content }
}

/** The answer where nothing was recorded: generated items, or none where only recordings may be served. */
export function answerUnrecorded<Item>(
  replayOnly: boolean,
  note: string,
  generate: () => readonly Item[],
): Answer<readonly Item[]> {
  if (replayOnly) return toRecordedAnswer([], 'Nothing was recorded for this subject at this time.')
  return toGeneratedAnswer(generate(), note)
}

/** One line of the agency's database by column name; an empty cell is an absent member. */
export type FactorLine = Readonly<Record<string, string | number>>

/** Yearly intensity of one country; `countryCode` (ISO-3) is null for aggregates such as a continent. */
export type YearlyIntensity = {
  entity: string
  countryCode: string | null
  year: number
  gCo2eqPerKwh: number
}
