import { describe, expect, test } from 'bun:test'
import { ReleaseError } from '../context/release-error.ts'
import { cutChangelog, hasVersion, readSection } from './changelog.ts'
import { composeNotes } from './release-notes.ts'

const changelog = `# Changelog

## Unreleased

### Added

- A plan ([how](docs/guide/plan.md#a)), see [SemVer](https://semver.org).

## 0.1.0, 2026-11-22

- The first version.
`

describe('the changelog of a release', () => {
  test('the unreleased lines become the section of the version, below an empty Unreleased, and nothing else changes', () => {
    const cut = cutChangelog(changelog, '1.0.0', '2026-11-28')
    expect(cut).toBe(changelog.replace('## Unreleased\n', '## Unreleased\n\n## 1.0.0, 2026-11-28\n'))
    expect([hasVersion(changelog, '1.0.0'), hasVersion(cut, '1.0.0'), hasVersion(cut, '0.1.0')]).toEqual([
      false,
      true,
      true,
    ])
    expect(readSection(cut, '1.0.0')).toStartWith('### Added\n\n- A plan')
    expect(readSection(cut, '0.1.0')).toBe('- The first version.')
  })

  test('a line on a breaking change asks for a new major version', () => {
    const breaking = changelog.replace('- A plan', '- **Breaking**: a plan')
    expect(() => cutChangelog(breaking, '1.1.0', '2026-11-28')).toThrow('1.1.0 is no new major version')
    expect(() => cutChangelog(breaking, '1.0.1', '2026-11-28')).toThrow(ReleaseError)
    expect(hasVersion(cutChangelog(breaking, '2.0.0', '2026-11-28'), '2.0.0')).toBe(true)
  })

  test('a release without a change, or without the heading, is refused', () => {
    const cut = cutChangelog(changelog, '1.0.0', '2026-11-28')
    expect(() => cutChangelog(cut, '1.0.1', '2026-11-28')).toThrow('no change below Unreleased')
    expect(() => cutChangelog('# Changelog\n', '1.0.1', '2026-11-28')).toThrow(ReleaseError)
    expect(() => readSection(cut, '1.0.1')).toThrow('no section of 1.0.1')
  })
})

describe('the notes of a release', () => {
  const artefacts = [{ name: 'a.tgz', bytes: 12, sha256: 'ab'.repeat(32) }]
  const made = { version: '1.0.0', changelog: cutChangelog(changelog, '1.0.0', '2026-11-28'), artefacts }

  test('hold the changes of the version only, and each file with its size and checksum', () => {
    const notes = composeNotes({ ...made, repository: null })
    expect(notes).toStartWith('# Hexawatt 1.0.0\n\n### Added\n\n- A plan')
    expect(notes).not.toContain('The first version.')
    expect(notes).toContain(`| a.tgz | 12 | \`${'ab'.repeat(32)}\` |`)
  })

  test('link to the documents of their own version, because a page of releases has no folders', () => {
    const notes = composeNotes({ ...made, repository: 'https://github.com/OWNER/NAME' })
    expect(notes).toContain('[how](https://github.com/OWNER/NAME/blob/v1.0.0/docs/guide/plan.md#a)')
    expect(notes).toContain('[SemVer](https://semver.org)')
  })
})
