import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Output of a command. */
export type Console = {
  /** Prints text and a line end. */
  print: (text: string) => void
  /** Prints pieces as fast as they are read: any number of them needs no memory. */
  printAll: (pieces: Iterable<string> | AsyncIterable<string>) => Promise<void>
  /** Prints a line for a person to standard error. */
  warn: (text: string) => void
  /** Shows what is being done on a terminal, on one line of standard error that the next text replaces; an empty text removes it. */
  progress: (text: string) => void
  paint: Paint
}

/** Text in a colour of the terminal; unchanged without colours. */
export type Paint = Record<keyof typeof codes, (text: string) => string>

/** Control sequence: to the start of the line, which is erased. */
const clearLine = '\r\u001b[K'

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34 } as const

export function createPaint(isColored: boolean): Paint {
  const paintIn = (code: number) => (text: string) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text)
  return {
    bold: paintIn(codes.bold),
    dim: paintIn(codes.dim),
    red: paintIn(codes.red),
    green: paintIn(codes.green),
    yellow: paintIn(codes.yellow),
    blue: paintIn(codes.blue),
  }
}

/** Control characters other than tab and line end; a sequence that sets a colour is taken as a whole. */
const controls = /\p{Cc}\[\d{1,2}m|\r(?=\n)|[^\P{Cc}\t\n]/gu

/** Text for a terminal, which obeys control characters: those of an answer or a file name, which could rename its window or hide lines, are left out. */
function hideControls(text: string): string {
  return text.replace(controls, (found) => (found === '\r' || found.startsWith('\u001b[') ? found : ''))
}

async function* hideControlsOf(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield hideControls(piece)
}

type Output = Writable & { isTTY?: boolean }

/** A console on streams; in colour on a terminal, unless `NO_COLOR` (https://no-color.org) or a dumb terminal forbids it. */
export function createConsole(
  stdout: Output,
  stderr: Output,
  env: Readonly<Record<string, string | undefined>>,
): Console {
  const isWatched = stderr.isTTY === true && env['TERM'] !== 'dumb'
  let isShown = false
  const isColored = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return {
    print: (text) => void stdout.write(`${stdout.isTTY ? hideControls(text) : text}\n`),
    // Bytes for a file or program stay as they are.
    printAll: (pieces) =>
      pipeline(Readable.from(stdout.isTTY ? hideControlsOf(pieces) : pieces), stdout, { end: false }),
    warn(text) {
      stderr.write(`${isShown ? clearLine : ''}${stderr.isTTY ? hideControls(text) : text}\n`)
      isShown = false
    },
    progress(text) {
      if (isWatched && (isShown || text !== '')) stderr.write(`${clearLine}${text}`)
      isShown = isWatched && text !== ''
    },
    paint: createPaint(isColored),
  }
}

/** Rows in columns. Numbers are right-aligned, words left-aligned; a cell may be coloured after it is padded. */
export function alignRows(rows: readonly (readonly string[])[], isNumber: readonly boolean[]): string[][] {
  const widths = isNumber.map((_, column) => Math.max(0, ...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows.map((cells) =>
    cells.map((cell, column) =>
      isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  )
}

/**
 * A number for a person with a fixed number of decimals; a dash when it is unknown. Half is rounded away from zero, as in the sentences of
 * the API.
 */
export function formatNumber(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined) return '–'
  const text = String(Math.abs(value))
  if (text.includes('e')) return value.toFixed(decimals)
  // In decimal: 1.005 is a little less in binary, and toFixed would round it down.
  const magnitude = Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`)
  return (value < 0 && magnitude !== 0 ? -magnitude : magnitude).toFixed(decimals)
}

/** A share or probability as a percentage. Only a certain value is written as 0 or 100 %. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '<1 %'
  if (share > 0.99 && share < 1) return '>99 %'
  // Rounded as a share: 0.575 · 100 is a little less than 57.5 in binary.
  return `${formatNumber(Number(formatNumber(share, 2)) * 100, 0)} %`
}

/** An amount of money or a price; `~` marks an estimate, where the market price is not auctioned yet. */
export function priceText(value: number | null | undefined, decimals: number, isEstimate: boolean): string {
  const text = formatNumber(value, decimals)
  return isEstimate && value != null ? `~${text}` : text
}

/** JSON for a program, indented for people. */
export const formatJson = (value: unknown): string => JSON.stringify(value, null, 2)
