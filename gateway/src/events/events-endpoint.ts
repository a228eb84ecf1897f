import { createConcurrencyLimit, type ReleaseSlot } from '@hexawatt/shared/bounds/concurrency-limit'
import { type EventKind, eventKinds, eventStreamType } from '@hexawatt/shared/contract/formats/live-events'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { parseParameters } from '@hexawatt/shared/http/parse-query'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import type { Drain } from '@hexawatt/shared/program/drain'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { readPresentedKey } from '../auth/presented-key.ts'
import { type GatewayResponse, makeEmptyStream } from '../http/gateway-response.ts'
import { negotiateType } from '../http/representations.ts'
import { type RequestContext, traceOf } from '../http/request-context.ts'
import { ServiceCallError } from '../upstream/client/service-call.ts'
import { createEventChannels, type EventChannelsDeps } from './event-channels.ts'
import { createEventStreams, type EventStreamsDeps } from './event-streams.ts'
import { type EventVersion, readEventId } from './event-version.ts'

/** Event streams of one gateway process at once: 20 kB each. */
const maxListeners = 4_000

/** Event streams of one account at once, over all its keys: an account never holds more than a hundredth of the places. */
export const maxListenersPerAccount = 32

/** `Retry-After` at these bounds, s. */
const retryAfterSeconds = 30

/** Only tests set another number of places. */
export type EventsDeps = { maxStreams?: number | undefined } & Pick<
  EventStreamsDeps,
  'authenticate' | 'countRequest' | 'countAnswer' | 'publicBaseUrl' | 'monotonicMs'
> & {
    cachedBody: EventChannelsDeps['cachedBody']
    drain: Pick<Drain, 'hasBegun'>
    logger: Logger
    metrics: Metrics
  }

/** Makes the answer to `GET /v1/events`. */
export function createEvents({ metrics, maxStreams = maxListeners, ...deps }: EventsDeps) {
  const { cachedBody, authenticate, drain, monotonicMs, logger } = deps
  const { countSent, countEnd, countRefusal, showListeners } = createEventMetrics(metrics)
  const places = createConcurrencyLimit(maxListenersPerAccount)
  let taken = 0
  const channels = createEventChannels({ cachedBody, onSent: countSent, monotonicMs, logger })
  const streams = createEventStreams({ ...deps, channels, onListeners: showListeners, onEnd: countEnd })

  /** @throws AppError `too_many_streams` of the account, `service_unavailable` of the gateway */
  function takePlace({ counted }: RequestContext): ReleaseSlot {
    const release = places.acquire(`${counted?.subject.kind} ${counted?.subject.id}`)
    if (release === null) {
      countRefusal('account')
      throw new AppError('too_many_streams', {
        detail: `The account has ${maxListenersPerAccount} event streams open, the maximum at a time.`,
        retryAfterSeconds,
      })
    }
    if (taken >= maxStreams || drain.hasBegun()) {
      release()
      countRefusal(drain.hasBegun() ? 'stopping' : 'gateway')
      throw new AppError('service_unavailable', {
        detail: 'No further event stream can be opened at the moment.',
        retryAfterSeconds,
      })
    }
    taken += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      taken -= 1
      release()
    }
  }

  /** @throws AppError of the parameters, or of a key that is no longer valid */
  async function answer(context: RequestContext): Promise<GatewayResponse> {
    const { request, server, caller, query } = context
    negotiateType(request.headers.get('accept'), [eventStreamType])
    const { kinds = everyKind, outlookHours } = parseParameters(getEvents, query.parameters)
    const isHead = request.method === 'HEAD'
    const key = readPresentedKey(getEvents, request.headers)
    const seen = readEventId(request.headers.get('last-event-id'))
    const channel = channels.getChannel(caller, outlookHours)
    const newest = await Promise.all([...kinds].map((kind) => channel.topics[kind].readNewest()))
    const headers = streamHeaders(newest.filter((version) => version !== null))
    if (isHead) return { status: 200, headers, body: makeEmptyStream() }
    // The key is read again: its plan may have changed while services were asked.
    const record = await authenticate(key)
    if (request.signal.aborted) throw new ServiceCallError('client_gone')
    // The heart-beat ends the stream of a client that no longer reads.
    server?.timeout?.(request, 0)
    const { traceId } = traceOf(context)
    const release = context.releaseStream ?? (() => undefined)
    return {
      status: 200,
      headers,
      body: streams.open({ key, record, channel, kinds, seen, traceId, release }),
      isEndless: true,
    }
  }

  return {
    takePlace,
    answer,
    /** Must be called when the data have changed. */
    changed: channels.changed,
    close: streams.close,
  }
}
export type Events = ReturnType<typeof createEvents>

const everyKind: ReadonlySet<EventKind> = new Set(eventKinds)

/** Headers of the first bodies; `connection`, because the connection has no idle time-out any more. */
function streamHeaders(newest: readonly EventVersion[]): Record<string, string> {
  const mode = newest.map(({ headers }) => headers[dataModeHeader]).find((value) => value !== undefined)
  const confidence = newest.map(({ headers }) => headers[confidenceHeader]).find((value) => value !== undefined)
  return {
    'content-type': eventStreamType,
    'cache-control': 'no-store',
    // nginx would otherwise collect events until its buffer is full.
    'x-accel-buffering': 'no',
    connection: 'close',
    vary: 'Accept, X-Api-Key, Authorization',
    ...(mode === undefined ? {} : { [dataModeHeader]: mode }),
    ...(confidence === undefined ? {} : { [confidenceHeader]: confidence }),
  }
}

function createEventMetrics(metrics: Metrics) {
  const listeners = metrics.gauge('gateway_event_listeners', 'Open event streams')
  const sent = metrics.counter('gateway_events_sent_total', 'Events written to listeners when data changed, by kind', [
    'kind',
  ])
  const ends = metrics.counter('gateway_event_streams_ended_total', 'Event streams that ended, by reason', ['reason'])
  const refusals = metrics.counter(
    'gateway_event_streams_refused_total',
    'Event streams refused because the account or the gateway has reached its maximum, or because the gateway is stopping',
    ['of'],
  )
  return {
    countSent: (kind: EventKind, count: number) => sent.inc({ kind }, count),
    countEnd: (reason: string) => ends.inc({ reason }),
    countRefusal: (of: 'account' | 'gateway' | 'stopping') => refusals.inc({ of }),
    showListeners: (count: number) => listeners.set(count),
  }
}
