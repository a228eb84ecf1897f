/** One version of something, and when we learnt it, ms since the epoch. */
export type Version = { knownMs: number }

/**
 * The version that counts as known at a mark (methodology, "History"): the newest one that had been learnt by then; else, of what was only
 * learnt later, the oldest one that was due by then. A later revision is never preferred to the first version: it was not public.
 *
 * @param versions in the order in which they were learnt
 * @param dueMs when a version was due to be public
 * @returns null when nothing was known
 */
export function knownVersion<V extends Version>(
  versions: readonly V[],
  dueMs: (version: V) => number,
  markMs: number,
): V | null {
  const learnt = versions.findLast(({ knownMs }) => knownMs <= markMs)
  return learnt ?? versions.find((version) => dueMs(version) <= markMs) ?? null
}

/** How one version is chosen for a mark; null when nothing counts as known. */
export type ChooseVersion = typeof knownVersion

/** Of what had been learnt by the mark: the same value as it was corrected since. For points that were computed at their mark. */
export const correctedLearntVersion: ChooseVersion = (versions, _dueMs, markMs) =>
  versions.some(({ knownMs }) => knownMs <= markMs) ? (versions.at(-1) ?? null) : null

/** Of what counts as known by {@link knownVersion}: the same value as it was corrected since. For points that were filled. */
export const correctedKnownVersion: ChooseVersion = (versions, dueMs, markMs) =>
  knownVersion(versions, dueMs, markMs) === null ? null : (versions.at(-1) ?? null)
