import { HexawattConnectionError } from '../errors/hexawatt-connection-error.ts'
import { HexawattProblem } from '../errors/hexawatt-problem.ts'
import { readRequestId } from './answer.ts'
import { readText } from './body-text.ts'
import { parseObject } from './json-object.ts'
import { retryAfterSeconds } from './retry-after.ts'

/** Longest problem body that is read, characters; the longest of the API has some 4 000. */
const maxProblemCharacters = 64 * 1024

/** Members of a problem that have a place of their own. */
const usualMembers: ReadonlySet<string> = new Set([
  ...['type', 'title', 'status', 'detail', 'instance', 'code', 'error', 'traceId'],
])

export type RefusalContext = {
  /** Taken out of whatever the answer says: an error may be logged. */
  apiKey: string | null
  nowMs: number
}

/**
 * The error that an answer without data stands for: what the API says, or that it was not the API who spoke.
 *
 * @throws HexawattConnectionError when the body cannot be read
 */
export async function refusalOf(
  response: Response,
  { apiKey, nowMs }: RefusalContext,
): Promise<HexawattProblem | HexawattConnectionError> {
  const { status, headers } = response
  const facts = { status, requestId: readRequestId(headers), retryAfterSeconds: retryAfterSeconds(headers, nowMs) }
  const received = await readText(response, maxProblemCharacters)
  const problem = parseObject(apiKey === null ? received : received.replaceAll(apiKey, '…'))
  if (problem === null || typeof problem['code'] !== 'string') {
    return new HexawattConnectionError('unexpected_answer', `Status ${status} without a problem of the API.`, facts)
  }
  return new HexawattProblem({
    ...facts,
    code: problem['code'],
    title: textOf(problem['title']),
    detail: textOf(problem['detail']),
    traceId: typeof problem['traceId'] === 'string' ? problem['traceId'] : null,
    extras: Object.fromEntries(Object.entries(problem).filter(([name]) => !usualMembers.has(name))),
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The error for a body with status 200 that is not what the API would have answered. */
export function unexpectedBody({ status, headers }: Response): HexawattConnectionError {
  const requestId = readRequestId(headers)
  return new HexawattConnectionError('unexpected_answer', 'The body is none of the API.', { status, requestId })
}
