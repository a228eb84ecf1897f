import { LoadCurveRefusal } from '../../load-curve.ts'
import { type FactName, type Facts, noFacts } from '../facts/block-facts.ts'
import { normaliseName } from '../facts/column-names.ts'
import { readFactPairs, recogniseCustomerTable, recogniseFactHeadings } from './enedis-customer.ts'
import { recogniseProfessionalTable } from './enedis-professional.ts'
import { createStatisticsReader, recogniseStatistics } from './home-assistant.ts'
import { createEnergyReader, isEnergyTable } from './home-assistant-energy.ts'
import { createTableReader, type RowReader } from './read-table.ts'
import { noteFacts, noteRefusal, type ReadingState } from './reading-state.ts'
import { createDayReader, isDayTable, recogniseSupplierTable } from './supplier.ts'

/** Lines that may be looked at as headings: every line that no reader takes is tried. */
const maxHeadings = 5_000
/** Cells of a heading that are looked at. */
const maxNames = 200

/** Takes the rows of a table that is not read, as far as they have time stamps. */
const createSkippingReader =
  ({ stamps }: ReadingState): RowReader =>
  (row) =>
    row.some(stamps.parse)

/** Headings of readings of the meter, one column for each counter. */
const areReadings = (names: readonly string[]): boolean =>
  names.some((name) => /^(eas|ead|eait) f?\d/.test(name) || /^(cadran|contexte de rel.{1,3}ve)$/.test(name))

/** Reader of the table below these headings; null if they are none. */
function recogniseTable(
  names: readonly string[],
  row: readonly string[],
  facts: Facts,
  state: ReadingState,
): RowReader | null {
  if (isEnergyTable(names)) return createEnergyReader(row, state)
  const statistics = recogniseStatistics(names)
  if (statistics !== null) return createStatisticsReader(statistics, state)
  if (isDayTable(names)) return createDayReader(state)
  if (areReadings(names)) {
    noteRefusal(state, 'meter-readings')
    return createSkippingReader(state)
  }
  const table = recogniseProfessionalTable(names) ?? recogniseCustomerTable(names) ?? recogniseSupplierTable(names)
  if (table instanceof LoadCurveRefusal) {
    noteRefusal(state, table.code, table.values)
    return createSkippingReader(state)
  }
  return table === null ? null : createTableReader(table, facts, state)
}

/** The block that is being read. */
type Block = {
  facts: Facts
  /** Headings whose values stand in the next line. */
  headings: ReturnType<typeof recogniseFactHeadings>
  reader: RowReader | null
}

/** Facts of a new block replace those of the block before, facts in further lines of the same block add to it. */
function setFacts(block: Block, found: Partial<Facts>, state: ReadingState): void {
  const isNewBlock = block.reader !== null || (found.meter !== undefined && block.facts.meter !== '')
  block.facts = { ...(isNewBlock ? noFacts : block.facts), ...found }
  block.headings = null
  block.reader = null
  noteFacts(state, block.facts)
}

/** Takes the values of the headings in the line above. */
function readHeadedFacts(headings: ReadonlyMap<number, FactName>, row: readonly string[]): Partial<Facts> {
  const found: Partial<Facts> = {}
  for (const [index, name] of headings) found[name] = (row[index] ?? '').trim()
  return found
}

/** Tries a line as headings of a table or of facts, or as facts; false if it is none of them. */
function tryHeading(block: Block, row: string[], state: ReadingState): boolean {
  const names = row.slice(0, maxNames).map(normaliseName)
  if (names[0] === 'entity id' && names.includes('last changed')) {
    noteRefusal(state, 'not-a-load-curve', { seems: 'home-assistant-history' })
  }
  const reader = recogniseTable(names, row, block.facts, state)
  if (reader !== null) {
    block.reader = reader
    return true
  }
  block.headings = recogniseFactHeadings(names)
  if (block.headings !== null) return true
  const pairs = readFactPairs(names, row)
  if (Object.keys(pairs).length === 0) return false
  setFacts(block, pairs, state)
  return true
}

/**
 * Reads the rows of a file: blocks of facts and tables in any order, since files are appended to each other and a
 * workbook has several worksheets. A row that its table cannot take is tried as the heading of the next block.
 */
export function readRows(rows: Iterable<string[]>, state: ReadingState): void {
  const block: Block = { facts: { ...noFacts }, headings: null, reader: null }
  let tried = 0
  for (const row of rows) {
    if (block.headings !== null) setFacts(block, readHeadedFacts(block.headings, row), state)
    else if (block.reader?.(row) || row.every((cell) => cell.trim() === '')) continue
    else {
      tried += 1
      const isHeading = tried <= maxHeadings && tryHeading(block, row, state)
      if (!isHeading && block.reader !== null) state.unreadable += 1
    }
  }
  for (const finish of state.finishers) finish()
}
