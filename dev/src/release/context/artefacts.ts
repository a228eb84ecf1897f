import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of a release. */
export type Artefact = { name: string; bytes: number; sha256: string }

/** Result of a step: done, left out with its reason, or a condition that a release demands and a dry run only reports. */
export type Outcome = 'done' | 'skipped' | 'would stop'

/** A step that has ended. */
export type StepReport = { step: string; outcome: Outcome; remark: string; artefacts: readonly Artefact[] }

/** Describes a file of the folder. */
export async function describeArtefact(folder: string, name: string): Promise<Artefact> {
  const bytes = await Bun.file(join(folder, name)).bytes()
  return { name, bytes: bytes.length, sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex') }
}

/** Names of the files in the folder, in order. */
export async function listFiles(folder: string): Promise<string[]> {
  return (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

/** The lines that `sha256sum --check` reads. */
export function formatChecksums(artefacts: readonly Artefact[]): string {
  return artefacts.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}

/** The table of a release: one line for each file, and for each step without a file. */
export function formatReports(reports: readonly StepReport[]): string {
  const head = ['step', 'result', 'file', 'bytes', 'sha256']
  const rows = reports.flatMap(({ step, outcome, remark, artefacts }): string[][] =>
    artefacts.length === 0
      ? [[step, outcome, remark, '', '']]
      : artefacts.map(({ name, bytes, sha256 }) => [step, outcome, name, String(bytes), sha256]),
  )
  // A long remark does not widen the table.
  const widths = head.map((name, column) =>
    Math.max(
      name.length,
      ...rows.filter((row) => column !== 2 || row[3] !== '').map((row) => row[column]?.length ?? 0),
    ),
  )
  const format = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [head, ...rows].map(format).join('\n')
}
