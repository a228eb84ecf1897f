/** A version, and when it became known, ms since the epoch. */
export type Version = { knownMs: number }

/**
 * The version that counts as known at a mark (methodology, "History"): the newest one that had been received by then; else, of those that were
 * received later, the oldest one that was due by then. Never a later revision: it was not public at the mark.
 *
 * @param versions in the order in which they became known
 * @param dueMs when a version was due to be public, ms since the epoch
 * @returns null when nothing was known
 */
export function knownVersion<V extends Version>(
  versions: readonly V[],
  dueMs: (version: V) => number,
  markMs: number,
): V | null {
  const received = versions.findLast(({ knownMs }) => knownMs <= markMs)
  return received ?? versions.find((version) => dueMs(version) <= markMs) ?? null
}

/** Chooses the version of a value that counts at a mark; null when nothing counts as known. */
export type ChooseVersion = typeof knownVersion

/** The newest correction of a value that had been received by the mark. For points that were computed live. */
export const correctedReceivedVersion: ChooseVersion = (versions, _dueMs, markMs) =>
  versions.some(({ knownMs }) => knownMs <= markMs) ? (versions.at(-1) ?? null) : null

/** The newest correction of a value that counts as known by {@link knownVersion}. For points that were filled. */
export const correctedKnownVersion: ChooseVersion = (versions, dueMs, markMs) =>
  knownVersion(versions, dueMs, markMs) === null ? null : (versions.at(-1) ?? null)
