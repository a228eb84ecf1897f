import { CoverageResponse } from '@hexawatt/shared/contract/score-history'
import { Elysia } from 'elysia'
import { type CoverageDeps, createCoverageAnswer } from '../coverage/coverage-answer.ts'

/** `GET /api/coverage`. */
export function coverageRoute(deps: CoverageDeps) {
  const answerCoverage = createCoverageAnswer(deps)
  return new Elysia().get(
    '/api/coverage',
    async ({ set }) => {
      const { body, headers } = await answerCoverage()
      Object.assign(set.headers, headers)
      return body
    },
    { response: CoverageResponse },
  )
}
