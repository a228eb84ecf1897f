import { Elysia } from 'elysia'
import { listBy, rootNameBy } from '../faults/bent-body.ts'
import { delayBy, refuseBy } from '../operator/faulty-answer.ts'
import { pageOfLines, readLineQuery } from '../references/emission-factor-routes.ts'
import { type ReferenceDeps, sendReference } from '../references/reference-answer.ts'

/** The agency's database, page by page: no key, accented column names, `next` while there is more. */
export function emissionFactorLinesRoute(deps: ReferenceDeps) {
  return new Elysia().get('/data-fair/api/v1/datasets/base-carboner/lines', async ({ request }) => {
    const faults = deps.faults.take('emission_factors')
    await delayBy(faults)
    refuseBy(faults)
    const url = new URL(request.url)
    const query = readLineQuery(url.searchParams)
    if (query === null) return new Response('"size" (at most 10000) or "after" is not usable', { status: 400 })
    const answer = await deps.source.factorLines()
    const { total, results, nextAfter } = pageOfLines(answer.content, query)
    const next = nextAfter === null ? {} : { next: pageAddress(url, nextAfter) }
    return sendReference(answer, { total, ...next, [rootNameBy(faults, 'results')]: listBy(faults, results) }, faults)
  })
}

/** The same question, from another line on. */
function pageAddress(url: URL, after: number): string {
  const next = new URL(url)
  next.searchParams.set('after', String(after))
  return next.toString()
}
