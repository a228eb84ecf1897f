import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { OperationId } from '@hexawatt/shared/contract/operations'
import { confidenceHeader } from '@hexawatt/shared/contract/principal'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { Answer } from '../http/gateway-response.ts'
import { createKeptBody, type KeptBody, present, varyOf } from '../http/representations.ts'
import type { AdmittedRequest } from '../pipeline/run-pipeline.ts'
import type { Forward } from '../upstream/forward.ts'
import { serviceProblem } from '../upstream/service-problem.ts'
import type { ForwardedOperation } from '../upstream/service-request.ts'
import { createRepeatMemory } from './seen-filter.ts'
import { staleBody } from './stale-response.ts'
import { serviceRequestOf } from './uncached-responses.ts'

/** Longest an answer is given again, ms: bodies hold the instant of the answer and an age in minutes. */
const maxAgeMs = 1_000

/** Answers that are kept; own weightings are as many as customers like, so the oldest make room. */
const maxKeptAnswers = 2_000

/** So many different requests are remembered as asked before; a power of two. */
const rememberedRequests = 4_096

export type LiveAnswersDeps = {
  forward: Forward
  /** Answers what is asked for the first time and is not kept. */
  answerOnce: (admitted: AdmittedRequest<ForwardedOperation>) => Promise<Answer>
  /** The data's clock: how long a last good answer holds depends on the hour it was made in. */
  clock: Clock
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  metrics: Metrics
}

type Kept = {
  body: KeptBody
  madeAt: Temporal.Instant
  /** The version of the data when it was asked for. */
  dataVersion: number
  freshUntilMs: number
  /** What is given while the service is away, and until when it is not tried again. */
  standIn: { body: KeptBody; untilMs: number } | null
}

/**
 * Answers to live operations: the same bytes for every caller with the same rights until the data change. Kept by rights, operation and
 * parameters, and given again for at most a second; who asks for the same at the same time waits for one call. Parameters that were never
 * asked for before are not kept yet. While the service is away the last good answer is made presentable and marked as degraded, for as long
 * as it holds.
 */
export function createLiveAnswers(deps: LiveAnswersDeps) {
  const { forward, answerOnce, clock, monotonicMs, metrics } = deps
  const lookups = metrics.counter('gateway_live_answers_total', 'Live answers by where they came from', ['from'])
  const keptByKey = createBoundedMap<Kept>(maxKeptAnswers)
  const wasAsked = createRepeatMemory(rememberedRequests)
  const flights = new Map<string, Promise<KeptBody>>()
  let dataVersion = 0

  async function ask(admitted: AdmittedRequest<ForwardedOperation>): Promise<Kept> {
    const asked = { madeAt: clock.now(), dataVersion, freshUntilMs: monotonicMs() + maxAgeMs, standIn: null }
    // Others may wait for the same answer: it does not end with the client that asked first.
    const forAll = { accept: 'application/json', conditions: {}, signal: null } as const
    const answer = await forward(serviceRequestOf(admitted, forAll))
    if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) throw serviceProblem(answer)
    return { ...asked, body: createKeptBody({ ...answer.headers, vary: varyOf(admitted.operation) }, answer.body) }
  }

  /** The newest answer there is, kept for those who come after. */
  async function renew(key: string, admitted: AdmittedRequest<ForwardedOperation>): Promise<KeptBody> {
    const before = keptByKey.get(key)
    try {
      const kept = await ask(admitted)
      keptByKey.set(key, kept)
      return kept.body
    } catch (error) {
      if (before === undefined || !isServiceAway(error)) throw error
      const last = lastGood(admitted.operation.id, before, clock.now())
      if (last === null) throw error
      before.standIn = { body: last, untilMs: monotonicMs() + maxAgeMs }
      return last
    }
  }

  /** What is there, or on its way, without another call of the service; null when there is nothing. */
  function atHand(key: string): KeptBody | Promise<KeptBody> | null {
    const kept = keptByKey.get(key)
    const nowMs = monotonicMs()
    if (kept !== undefined && kept.dataVersion === dataVersion && nowMs < kept.freshUntilMs) {
      lookups.inc({ from: 'cache' })
      return kept.body
    }
    if (kept?.standIn != null && nowMs < kept.standIn.untilMs) {
      lookups.inc({ from: 'last_good' })
      return kept.standIn.body
    }
    const running = flights.get(key)
    if (running === undefined) return null
    lookups.inc({ from: 'running_call' })
    return running
  }

  /** Asks the service; what asks for the same meanwhile waits for it too. */
  function begin(key: string, admitted: AdmittedRequest<ForwardedOperation>): Promise<KeptBody> {
    lookups.inc({ from: 'service' })
    const flight = renew(key, admitted).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  async function beginCounted(key: string, admitted: AdmittedRequest<ForwardedOperation>): Promise<KeptBody> {
    await admitted.context.countBeforeService?.()
    return atHand(key) ?? begin(key, admitted)
  }

  /** Keeping what nobody asks for again is dearer than asking: parameters count from the second time on. */
  function isFirst(key: string, query: string): boolean {
    if (query === '' || keptByKey.get(key) !== undefined || wasAsked(key)) return false
    lookups.inc({ from: 'service' })
    return true
  }

  return {
    /** The data changed: what was kept before is asked for anew. */
    dataChanged(): void {
      dataVersion += 1
    },
    /**
     * @throws AppError as the service refuses, `service_unavailable` when it is away and no good answer holds any more, or `rate_limited`
     *   of a request that is counted only when the service is asked
     */
    answer(admitted: AdmittedRequest<ForwardedOperation>): Answer | Promise<Answer> {
      const { context, contentType, operation, query, caller } = admitted
      const key = `${caller.rights} ${operation.id} ${query}`
      const found = atHand(key)
      if (found === null && isFirst(key, query)) return answerOnce(admitted)
      const begun = context.countBeforeService === null ? begin : beginCounted
      const kept = found ?? begun(key, admitted)
      if (!(kept instanceof Promise)) return present(context.request, kept, contentType)
      return kept.then((body) => present(context.request, body, contentType))
    },
  }
}

function isServiceAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable'
}

/** The last good answer as it may be given now, without validators: it is not what the service would say. */
function lastGood(operationId: OperationId, kept: Kept, now: Temporal.Instant): KeptBody | null {
  const body = staleBody(operationId, kept.body.body, now, kept.madeAt)
  if (body === null) return null
  const { etag: _tag, 'last-modified': _modified, ...headers } = kept.body.headers
  return createKeptBody({ ...headers, 'cache-control': 'no-store', [confidenceHeader]: 'degraded' }, body)
}
