import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { programsPlace } from './places.ts'

/** The row of a program, which its test file writes before its tests run. */
export const ProgramRow = v.object({
  name: v.string(),
  version: v.string(),
  /** What was run, for a reader who decides whether to trust it. */
  ran: v.string(),
  /** Name of the group of its tests in the reports. */
  group: v.string(),
  /** Why this machine cannot have the program; null when it can. */
  missing: v.nullable(v.string()),
  /** A figure that a test of it measured, such as a coverage. */
  figure: v.optional(v.string()),
})
export type ProgramRow = v.InferOutput<typeof ProgramRow>

/** A group of tests (`describe`) with its counts, in a report of a run. */
export type ReportedGroup = { name: string; tests: number; failed: number; skipped: number }

/** Writes the table program × version × what ran × result of a run from the groups of its reports, and returns it. */
export async function writeResults(groups: readonly ReportedGroup[]): Promise<string> {
  const files = (await readdir(programsPlace.rows)).sort()
  const rows = await Promise.all(
    files.map(async (file) => v.parse(ProgramRow, await Bun.file(join(programsPlace.rows, file)).json())),
  )
  const table = formatResults(rows.map((row) => ({ ...row, result: tellResult(row, groups) })))
  await Bun.write(programsPlace.results, table)
  return `\n${table}`
}

/** The result of a program in words. */
export function tellResult({ group, missing, figure }: ProgramRow, groups: readonly ReportedGroup[]): string {
  const own = groups.filter(({ name }) => name === group)
  const sum = (count: 'tests' | 'failed' | 'skipped') => own.reduce((total, one) => total + one[count], 0)
  const [tests, failed, skipped] = [sum('tests'), sum('failed'), sum('skipped')]
  if (missing !== null) return `${failed > 0 ? 'FAILED' : 'skipped'}: ${missing}`
  if (tests === 0) return 'FAILED: no test of it ended'
  if (failed > 0) return `FAILED: ${failed} of ${tests} tests`
  const passed = `passed: ${tests - skipped} ${tests - skipped === 1 ? 'test' : 'tests'}`
  const counted = skipped > 0 ? `${passed}, ${skipped} skipped` : passed
  return figure === undefined ? counted : `${counted}; ${figure}`
}

function formatResults(rows: readonly (ProgramRow & { result: string })[]): string {
  const cells = [
    ['program', 'version', 'what ran', 'result'],
    ['---', '---', '---', '---'],
    ...rows.map(({ name, version, ran, result }) => [name, version, ran, result]),
  ]
  return `${cells.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`).join('\n')}\n`
}
