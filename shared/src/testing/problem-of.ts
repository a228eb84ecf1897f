import * as v from 'valibot'
import { ProblemDetails } from '../contract/problem.ts'

/** The problem body of an answer; fails when it is none, or says another status than the answer. */
export async function problemOf(response: Response): Promise<ProblemDetails> {
  const problem = v.parse(ProblemDetails, await response.json())
  if (response.headers.get('content-type') !== 'application/problem+json' || problem.status !== response.status) {
    throw new Error(`not a proper problem answer: ${response.status} ${response.headers.get('content-type')}`)
  }
  return problem
}
