import { CarbonSeriesResponse } from '@hexawatt/shared/contract/carbon/carbon-series'
import { getCarbonSeries } from '@hexawatt/shared/contract/operations/get-carbon-series'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { parseParameters } from '@hexawatt/shared/http/parse-query'
import { createPrincipal } from '@hexawatt/shared/http/principal'
import { createSeriesAnswer, type SeriesDeps } from '@hexawatt/svc-history/src/series/series-answer.ts'
import * as v from 'valibot'

/** Reads series by the answer of svc-history, as a client with the deepest plan does. @returns a function that takes the query of an address */
export function createSeriesReader(deps: SeriesDeps) {
  const answer = createSeriesAnswer(deps)
  const principal = createPrincipal({ accountId: 'a', keyId: 'k', plan: 'scale' }, defaultPlanTable)
  return async (queryText: string) => {
    const { body, validators } = await answer({
      operation: getCarbonSeries,
      query: parseParameters(getCarbonSeries, [...new URLSearchParams(queryText)]),
      queryText,
      principal,
      language: 'en',
      contentType: 'application/json',
      request: new Request('http://localhost/'),
    })
    const text = await new Response(body as ReadableStream).text()
    return { ...v.parse(CarbonSeriesResponse, JSON.parse(text)), etag: validators?.etag }
  }
}
