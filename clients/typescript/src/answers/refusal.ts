import { HexawattConnectionError } from '../errors/hexawatt-connection-error.ts'
import { HexawattProblem } from '../errors/hexawatt-problem.ts'
import { readRequestId } from './answer.ts'
import { parseObject, readText } from './body-text.ts'

/** Longest problem body that is read, characters; the longest of the API has some 4 000. */
const maxProblemCharacters = 64 * 1024

/** Members of a problem that have a place of their own. */
const usualMembers: ReadonlySet<string> = new Set([
  ...['type', 'title', 'status', 'detail', 'instance', 'code', 'error', 'traceId'],
])

type RefusalContext = {
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

/**
 * Seconds that a `Retry-After` asks to wait, never negative; null when there is none or it is neither seconds nor an HTTP date.
 * A date is compared with the answer's own `Date` where it can be read: the clock of this machine may be wrong.
 */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const untilMs = httpDateMs(value)
  if (untilMs === null) return null
  const fromMs = httpDateMs(headers.get('date') ?? '') ?? nowMs
  return Math.max(0, Math.ceil((untilMs - fromMs) / 1_000))
}

/** Milliseconds since 1970; null for what is no HTTP date. */
function httpDateMs(text: string): number | null {
  // Date.parse alone would take almost any text for a date.
  const ms = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
