import type { PublisherId } from '../grid/publishers.ts'

/** A version with its publisher and the time when it became known, ms since the epoch. */
export type Version = { knownMs: number; publisher: PublisherId }

/**
 * The version that counts as known at a tick (methodology, "History"): the newest version received by then; else, of the versions
 * received later, the oldest version that was due by then. Never a later revision: it was not public at the tick. Of several publishers the one that holds
 * the slot now counts: a slot never mixes them.
 *
 * @param versions in the order in which they became known
 * @param dueMs when a version was due to be public, ms since the epoch
 * @returns null when nothing was known
 */
export function findKnownVersion<V extends Version>(
  versions: readonly V[],
  dueMs: (version: V) => number,
  tickMs: number,
): V | null {
  const received = versions.findLast(({ knownMs }) => knownMs <= tickMs)
  if (received !== undefined) return received
  const holder = versions.at(-1)?.publisher
  return versions.find((version) => version.publisher === holder && dueMs(version) <= tickMs) ?? null
}

/** Chooses the version of a value that counts at a tick; null when nothing counts as known. */
export type ChooseVersion = typeof findKnownVersion

/** The newest version of a value, whenever it came. For flows for which commercial exchanges stood in. */
export const chooseNewestVersion: ChooseVersion = (versions) => versions.at(-1) ?? null

/** The newest correction of a value that had been received by the tick. For points that were computed live. */
export const chooseCorrectedReceivedVersion: ChooseVersion = (versions, _dueMs, tickMs) =>
  versions.some(({ knownMs }) => knownMs <= tickMs) ? (versions.at(-1) ?? null) : null

/** The newest correction of a value that counts as known by {@link findKnownVersion}. For points that were filled. */
export const chooseCorrectedKnownVersion: ChooseVersion = (versions, dueMs, tickMs) =>
  findKnownVersion(versions, dueMs, tickMs) === null ? null : (versions.at(-1) ?? null)
