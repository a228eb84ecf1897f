import { createConcurrencyLimit, type ReleaseSlot } from '@hexawatt/shared/bounds/concurrency-limit'
import { defaultEventKinds, type EventKind, eventStreamType } from '@hexawatt/shared/contract/formats/live-events'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { isTariffParameter } from '@hexawatt/shared/contract/query/tariff-parameters'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { parseParameters, type ReceivedParameters } from '@hexawatt/shared/http/parse-query'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import type { Drain } from '@hexawatt/shared/program/drain'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { readPresentedKey } from '../auth/presented-key.ts'
import { type GatewayResponse, makeEmptyStream } from '../http/gateway-response.ts'
import { negotiateType } from '../http/representations.ts'
import { type RequestContext, traceOf } from '../http/request-context.ts'
import { writeCanonicalText } from '../pipeline/check-request.ts'
import { ServiceCallError } from '../upstream/client/service-call.ts'
import { createEventChannels, type EventChannel, type EventChannelsDeps } from './event-channels.ts'
import { createEventStreams, type EventStreamsDeps } from './event-streams.ts'
import { type EventVersion, readEventId } from './event-version.ts'

/** Event streams of one gateway process at once: 20 kB each. */
const maxListeners = 4_000

/** Event streams of one account at once, over all its keys: an account never holds more than a hundredth of the places. */
export const maxListenersPerAccount = 32

/** Contracts whose prices one gateway process follows at once. */
const maxFollowedContracts = 100

/** `Retry-After` at these bounds, s. */
const retryAfterSeconds = 30

/** Only tests set another number of places and contracts. */
export type EventsDeps = { maxStreams?: number | undefined; maxContracts?: number | undefined } & Pick<
  EventStreamsDeps,
  'authenticate' | 'countRequest' | 'countAnswer' | 'publicBaseUrl' | 'monotonicMs'
> & {
    cachedBody: EventChannelsDeps['cachedBody']
    drain: Pick<Drain, 'hasBegun'>
    logger: Logger
    metrics: Metrics
  }

/** Makes the answer to `GET /v1/events`. */
export function createEvents({
  metrics,
  maxStreams = maxListeners,
  maxContracts = maxFollowedContracts,
  ...deps
}: EventsDeps) {
  const { cachedBody, authenticate, drain, monotonicMs, logger } = deps
  const { countSent, countEnd, countRefusal, showListeners } = createEventMetrics(metrics)
  const places = createConcurrencyLimit(maxListenersPerAccount)
  let taken = 0
  const channels = createEventChannels({ cachedBody, onSent: countSent, maxContracts, monotonicMs, logger })
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
    const { kinds = usualKinds, outlookHours } = parseParameters(getEvents, query.parameters)
    const contract = query.parameters.filter(([name]) => isTariffParameter(name))
    refuseUnusedContract(contract, kinds)
    const key = readPresentedKey(getEvents, request.headers)
    const seen = readEventId(request.headers.get('last-event-id'))
    const channel = channels.openChannel(caller, { kinds, outlookHours, pricesQuery: makePricesQuery(contract) })
    try {
      const newest = await Promise.all(channel.topics.map((topic) => topic.readNewest()))
      refuseWrongContract(channel)
      const headers = streamHeaders(newest.filter((version) => version !== null))
      if (request.method === 'HEAD') {
        channel.close(null)
        return { status: 200, headers, body: makeEmptyStream() }
      }
      // The key is read again: its plan may have changed while services were asked.
      const record = await authenticate(key)
      if (request.signal.aborted) throw new ServiceCallError('client_gone')
      // The heart-beat ends the stream of a client that no longer reads.
      server?.timeout?.(request, 0)
      const { traceId } = traceOf(context)
      const release = context.releaseStream ?? (() => undefined)
      const body = streams.open({ key, record, channel, kinds, seen, traceId, release })
      return { status: 200, headers, body, isEndless: true }
    } catch (error) {
      channel.close(null)
      throw error
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

const usualKinds: ReadonlySet<EventKind> = new Set(defaultEventKinds)

/** @throws AppError `invalid_parameter` for a contract without the kind that it belongs to: it would be ignored silently */
function refuseUnusedContract(contract: ReceivedParameters, kinds: ReadonlySet<EventKind>): void {
  const [first] = contract
  if (first === undefined || kinds.has('prices')) return
  throw new AppError('invalid_parameter', {
    detail: `Query parameter "${first[0]}" is only accepted with the kind prices; name it in kinds.`,
  })
}

/** @throws AppError as GET does for a contract that is not understood: a stream without prices would not tell */
function refuseWrongContract(channel: EventChannel): void {
  const refusal = channel.findTopic('prices')?.refusal() ?? null
  if (refusal !== null && refusal.status === 400) throw refusal
}

/** The query of GET for the price under a contract. */
function makePricesQuery(contract: ReceivedParameters): string {
  return writeCanonicalText([['quantity', 'tariff'], ...contract])
}

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
