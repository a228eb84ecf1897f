import { addDays } from '../../../../time/paris-clock.ts'
import { LoadCurveRefusal } from '../../load-curve.ts'
import { maxRows } from '../steps/collect-rows.ts'
import { decodeReferences, readAttribute, scanXml, type Tag } from './scan-xml.ts'

/** Columns that are read; a load curve has at most thirteen. */
const maxColumns = 256
/** Rows of a sheet, blank ones included. */
const maxSheetRows = 2 * maxRows

/** What the cells of all sheets refer to. */
export type SheetContext = {
  sharedStrings: readonly string[]
  /** Whether the style of each number shows a date. */
  isDateStyle: readonly boolean[]
  /** First day that the workbook counts from. */
  dayZero: string
}

/** Day count with its fraction as `2026-01-31 00:30:00`, or only the time or date if the other part is zero. */
function formatSerial(text: string, dayZero: string): string {
  const serial = Number(text)
  // Years 1900 to 2173.
  if (!(serial >= 0 && serial < 100_000)) return text
  const seconds = Math.round(serial * 86_400)
  const days = Math.floor(seconds / 86_400)
  const inDay = seconds - days * 86_400
  const clock = [Math.floor(inDay / 3_600), Math.floor(inDay / 60) % 60, inDay % 60]
  const time = clock.map((part) => String(part).padStart(2, '0')).join(':')
  if (days === 0) return time
  return inDay === 0 ? addDays(dayZero, days) : `${addDays(dayZero, days)} ${time}`
}

/** Column of a cell reference such as `AB12`, from 0; minus one if the cell has none. */
function findColumn(reference: string): number {
  let column = 0
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > maxColumns) break
  }
  return column - 1
}

/** The cell that is being read. */
type Cell = { column: number; type: string; style: number; value: string; inline: string }

function readValue(cell: Cell, context: SheetContext): string {
  if (cell.type === 'inlineStr') return cell.inline
  if (cell.value === '') return ''
  if (cell.type === 's') return context.sharedStrings[Number(cell.value)] ?? ''
  if (cell.type === 'e') return ''
  const isNumber = cell.type === '' || cell.type === 'n'
  return isNumber && context.isDateStyle[cell.style] ? formatSerial(cell.value, context.dayZero) : cell.value
}

function startCell(tag: Tag, next: number): Cell {
  const column = findColumn(readAttribute(tag.attributes, 'r'))
  return {
    column: column < 0 ? next : column,
    type: readAttribute(tag.attributes, 't'),
    style: Number(readAttribute(tag.attributes, 's')),
    value: '',
    inline: '',
  }
}

/** Puts a cell into its row; columns that the row leaves out are empty. */
function placeCell(row: string[], cell: Cell, context: SheetContext): void {
  if (cell.column >= maxColumns) return
  while (row.length < cell.column) row.push('')
  row[cell.column] = readValue(cell, context)
}

/** Rows of a worksheet as text; numbers that show a date become dates. */
export function* readSheetRows(pieces: Iterable<string>, context: SheetContext): Generator<string[]> {
  let row: string[] = []
  let cell: Cell | null = null
  let rows = 0
  // Phonetic readings stand within a text, and are no part of it.
  let isPhonetic = false
  for (const tag of scanXml(pieces)) {
    if (tag.name === 'c' && !tag.isEnd) {
      const started = startCell(tag, row.length)
      if (tag.isEmpty) placeCell(row, started, context)
      else cell = started
    } else if (tag.name === 'c') {
      if (cell !== null) placeCell(row, cell, context)
      cell = null
    } else if (tag.name === 'v' && tag.isEnd && cell !== null) cell.value = decodeReferences(tag.text).trim()
    else if (tag.name === 'rPh') isPhonetic = !tag.isEnd
    else if (tag.name === 't' && tag.isEnd && cell !== null && !isPhonetic) cell.inline += decodeReferences(tag.text)
    else if (tag.name === 'row' && (tag.isEnd || tag.isEmpty)) {
      rows += 1
      if (rows > maxSheetRows) throw new LoadCurveRefusal('too-many-rows', { atMost: maxRows })
      yield row
      row = []
    }
  }
}
