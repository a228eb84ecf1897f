import { type FactName, type Facts, findFact, findFactColumns } from '../facts/block-facts.ts'
import { findUnit } from '../facts/column-names.ts'
import { stampSides } from '../steps/collect-rows.ts'
import type { Table } from './read-table.ts'

// Files of the customer account of Enedis, as CSV or as rows of a worksheet.

/** Names that a line of headings must have for the next line to be their values. */
const leastHeadings = 3

/**
 * Positions of the facts whose values stand in the line below; null if the line is no such heading. Headings stand side by
 * side; where a line has names and values in turn, no two names do.
 */
export function recogniseFactHeadings(names: readonly string[]): Map<number, FactName> | null {
  const columns = new Map<number, FactName>()
  for (const [index, name] of names.entries()) {
    const fact = findFact(name)
    if (fact !== null) columns.set(index, fact)
  }
  const haveNeighbours = [...columns.keys()].some((index) => columns.has(index + 1))
  return columns.size >= leastHeadings && haveNeighbours ? columns : null
}

/** Facts that stand as pairs of name and value in one line, as in newer files and in worksheets; empty if there are none. */
export function readFactPairs(names: readonly string[], row: readonly string[]): Partial<Facts> {
  const facts: Partial<Facts> = {}
  for (const [index, name] of names.entries()) {
    const fact = findFact(name)
    const value = names.findIndex((other, position) => position > index && other !== '')
    // A name whose value is missing is followed by the next name.
    if (fact !== null && value >= 0 && findFact(names[value] ?? '') === null) facts[fact] = (row[value] ?? '').trim()
  }
  return facts
}

/** Table of end of step and mean power: `Horodate;Valeur`, or `horodate ISO fin de pas;puissance moyenne (W)`. */
function recogniseStamps(names: readonly string[]): Table | null {
  const stamp = names.findIndex((name) => name.startsWith('horodat'))
  const value = names.findIndex((name) => /^(valeur|puissance)/.test(name))
  if (stamp < 0 || value < 0) return null
  return {
    kind: 'enedis-customer',
    columns: { stamp, value, facts: findFactColumns(names) },
    width: names.length,
    side: stampSides.end,
    isClockKnown: true,
    unit: findUnit(names[value] ?? ''),
    // People delete the two lines above the table: the customer account gives such a curve in W only.
    assumedUnit: 'W',
  }
}

/** Table of the worksheet `Consommation Horaire`: `Début | Fin | Valeur (en kW)`. */
function recogniseRanges(names: readonly string[]): Table | null {
  const stamp = names.findIndex((name) => /^d.{1,3}but$/.test(name))
  const end = names.indexOf('fin')
  const value = names.findIndex((name) => /^valeur|^puissance/.test(name))
  if (stamp < 0 || end < 0 || value < 0) return null
  return {
    kind: 'enedis-customer',
    columns: { stamp, end, value, facts: {} },
    width: names.length,
    side: stampSides.start,
    isClockKnown: true,
    unit: findUnit(names[value] ?? ''),
    assumedUnit: null,
  }
}

export const recogniseCustomerTable = (names: readonly string[]): Table | null =>
  recogniseStamps(names) ?? recogniseRanges(names)
