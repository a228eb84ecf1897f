import type { Operation } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { type CachedBody, createCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'
import { formatCacheControl } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag } from '@hexawatt/shared/http/conditional'
import { confidenceHeader } from '@hexawatt/shared/http/principal'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { demoRights } from '../auth/caller.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { serviceRequestOf } from '../cache/uncached-responses.ts'
import { varyOf } from '../http/representations.ts'
import type { AdmittedRequest, OwnRequest } from '../pipeline/admitted-request.ts'
import type { Forward } from '../upstream/forward.ts'
import { serviceProblem } from '../upstream/service-problem.ts'
import { type ForwardedOperation, forwardedOperation, type ServiceResponse } from '../upstream/service-request.ts'
import { forecastBody, latestBody, pastHours, zonesBody } from './facade-bodies.ts'
import { type FacadeQuery, type HourRange, requireZone, toRange } from './facade-query.ts'

/** How many hours `history` has. */
const historyHours = 24

/** How long after the end of an hour a point still describes it, hours: the publisher is one to two behind. */
const latestPointHours = 6

/** Largest history that is read, bytes: the points of the longest range have a fifth of it. */
const maxHistoryBytes = 2 * 1024 * 1024

/** `max-age` of the zones, s: only the key decides what they say. */
const zonesMaxAgeSeconds = 3_600

/** `Retry-After` when a service breaks off, s. */
const retryAfterSeconds = 5

export type ElectricityMapsDeps = {
  /** The zone of the gateway, the only one that is answered. */
  zone: string
  cachedBody: ResponseCache['bodyOf']
  forward: Forward
  clock: Clock
}

type FacadeId = Extract<Operation, { isFacade: true }>['id']
type Admitted = OwnRequest & { values: FacadeQuery }

/**
 * Makes the answers of the façade of Electricity Maps from those of other operations: the key, its limits and its rights are theirs, and so are their
 * versions and refusals.
 */
export function createElectricityMaps({ zone, cachedBody, forward, clock }: ElectricityMapsDeps) {
  /** Bodies that were shaped, by the cached one; both are forgotten together. */
  const shapedBodies = new WeakMap<CachedBody, CachedBody>()

  /** An answer that is shaped once for each cached answer of a live operation. */
  async function answerLive(
    admitted: Admitted,
    source: { id: ForwardedOperation['id']; query: string },
    shape: (body: unknown, headers: HeaderValues) => object,
  ): Promise<CachedBody> {
    requireZone(admitted.values, zone)
    const cached = await cachedBody(sourceRequest(admitted, source.id, source.query))
    const shaped =
      shapedBodies.get(cached) ??
      shapedBody(admitted, cached.headers, { ...shape(parseJson(cached.body), cached.headers), zone })
    shapedBodies.set(cached, shaped)
    return shaped
  }

  async function answerPast(
    admitted: Admitted,
    { startMs, endMs }: HourRange,
    shape: (hours: readonly { datetime: string }[]) => object,
  ) {
    const [from, to] = [startMs, endMs + latestPointHours * hourMs].map((ms) =>
      isoSeconds(Temporal.Instant.fromEpochMilliseconds(ms)),
    )
    const source = sourceRequest(admitted, 'getScoreHistory', `from=${from}&to=${to}&granularity=raw`)
    const { signal } = admitted.context.request
    const response = await forward(serviceRequestOf(source, { accept: 'application/json', conditions: {}, signal }))
    if (response.status !== 200) throw serviceProblem(response)
    const hours = pastHours(parseJson(await readHistory(response.body))).map((hour) => ({ ...hour, zone }))
    return shapedBody(admitted, response.headers, { zone, ...shape(hours) })
  }

  return {
    getElectricityMapsLatest: (admitted) =>
      answerLive(admitted, { id: 'getCarbonIntensity', query: '' }, (body, headers) =>
        latestBody(body, changedAtMs(headers), headers[confidenceHeader] !== undefined),
      ),
    // The export begins with the quarter-hour in progress: the hour in progress is part of a forecast here.
    getElectricityMapsForecast: (admitted) =>
      answerLive(admitted, { id: 'getEvccExport', query: 'quantity=carbon' }, (body, headers) =>
        forecastBody(body, changedAtMs(headers), clock.now().epochMilliseconds),
      ),
    async getElectricityMapsHistory(admitted) {
      requireZone(admitted.values, zone)
      const endMs = Math.ceil(clock.now().epochMilliseconds / hourMs) * hourMs
      // The hours that are not published yet are made up for by older ones.
      const range = { startMs: endMs - (historyHours + latestPointHours) * hourMs, endMs }
      return answerPast(admitted, range, (hours) => ({ history: hours.slice(-historyHours) }))
    },
    async getElectricityMapsPastRange(admitted) {
      requireZone(admitted.values, zone)
      const range = toRange(admitted.values, clock.now())
      const isInRange = ({ datetime }: { datetime: string }): boolean =>
        Date.parse(datetime) >= range.startMs && Date.parse(datetime) < range.endMs
      return answerPast(admitted, range, (hours) => ({ data: hours.filter(isInRange) }))
    },
    getElectricityMapsZones(admitted) {
      const body = zonesBody(admitted.caller.rights === demoRights, zone)
      const headers = {
        etag: createWeakTag(JSON.stringify(body)),
        'cache-control': formatCacheControl(zonesMaxAgeSeconds),
      }
      return shapedBody(admitted, headers, body)
    },
  } satisfies Record<FacadeId, (admitted: Admitted) => CachedBody | Promise<CachedBody>>
}

/** The request for the operation that an answer is shaped from. */
function sourceRequest(
  admitted: Admitted,
  id: ForwardedOperation['id'],
  query: string,
): AdmittedRequest<ForwardedOperation> {
  return { ...admitted, operation: forwardedOperation(id), query, contentType: 'application/json', language: null }
}

function shapedBody({ operation }: Admitted, headers: HeaderValues, body: object): CachedBody {
  return createCachedBody({ ...headers, vary: varyOf(operation) }, new TextEncoder().encode(JSON.stringify(body)))
}

const parseJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** When the data behind an answer last changed, ms; null for one that is served stale. */
function changedAtMs(headers: HeaderValues): number | null {
  const text = headers['last-modified']
  return text === undefined ? null : Date.parse(text)
}

/** @throws AppError `service_unavailable` when the service breaks off, or sends more than any range has */
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
      detail: 'The service behind this endpoint broke off.',
      retryAfterSeconds,
      cause: error,
    })
  }
  return Buffer.concat(chunks)
}
