import { Elysia } from 'elysia'
import { faultyList, faultyRootName, takeFaults } from '../operator/answer-faults.ts'
import type { FactorLine } from '../subjects/grid-source.ts'
import { type ReferenceDeps, sendReference } from './reference-answer.ts'

/** The agency's database by pages: no key, accented column names, `next` while more lines follow. */
export function emissionFactorLinesRoute(deps: ReferenceDeps) {
  return new Elysia().get('/data-fair/api/v1/datasets/base-carboner/lines', async ({ request }) => {
    const faults = await takeFaults(deps.faults, 'emission_factors')
    const url = new URL(request.url)
    const query = readLineQuery(url.searchParams)
    if (query === null) return new Response('"size" (at most 10000) or "after" is not usable', { status: 400 })
    const answer = await deps.source.factorLines()
    const { total, results, nextAfter } = pageOfLines(answer.content, query)
    const next = nextAfter === null ? {} : { next: pageAddress(url, nextAfter) }
    return sendReference(
      answer,
      { total, ...next, [faultyRootName(faults, 'results')]: faultyList(faults, results) },
      faults,
    )
  })
}

/** The same request for the following lines. */
function pageAddress(url: URL, after: number): string {
  const next = new URL(url)
  next.searchParams.set('after', String(after))
  return next.toString()
}

/** Lines per page: default and maximum. */
const defaultSize = 12
const maxSize = 10_000

const equalitySuffix = '_eq'

type LinePage = { total: number; results: Record<string, string | number>[]; nextAfter: number | null }

type LineQuery = {
  size: number
  /** Position of the last line of the previous page. */
  after: number
  columns: readonly string[] | null
  equalities: readonly (readonly [column: string, value: string])[]
}

/** Reads the parameters of a `lines` call; null when `size` or `after` is invalid. */
function readLineQuery(query: URLSearchParams): LineQuery | null {
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

/** One page of the matching lines. An unknown column name (for example without accents) matches and selects nothing. */
function pageOfLines(lines: readonly FactorLine[], query: LineQuery): LinePage {
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

/** The agency's description of its database; the file name contains the version. */
const metadata = {
  id: 'base-carboner',
  title: 'Base carbone®',
  license: {
    title: 'Licence Ouverte / Open Licence',
    href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence',
  },
  file: { name: 'Base_Carbone_V23.6.csv' },
}

/** Title, licence and version of the agency's database. */
export function emissionFactorDatasetRoute(deps: ReferenceDeps) {
  return new Elysia().get('/data-fair/api/v1/datasets/base-carboner', async () => {
    const faults = await takeFaults(deps.faults, 'emission_factors', (fault) => fault.kind !== 'wrong_shape')
    const answer = await deps.source.factorLines()
    return sendReference(answer, { ...metadata, count: answer.content.length }, faults)
  })
}
