import { ReleaseError } from '../context/release-error.ts'
import { isMajor } from '../version/semantic-version.ts'

const unreleasedHeading = '## Unreleased'
/** Stands in a line about a change that breaks users. */
const breakingMark = '**Breaking**'
/** Heading of any version. */
const heading = /^## /m

/** Whether the changelog has a section of the version. */
export function hasVersion(changelog: string, version: string): boolean {
  return changelog.split('\n').some((line) => line.startsWith(`## ${version}, `))
}

/**
 * Moves the lines below *Unreleased* into a section of the version, and leaves an empty *Unreleased* above it.
 *
 * @param date day of the release, YYYY-MM-DD
 * @throws ReleaseError when nothing is unreleased, or when a change breaks users and the major version does not rise
 */
export function cutChangelog(changelog: string, version: string, date: string): string {
  if (!changelog.split('\n').includes(unreleasedHeading))
    throw new ReleaseError(`CHANGELOG.md has no line '${unreleasedHeading}'.`, 'Put it back above the newest version.')
  const changes = readBelow(changelog, unreleasedHeading)
  if (!/^- /m.test(changes))
    throw new ReleaseError('CHANGELOG.md has no change below Unreleased.', 'A release without a change is none.')
  if (changes.includes(breakingMark) && !isMajor(version))
    throw new ReleaseError(
      `CHANGELOG.md has a line ${breakingMark}, and ${version} is no new major version.`,
      'Release a major version, or take the change back: docs/guide/deprecation.md.',
    )
  return changelog.replace(unreleasedHeading, () => `${unreleasedHeading}\n\n## ${version}, ${date}`)
}

/** The lines of a version, without its heading. @throws ReleaseError when the version has no section */
export function readSection(changelog: string, version: string): string {
  const line = changelog.split('\n').find((text) => text.startsWith(`## ${version}, `))
  if (line === undefined)
    throw new ReleaseError(`CHANGELOG.md has no section of ${version}.`, 'Run the release, which makes it.')
  return readBelow(changelog, line)
}

function readBelow(changelog: string, headingLine: string): string {
  const after = changelog.slice(changelog.indexOf(`${headingLine}\n`) + headingLine.length)
  return (after.split(heading)[0] ?? '').trim()
}
