import type { FactorLine } from '../subjects/grid-source.ts'

/** Lines per page when none are asked, and at most. */
const defaultSize = 12
const maxSize = 10_000

const equalitySuffix = '_eq'

export type LinePage = { total: number; results: Record<string, string | number>[]; nextAfter: number | null }

export type LineQuery = {
  size: number
  /** Position of the last line of the page before. */
  after: number
  columns: readonly string[] | null
  equalities: readonly (readonly [column: string, value: string])[]
}

/** Reads the parameters of a `lines` call; null when `size` or `after` cannot be used. */
export function readLineQuery(query: URLSearchParams): LineQuery | null {
  const size = wholeNumber(query.get('size'), defaultSize)
  const after = wholeNumber(query.get('after'), -1)
  if (size === null || size > maxSize || after === null) return null
  return {
    size,
    after,
    columns: query.get('select')?.split(',') ?? null,
    equalities: [...query]
      .filter(([name]) => name.endsWith(equalitySuffix))
      .map(([name, value]) => [name.slice(0, -equalitySuffix.length), value] as const),
  }
}

/** One page of the lines that match. A column name that does not exist (no accents) matches and selects nothing. */
export function pageOfLines(lines: readonly FactorLine[], query: LineQuery): LinePage {
  const matches = lines.flatMap((line, index) => (matchesAll(line, query) ? [{ line, index }] : []))
  const rest = matches.filter(({ index }) => index > query.after)
  const page = rest.slice(0, query.size)
  return {
    total: matches.length,
    results: page.map(({ line, index }) => ({ _id: `line-${index}`, ...selected(line, query.columns) })),
    nextAfter: rest.length > page.length ? (page.at(-1)?.index ?? null) : null,
  }
}

function matchesAll(line: FactorLine, { equalities }: LineQuery): boolean {
  return equalities.every(([column, value]) => line[column] !== undefined && String(line[column]) === value)
}

function selected(line: FactorLine, columns: readonly string[] | null): FactorLine {
  if (columns === null) return line
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = line[column]
      return value === undefined ? [] : [[column, value] as const]
    }),
  )
}

function wholeNumber(text: string | null, fallback: number): number | null {
  if (text === null) return fallback
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
