import { CoverageResponse } from '@hexawatt/shared/contract/score-history'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import { type CoverageDeps, createCoverageAnswer } from '../coverage/coverage-answer.ts'

/** `GET /api/coverage`: needs no key of its caller, but comes through the gateway like the rest. */
export function coverageRoute(deps: CoverageDeps & { acceptedTokens: readonly string[] }) {
  const answerCoverage = createCoverageAnswer(deps)
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/api/coverage',
    async ({ set }) => {
      const { body, headers } = await answerCoverage()
      Object.assign(set.headers, headers)
      return body
    },
    { response: CoverageResponse },
  )
}
