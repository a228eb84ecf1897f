import type { Artefact } from '../context/artefacts.ts'
import { readSection } from './changelog.ts'

/** Inputs of the release notes. */
export type NotesInput = {
  version: string
  changelog: string
  artefacts: readonly Artefact[]
  /** Web address of the repository; null when its remote is no GitHub repository: links then stay relative. */
  repository: string | null
}

/** The text of a release: its changes, and its files with their checksums. */
export function composeNotes({ version, changelog, artefacts, repository }: NotesInput): string {
  const linked = (text: string) =>
    repository === null ? text : text.replaceAll(/\]\((?!https?:|#)/g, `](${repository}/blob/v${version}/`)
  const rows = artefacts.map(({ name, bytes, sha256 }) => `| ${name} | ${bytes} | \`${sha256}\` |`)
  return linked(
    [
      `# Hexawatt ${version}`,
      readSection(changelog, version),
      '### Files',
      'How to check signature, provenance and checksums: [verify a release](docs/operate/verify-a-release.md).',
      ['| file | bytes | SHA-256 |', '|---|---|---|', ...rows].join('\n'),
      '',
    ].join('\n\n'),
  )
}
