import { createConcurrencyLimit, type ReleaseSlot } from '@hexawatt/shared/bounds/concurrency-limit'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { toLoggablePath } from '@hexawatt/shared/http/request-facts'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { ClientSubjects } from '../auth/client-subjects.ts'
import type { GatewayResponse } from './gateway-response.ts'
import { type CutReason, createPacedBody, type PacedBody } from './paced-body.ts'
import type { RequestContext } from './request-context.ts'

/** Concurrent large bodies of one client address: four browsers with six connections each, and a few programs. */
export const maxLargePerAddress = 32

/** Concurrent large bodies of one gateway: unread chunks stay below 32 MiB in the process and 128 MiB in the kernel. */
const maxLarge = 512

/** Pause between two checks for slow clients, ms. */
export const checkEveryMs = 1_000

/** `Retry-After` at these limits, s. */
const retryAfterSeconds = 1

/** A body larger than 64 KiB, or a stream. */
export type LargeBody = Exclude<GatewayResponse['body'], string | null>

export type LargeBodiesDeps = {
  subjects: Pick<ClientSubjects, 'anonymous'>
  /** Monotonic, ms. */
  monotonicMs: () => number
  logger: Logger
  metrics: Metrics
}

/** Bounds bodies that take long to read, including streams: how many at once per client and in total, how slowly, and for how long. */
export function createLargeBodies({ subjects, monotonicMs, logger, metrics }: LargeBodiesDeps) {
  const open = new Set<PacedBody>()
  const rareLog = createRareLog({ logger })
  const slots = createConcurrencyLimit(maxLargePerAddress)
  const blobs = new WeakMap<Uint8Array<ArrayBuffer>, Blob>()
  const openGauge = metrics.gauge(
    'gateway_large_responses',
    'Responses above 64 KiB, or streamed, that clients are reading',
  )
  const cuts = metrics.counter(
    'gateway_responses_cut_total',
    'Large responses cut off because the client read too slowly, or for too long',
    ['reason'],
  )
  const refusals = metrics.counter(
    'gateway_large_responses_refused_total',
    'Large responses refused because the client address, or the whole gateway, has too many',
    ['of'],
  )
  let timer: Timer | undefined

  function check(): void {
    for (const body of open) body.check()
  }

  function acquireSlot(context: RequestContext): ReleaseSlot {
    if (open.size >= maxLarge) {
      refusals.inc({ of: 'gateway' })
      throw new AppError('service_unavailable', {
        detail: 'Too many large responses are being read at the moment.',
        retryAfterSeconds,
      })
    }
    const release = slots.acquire(subjects.anonymous(context).id)
    if (release !== null) return release
    refusals.inc({ of: 'address' })
    throw new AppError('too_many_streams', {
      detail: `This client address is reading ${maxLargePerAddress} large responses, the maximum at a time.`,
      retryAfterSeconds,
    })
  }

  function start(context: RequestContext, body: LargeBody): PacedBody['stream'] {
    const release = acquireSlot(context)
    const about = {
      requestId: context.requestId,
      operation: context.operationId,
      path: toLoggablePath(context.request),
    }
    const paced = createPacedBody(body, {
      monotonicMs,
      onEnd() {
        open.delete(paced)
        openGauge.set(open.size)
        if (open.size === 0) clearInterval(timer)
        release()
        context.releaseStream?.()
      },
      onCut(reason: CutReason, sentBytes: number) {
        cuts.inc({ reason })
        const durationMs = Math.round(performance.now() - context.startedAtMs)
        rareLog.warn({ ...about, reason, sentBytes, durationMs }, 'response cut off')
      },
    })
    if (open.size === 0) timer = setInterval(check, checkEveryMs)
    open.add(paced)
    openGauge.set(open.size)
    return paced.stream
  }

  /** The body for HEAD, of which only the length is sent. Requests share a blob; `Response` would copy bytes. */
  function makeHeadBody(body: LargeBody): Blob | ReadableStream<Uint8Array<ArrayBuffer>> {
    if (body instanceof ReadableStream) return body
    const blob = blobs.get(body) ?? new Blob([body])
    blobs.set(body, blob)
    return blob
  }

  return {
    /**
     * The body to send, in chunks as the client reads; for HEAD only its length.
     * @throws AppError `too_many_streams` when the client's address has too many, `service_unavailable` when the gateway has; both cancel a body that is a
     * stream
     */
    bound(context: RequestContext, body: LargeBody): LargeBody | Blob {
      if (context.request.method === 'HEAD') {
        context.releaseStream?.()
        return makeHeadBody(body)
      }
      try {
        return start(context, body)
      } catch (error) {
        if (body instanceof ReadableStream) body.cancel().catch(() => undefined)
        throw error
      }
    },
  }
}
export type LargeBodies = ReturnType<typeof createLargeBodies>
