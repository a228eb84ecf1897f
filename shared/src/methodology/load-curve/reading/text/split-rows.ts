import { LoadCurveRefusal } from '../../load-curve.ts'
import { maxRows } from '../steps/collect-rows.ts'

/** Lines that are looked at to find the character between the cells. */
const sampledLines = 20
/** Cells of a line; a wide export has one column per hour. */
const maxCells = 20_000
/** Lines with text: headings, days and blocks come on top of the rows. */
const maxLines = 2 * maxRows

const separators = [';', '\t', ',', '|'] as const

/** The separator that occurs in most of the first lines; `;` wins a tie, since French files write decimals with a comma. */
function findSeparator(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampledLines)
  let best: string = separators[0]
  let most = 0
  for (const separator of separators) {
    const count = lines.filter((line) => line.includes(separator)).length
    if (count > most) [best, most] = [separator, count]
  }
  return best
}

/** Cells of a line in which at least one is quoted. */
function splitQuoted(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let index = 0; index < line.length && cells.length < maxCells; index += 1) {
    const character = line[index]
    if (isQuoted && character === '"' && line[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  cells.push(cell)
  return cells
}

/** Cells of a line that stands in quotes as a whole, as a spreadsheet program writes lines that it took for one cell; other cells unchanged. */
function splitWhole(cells: string[], separator: string): string[] {
  const [first = '', ...others] = cells
  return first.includes(separator) && others.every((cell) => cell === '') ? first.split(separator, maxCells) : cells
}

/** Lines of a text that are not blank. */
function* listLines(text: string): Generator<string> {
  // Files of old spreadsheet programs end their lines with a carriage return only.
  const end = text.includes('\n') ? '\n' : '\r'
  let from = 0
  let lines = 0
  while (from < text.length) {
    const to = text.indexOf(end, from)
    const line = text.slice(from, to < 0 ? text.length : to)
    from = to < 0 ? text.length : to + 1
    if (line === '' || line === '\r') continue
    lines += 1
    if (lines > maxLines) throw new LoadCurveRefusal('too-many-rows', { atMost: maxRows })
    yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
}

/** Rows of a table in text, as cells; the separator is found, quotes are taken off. */
export function* splitRows(text: string): Generator<string[]> {
  const separator = findSeparator(text)
  for (const line of listLines(text)) {
    if (!line.includes('"')) yield line.split(separator, maxCells)
    else yield splitWhole(splitQuoted(line, separator), separator)
  }
}
