import { buildExampleRequest, type OperationEntry } from '../contract/entry/operation.ts'
import { type ProblemCode, type ProblemDetails, problemTable, publicProblemCodes } from '../contract/problem.ts'
import answers from './examples/answers.json' with { type: 'json' }
import problems from './examples/problems.json' with { type: 'json' }
import type { Example } from './schemas/document-types.ts'

/** A recorded response of the running product and its request path. Long lists are cut. */
export type RecordedAnswer = {
  request: string
  body: unknown
  /** The same response in the types of a streamed operation. */
  streamed?: Readonly<Record<string, string>>
}

/** The message that the recorded answer of `POST /mcp` answers. */
export const recordedMessage = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'history_summary',
    arguments: { from: '2026-02-03T17:00:00Z', to: '2026-02-03T18:00:00Z', timezone: 'Europe/Paris' },
  },
}

/** A recorded refusal of the running product and its request. */
export type RecordedProblem = { request: string; body: ProblemDetails }

/** One response per operation, recorded on demo data; `test/openapi/live-answers.test.ts` compares them with new recordings. */
const recordedAnswers: Readonly<Record<string, RecordedAnswer>> = answers

/** The recorded response of an operation; without a body until `WRITE_EXAMPLES=1 bun run test test/openapi/live-answers.test.ts` has recorded it. */
export function findRecordedAnswer(operation: OperationEntry): RecordedAnswer {
  return recordedAnswers[operation.id] ?? { request: buildExampleRequest(operation), body: null }
}

/** Refusals by code: every public one. */
export const recordedProblems: Readonly<Partial<Record<ProblemCode, RecordedProblem>>> = problems

/** The example of every operation and code, by name. */
export function createComponentExamples(
  operations: readonly OperationEntry[],
  publicBaseUrl: string,
): Record<string, Example> {
  const answers = operations.map((operation): [string, Example] => {
    const { request, body } = findRecordedAnswer(operation)
    return [
      operation.id,
      {
        summary: `${operation.method} ${request}`,
        description: 'Recorded with demo data; long lists are shortened.',
        value: body,
      },
    ]
  })
  const problems = publicProblemCodes.map((code): [string, Example] => [
    code,
    { summary: problemTable[code].title, value: findProblemExample(code, publicBaseUrl) },
  ])
  return Object.fromEntries([...answers, ...problems])
}

/** Address of the installation that was recorded. */
const recordedBaseUrl = 'http://localhost:8080'

/** Recorded body of a problem with the addresses of this installation; null without a recording. */
export function findProblemExample(code: ProblemCode, publicBaseUrl: string): ProblemDetails | null {
  const recorded = recordedProblems[code]
  if (recorded === undefined) return null
  const moved = Object.entries(recorded.body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll(recordedBaseUrl, publicBaseUrl) : value,
  ])
  return { ...recorded.body, ...Object.fromEntries(moved), type: `${publicBaseUrl}/problems/${code}` }
}
