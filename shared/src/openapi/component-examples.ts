import { operations } from '../contract/operations.ts'
import { type ProblemCode, type ProblemDetails, problemTable, publicProblemCodes } from '../contract/problem.ts'
import type { Example } from './document-types.ts'
import { recordedAnswers, recordedProblems } from './recorded-examples.ts'

/** The example of every operation and of every code, by their names. */
export function componentExamples(publicBaseUrl: string): Record<string, Example> {
  const answers = operations.map(({ id }): [string, Example] => {
    const { request, body } = recordedAnswers[id]
    return [id, { summary: `GET ${request}`, description: 'Recorded on demo data; long lists are cut.', value: body }]
  })
  const problems = publicProblemCodes.map((code): [string, Example] => [
    code,
    { summary: problemTable[code].title, value: problemExample(code, publicBaseUrl) },
  ])
  return Object.fromEntries([...answers, ...problems])
}

/** Body of a problem as the product has sent it, at the address of this installation; null when it never sent one. */
export function problemExample(code: ProblemCode, publicBaseUrl: string): ProblemDetails | null {
  const recorded = recordedProblems[code]
  return recorded === undefined ? null : { ...recorded.body, type: `${publicBaseUrl}/problems/${code}` }
}
