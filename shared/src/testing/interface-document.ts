import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findReferenceData } from './reference-data.ts'

/** A table of the interface: the nearest heading above it, the names of its columns, and its rows by them. */
export type InterfaceTable = { heading: string; columns: string[]; rows: Record<string, string>[] }

/**
 * Text of the published interface, which lies next to the recorded data; null when it was not supplied, with a loud message about the skipped tests.
 */
export async function readInterface(skippedWithoutIt: string): Promise<string | null> {
  const folder = findReferenceData()
  const path = folder === null ? null : join(folder, '../interface.md')
  if (path !== null && existsSync(path)) return Bun.file(path).text()
  console.warn(`SKIPPED: ${skippedWithoutIt}: the interface (../shared/interface.md) is not on this machine`)
  return null
}

/** Every table of a document, in its order. */
export function parseTables(document: string): InterfaceTable[] {
  const tables: InterfaceTable[] = []
  let heading = ''
  let isInTable = false
  for (const line of document.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '')
    const cells = line.startsWith('|') ? splitCells(line) : null
    const table = tables.at(-1)
    if (cells === null) isInTable = false
    else if (!isInTable || table === undefined) {
      tables.push({ heading, columns: cells, rows: [] })
      isInTable = true
    } else if (!cells.every((cell) => /^-+$/.test(cell))) {
      table.rows.push(Object.fromEntries(table.columns.map((column, index) => [column, cells[index] ?? ''])))
    }
  }
  return tables
}

const splitCells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The text under a heading, up to the next heading of any depth. */
export function extractSection(document: string, heading: string): string {
  const [, after = ''] = document.split(new RegExp(`^#+ ${RegExp.escape(heading)}$`, 'm'))
  return after.split(/^#/m)[0] ?? ''
}

/** Lists the texts between backticks, in order. */
export function extractQuoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
}
