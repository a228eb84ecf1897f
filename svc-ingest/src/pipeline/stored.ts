/** Numbers of added, refused and unexpected elements of a payload. */
export type Stored = {
  /** Slots and documents with a new version. */
  changedSlots: number
  changedDocuments: number
  /** Values and documents that could be read, new or not. */
  values: number
  /** Accepted `values`, each slot once. */
  taken: number
  /** Elements that could not be read. */
  unreadable: number
  /** Values that were quarantined. */
  quarantined: number
  /** Values that publishers give very differently. */
  disagreements: number
  /** Figures of a publisher that contradict its other figures, by check. */
  contradictions: Readonly<Record<string, number>>
  /** Names that this program does not know. */
  newElements: readonly string[]
  /** A member or column that is missing everywhere; null when none is. */
  fault: string | null
}

export const nothingStored: Stored = {
  changedSlots: 0,
  changedDocuments: 0,
  values: 0,
  taken: 0,
  unreadable: 0,
  quarantined: 0,
  disagreements: 0,
  contradictions: {},
  newElements: [],
  fault: null,
}

/** Sum of two payloads. */
export function sumStored(a: Stored, b: Stored): Stored {
  return {
    changedSlots: a.changedSlots + b.changedSlots,
    changedDocuments: a.changedDocuments + b.changedDocuments,
    values: a.values + b.values,
    taken: a.taken + b.taken,
    unreadable: a.unreadable + b.unreadable,
    quarantined: a.quarantined + b.quarantined,
    disagreements: a.disagreements + b.disagreements,
    contradictions: sumByCheck(a.contradictions, b.contradictions),
    newElements: [...new Set([...a.newElements, ...b.newElements])],
    fault: a.fault ?? b.fault,
  }
}

function sumByCheck(a: Stored['contradictions'], b: Stored['contradictions']): Stored['contradictions'] {
  const checks = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(checks.map((check) => [check, (a[check] ?? 0) + (b[check] ?? 0)]))
}
