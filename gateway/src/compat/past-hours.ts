import { AppError } from '@hexawatt/shared/errors/app-error'
import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { makeServiceRequest } from '../cache/uncached-responses.ts'
import type { AdmittedRequest } from '../pipeline/admitted-request.ts'
import type { Forward } from '../upstream/forward.ts'
import { toServiceProblem } from '../upstream/service-problem.ts'
import type { ForwardedOperation, ServiceResponse } from '../upstream/service-request.ts'
import { readPastHours } from './facade-bodies.ts'
import type { HourRange } from './facade-query.ts'
import { parseJson } from './source-request.ts'

/** How many hours after the end of an hour a point still describes it: the publisher is one to two hours behind. */
export const latestPointHours = 6

/** Largest history body that is read, bytes: five times the points of the longest range. */
const maxHistoryBytes = 2 * 1024 * 1024

/** `Retry-After` when a service breaks off, s. */
const retryAfterSeconds = 5

/** Makes the reader of the hours that the points of a range describe, and of the headers of the history. */
export function createPastHours(forward: Forward) {
  /**
   * @param makeSource the request to `GET /v1/score/history` with a query
   * @throws AppError as the history refuses, or `service_unavailable`
   */
  return async function findPastHours(
    { startMs, endMs }: HourRange,
    makeSource: (query: string) => AdmittedRequest<ForwardedOperation>,
  ): Promise<{ headers: HeaderValues; hours: ReturnType<typeof readPastHours> }> {
    const [from, to] = [startMs, endMs + latestPointHours * hourMs].map((ms) =>
      isoSeconds(Temporal.Instant.fromEpochMilliseconds(ms)),
    )
    const source = makeSource(`from=${from}&to=${to}&granularity=raw`)
    const { signal } = source.context.request
    const response = await forward(makeServiceRequest(source, { accept: 'application/json', conditions: {}, signal }))
    if (response.status !== 200) throw toServiceProblem(response)
    return { headers: response.headers, hours: readPastHours(parseJson(await readHistory(response.body))) }
  }
}

/** @throws AppError `service_unavailable` when the service breaks off, or sends more than any range holds */
async function readHistory(body: ServiceResponse['body']): Promise<Uint8Array> {
  if (!(body instanceof ReadableStream)) return body ?? new Uint8Array()
  const chunks: Uint8Array[] = []
  let readBytes = 0
  try {
    for await (const chunk of body) {
      readBytes += chunk.length
      if (readBytes > maxHistoryBytes) throw new RangeError(`the history has more than ${maxHistoryBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw new AppError('service_unavailable', {
      detail: 'The service behind this endpoint ended its answer too early.',
      retryAfterSeconds,
      cause: error,
    })
  }
  return Buffer.concat(chunks)
}
