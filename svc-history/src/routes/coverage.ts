import { CoverageResponse } from '@hexawatt/shared/contract/score-history'
import { isBodyWanted } from '@hexawatt/shared/http/data-headers'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type CoverageDeps, createCoverageAnswer } from '../history/coverage-answer.ts'

/** `GET /api/coverage`: needs no key of its caller, but comes through the gateway like the rest. */
export function coverageRoute(deps: CoverageDeps & { acceptedTokens: readonly string[] }) {
  const answerCoverage = createCoverageAnswer(deps)
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/api/coverage',
    async ({ request, set }) => {
      const { body, headers } = await answerCoverage()
      return isBodyWanted({ request, set }, headers) ? body : undefined
    },
    { response: { 200: CoverageResponse, 304: v.undefined() } },
  )
}
