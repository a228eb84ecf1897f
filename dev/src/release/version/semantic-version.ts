import { ReleaseError } from '../context/release-error.ts'

/** Major, minor and patch of a version. */
export type SemanticVersion = readonly [major: number, minor: number, patch: number]

/** Numbers of a version without leading zeros (SemVer 2.0.0, 2). Pre-releases are left out: npm and PyPI name and order them differently. */
const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** The parts of a version; null when the text is none. */
export function parseVersion(text: string): SemanticVersion | null {
  const [, major, minor, patch] = pattern.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** Whether a version may break users: the first of its major number. */
export function isMajor(version: string): boolean {
  const [, minor, patch] = parseVersion(version) ?? []
  return minor === 0 && patch === 0
}

/** Negative when `a` is older than `b`, 0 when they are equal. */
export function compareVersions(a: SemanticVersion, b: SemanticVersion): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/**
 * Refuses a version that does not follow the present one: a patch, a minor or a major step up, with zeros after the part that rises.
 *
 * @throws ReleaseError
 */
export function requireNextVersion(present: string, next: string): void {
  const [from, to] = [parseVersion(present), parseVersion(next)]
  if (from === null || to === null)
    throw new ReleaseError(
      `${from === null ? present : next} is no version of three numbers.`,
      'Give a version such as 1.2.3 (https://semver.org).',
    )
  const [major, minor, patch] = from
  const followers = [
    [major, minor, patch + 1],
    [major, minor + 1, 0],
    [major + 1, 0, 0],
  ] as const
  if (followers.some((follower) => compareVersions(follower, to) === 0)) return
  throw new ReleaseError(
    `${next} does not follow ${present}.`,
    `Give ${followers.map((follower) => follower.join('.')).join(', ')}: the first for fixes only, the last for breaking changes.`,
  )
}
