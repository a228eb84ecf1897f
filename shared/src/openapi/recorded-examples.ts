import type { OperationId } from '../contract/operations.ts'
import type { ProblemCode, ProblemDetails } from '../contract/problem.ts'
import answers from './examples/answers.json' with { type: 'json' }
import problems from './examples/problems.json' with { type: 'json' }

/** An answer of the running product, and the path that was asked for it. Long lists are cut. */
export type RecordedAnswer = {
  request: string
  body: unknown
  /** The same answer under the types of a streamed operation. */
  streamed?: Readonly<Record<string, string>>
}

/** A refusal of the running product, and the request that led to it. */
export type RecordedProblem = { request: string; body: ProblemDetails }

/** One answer per operation, recorded on demo data; `test/openapi/examples.test.ts` records them anew and compares. */
export const recordedAnswers: Readonly<Record<OperationId, RecordedAnswer>> = answers

/** Refusals by their code: all of the public interface. */
export const recordedProblems: Readonly<Partial<Record<ProblemCode, RecordedProblem>>> = problems
