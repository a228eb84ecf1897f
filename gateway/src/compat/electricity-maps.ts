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
import { makeServiceRequest } from '../cache/uncached-responses.ts'
import { varyOf } from '../http/representations.ts'
import type { AdmittedRequest, OwnRequest } from '../pipeline/admitted-request.ts'
import type { Forward } from '../upstream/forward.ts'
import { toServiceProblem } from '../upstream/service-problem.ts'
import { type ForwardedOperation, getForwardedOperation, type ServiceResponse } from '../upstream/service-request.ts'
import { makeForecastBody, makeLatestBody, makeZonesBody, readPastHours } from './facade-bodies.ts'
import { type FacadeQuery, type HourRange, requireZone, toRange } from './facade-query.ts'

/** Hours of `history`. */
const historyHours = 24

/** How many hours after the end of an hour a point still describes it: the publisher is one to two hours behind. */
const latestPointHours = 6

/** Largest history body that is read, bytes: five times the points of the longest range. */
const maxHistoryBytes = 2 * 1024 * 1024

/** `max-age` of the zones, s: their content depends only on the key. */
const zonesMaxAgeSeconds = 3_600

/** `Retry-After` when a service breaks off, s. */
const retryAfterSeconds = 5

export type ElectricityMapsDeps = {
  /** The gateway's zone, the only zone that is answered. */
  zone: string
  cachedBody: ResponseCache['readBody']
  forward: Forward
  clock: Clock
}

type FacadeId = Extract<Operation, { isFacade: true }>['id']
type Admitted = OwnRequest & { values: FacadeQuery }

/**
 * Makes the answers of the Electricity Maps façade from the answers of other operations: keys, limits, rights, versions and refusals are those of the other
 * operations.
 */
export function createElectricityMaps({ zone, cachedBody, forward, clock }: ElectricityMapsDeps) {
  /** Shaped bodies by cached body: both are forgotten together. */
  const shapedBodies = new WeakMap<CachedBody, CachedBody>()

  /** Shapes each cached answer of a live operation once. */
  async function answerLive(
    admitted: Admitted,
    source: { id: ForwardedOperation['id']; query: string },
    shape: (body: unknown, headers: HeaderValues) => object,
  ): Promise<CachedBody> {
    requireZone(admitted.values, zone)
    const cached = await cachedBody(makeSourceRequest(admitted, source.id, source.query))
    const shaped =
      shapedBodies.get(cached) ??
      shapeBody(admitted, cached.headers, { ...shape(parseJson(cached.body), cached.headers), zone })
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
    const source = makeSourceRequest(admitted, 'getScoreHistory', `from=${from}&to=${to}&granularity=raw`)
    const { signal } = admitted.context.request
    const response = await forward(makeServiceRequest(source, { accept: 'application/json', conditions: {}, signal }))
    if (response.status !== 200) throw toServiceProblem(response)
    const hours = readPastHours(parseJson(await readHistory(response.body))).map((hour) => ({ ...hour, zone }))
    return shapeBody(admitted, response.headers, { zone, ...shape(hours) })
  }

  return {
    getElectricityMapsLatest: (admitted) =>
      answerLive(admitted, { id: 'getCarbonIntensity', query: '' }, (body, headers) =>
        makeLatestBody(body, readChangedAtMs(headers), headers[confidenceHeader] !== undefined),
      ),
    // The export begins with the quarter-hour in progress: the hour in progress is part of a forecast here.
    getElectricityMapsForecast: (admitted) =>
      answerLive(admitted, { id: 'getEvccExport', query: 'quantity=carbon' }, (body, headers) =>
        makeForecastBody(body, readChangedAtMs(headers), clock.now().epochMilliseconds),
      ),
    async getElectricityMapsHistory(admitted) {
      requireZone(admitted.values, zone)
      const endMs = Math.ceil(clock.now().epochMilliseconds / hourMs) * hourMs
      // Older hours make up for the hours that are not published yet.
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
      const body = makeZonesBody(admitted.caller.rights === demoRights, zone)
      const headers = {
        etag: createWeakTag(JSON.stringify(body)),
        'cache-control': formatCacheControl(zonesMaxAgeSeconds),
      }
      return shapeBody(admitted, headers, body)
    },
  } satisfies Record<FacadeId, (admitted: Admitted) => CachedBody | Promise<CachedBody>>
}

/** The request to the operation whose answer is shaped. */
function makeSourceRequest(
  admitted: Admitted,
  id: ForwardedOperation['id'],
  query: string,
): AdmittedRequest<ForwardedOperation> {
  return { ...admitted, operation: getForwardedOperation(id), query, contentType: 'application/json', language: null }
}

function shapeBody({ operation }: Admitted, headers: HeaderValues, body: object): CachedBody {
  return createCachedBody({ ...headers, vary: varyOf(operation) }, new TextEncoder().encode(JSON.stringify(body)))
}

const parseJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** When the data behind an answer last changed, ms; null for a stale answer. */
function readChangedAtMs(headers: HeaderValues): number | null {
  const text = headers['last-modified']
  return text === undefined ? null : Date.parse(text)
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
