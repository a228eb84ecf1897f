import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { ReferenceContent } from '../definition/content.ts'
import { type Answer, type Call, type Page, readJson, type Source } from '../definition/source.ts'
import { factorColumns, LinesPage, readProductionLines } from './factor-lines.ts'
import { selectFactors } from './select-factors.ts'

const datasetPath = '/data-fair/api/v1/datasets/base-carboner'
const pageSize = 1_000
/** The database has 19 pages of lines; more than this means a paging loop. */
const maxPages = 60

/**
 * Emission factors of the national agency's database, from its open, keyless API: the description of the dataset with its version, and then every element
 * line, page by page.
 */
export const emissionFactors: Source = {
  id: 'emission_factors',
  publisher: 'ademe',
  fills: [],
  rhythm: { kind: 'interval', everyMinutes: 24 * 60, publicationOf: null },
  calls: () => [{ path: datasetPath, query: {}, asked: {} }],
  nextPage: findNextPage,
  read: (answer) => ({ reference: readFactors(answer) }),
}

/** The first page of lines follows the description; every page names the next one. */
function findNextPage(pages: readonly Page[]): Call | null {
  const page = pages.length === 1 ? undefined : pages.at(-1)
  if (page === undefined) return firstPage
  const { next } = readPage(readJson(page))
  if (!next) return null
  if (pages.length > maxPages) throw new UpstreamError('unusable', `the database has more than ${maxPages} pages`)
  // The address comes from outside, and a mirror may add a path to it: only its query is followed.
  const { searchParams } = new URL(next, 'https://any.host')
  return { ...firstPage, query: Object.fromEntries(searchParams) }
}

const firstPage: Call = {
  path: `${datasetPath}/lines`,
  query: { size: String(pageSize), select: factorColumns.join(','), Type_Ligne_eq: 'Elément' },
  asked: {},
}

/** @throws UpstreamError `unusable` when a page is not in the agreed shape, or a production type has no factor */
function readFactors(answer: Answer): ReferenceContent {
  const lines = (answer.pages ?? []).flatMap((page) => readPage(readJson(page)).results)
  const { readable, unreadable, reasons } = readProductionLines(lines)
  const table = {
    kind: 'emission factors' as const,
    databaseVersion: findVersion(readJson(answer)),
    factors: selectFactors(readable),
  }
  return { table, taken: readable.length, unreadable, reasons }
}

function readPage(json: unknown): v.InferOutput<typeof LinesPage> {
  const page = v.safeParse(LinesPage, json)
  if (!page.success) throw new UpstreamError('unusable', 'a page of the database is not in the agreed shape')
  return page.output
}

/** `V23.6` from the title or file name, else the data version's date. */
function findVersion(metadata: unknown): string {
  const text = JSON.stringify(metadata)
  const named = text.match(/V\d{1,3}\.\d{1,2}/)?.[0]
  const dated = text.match(/"dataVersion":"(\d{4}-\d\d-\d\d)/)?.[1]
  return named ?? dated ?? 'unknown version'
}
