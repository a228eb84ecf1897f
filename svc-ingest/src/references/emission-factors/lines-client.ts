import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { PayloadOrigin } from '../../upstream/payload-origin.ts'
import type { RetryDeps } from '../../upstream/retry.ts'
import { fetchJson } from '../reference.ts'
import { factorColumns, LinesPage } from './payload.ts'

const datasetPath = '/data-fair/api/v1/datasets/base-carboner'
const pageSize = 1_000
/** The database has 19 pages of lines; more than this means a paging loop. */
const maxPages = 60

/** The lines, not parsed yet, and the payloads that contained them. */
export type FactorDatabase = { version: string; lines: unknown[]; bodies: Uint8Array[]; origin: PayloadOrigin }

/** Reads every element line of the agency's database, page by page, and its version. @throws UpstreamError */
export async function fetchFactorDatabase(
  deps: RetryDeps,
  baseUrl: URL,
  signal?: AbortSignal,
): Promise<FactorDatabase> {
  const metadata = await fetchJson(deps, new URL(datasetPath, baseUrl), signal)
  const version = versionOf(metadata.json)
  const bodies = [metadata.body]
  const lines: unknown[] = []
  let url: URL | null = firstPage(baseUrl)
  let pages = 0
  while (url !== null) {
    if (++pages > maxPages) throw new UpstreamError('unusable', `the database has more than ${maxPages} pages`)
    const payload = await fetchJson(deps, url, signal)
    bodies.push(payload.body)
    const page = v.safeParse(LinesPage, payload.json)
    if (!page.success) throw new UpstreamError('unusable', `page ${pages} of the database is not in the agreed shape`)
    lines.push(...page.output.results)
    url = nextPage(page.output.next, baseUrl)
  }
  return { version, lines, bodies, origin: metadata.origin }
}

function firstPage(baseUrl: URL): URL {
  const url = new URL(`${datasetPath}/lines`, baseUrl)
  url.searchParams.set('size', String(pageSize))
  url.searchParams.set('select', factorColumns.join(','))
  url.searchParams.set('Type_Ligne_eq', 'Elément')
  return url
}

/** The next page's address comes from outside: only its path and query are followed, never another host. */
function nextPage(next: string | null | undefined, baseUrl: URL): URL | null {
  if (!next) return null
  const url = new URL(next, baseUrl)
  return new URL(`${url.pathname}${url.search}`, baseUrl)
}

/** `V23.6` from the title or file name, else the data version's date. */
function versionOf(metadata: unknown): string {
  const text = JSON.stringify(metadata)
  const named = text.match(/V\d{1,3}\.\d{1,2}/)?.[0]
  const dated = text.match(/"dataVersion":"(\d{4}-\d\d-\d\d)/)?.[1]
  return named ?? dated ?? 'unknown version'
}
