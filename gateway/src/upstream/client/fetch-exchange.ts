import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import {
  type ServiceCall,
  ServiceCallError,
  type ServiceCallReason,
  type StreamEvents,
  toServiceCallError,
} from './service-call.ts'

/** The service's origin with an address instead of the name. */
export function makeOrigin({ protocol, port }: URL, address: string): string {
  const hostname = address.includes(':') ? `[${address}]` : address
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}

/** Converts the error of `fetch` for a connection that was closed before the first byte of a response. */
export function throwUnanswered(error: unknown): never {
  throw Object(error).code === 'ECONNRESET' ? new ServiceCallError('closed_unanswered', error) : error
}

export type Ending = ReturnType<typeof createEnding>

type EndingDeps = Pick<ServiceCall, 'signal'> & {
  /** Time-out of a whole response, or of the head of a stream, ms. */
  timeoutMs: number
}

/** Ends a call once, by the first of: time-out, disconnect of the client, end of the response. */
export function createEnding({ signal, timeoutMs }: EndingDeps) {
  const controller = new AbortController()
  let whenOver = (): void => undefined
  const leave = (): void => end('client_gone')
  const late = setTimeout(() => end('late'), timeoutMs)
  function end(reason: ServiceCallReason): void {
    if (controller.signal.aborted) return
    clearTimeout(late)
    signal?.removeEventListener('abort', leave)
    // Without effect when the response has ended already.
    controller.abort(new ServiceCallError(reason))
    whenOver()
  }
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  return {
    signal: controller.signal,
    end,
    /** Streaming begins: each chunk has its own time-out, and the end of the body is the end of the call. */
    startsStream(onEnd: () => void): void {
      controller.signal.throwIfAborted()
      clearTimeout(late)
      whenOver = onEnd
    },
    /** The reason that ended the call, else the error of `fetch`. */
    errorFor: (error: unknown): ServiceCallError =>
      toServiceCallError(controller.signal.aborted ? controller.signal.reason : error),
  }
}

type ForwardBodyOptions = Pick<StreamEvents, 'onBroken'> & {
  /** Longest pause of the service while the client waits for more, ms. */
  maxGapMs: number
  /** Called when the body ends, for any reason: closes the connection to the service. */
  end: () => void
}

/**
 * Forwards a body from a service to a client, one chunk at a time: backpressure reaches the service, so that a slow client fills no memory here. A client
 * that disconnects closes the connection to the service. A body that ends too early also ends early at the client, and never looks complete.
 */
export function forwardBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { maxGapMs, end, onBroken }: ForwardBodyOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await withTimeout(maxGapMs, reader.read())
          if (!done) return controller.enqueue(value)
          controller.close()
          end()
        } catch (error) {
          onBroken(error instanceof TimeoutError ? 'late' : 'broken_off')
          controller.error(new Error('the response was cut off'))
          end()
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
