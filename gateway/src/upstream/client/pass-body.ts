import { LateError, withinTime } from '@hexawatt/shared/time/within-time'

export type PassBodyOptions = {
  /** Longest the service may be silent while the client waits for more, ms. */
  maxGapMs: number
  /** Called however the body ends: closes what is still open to the service. */
  end: () => void
  /** Told why the body ended too early. */
  onBroken: (reason: 'late' | 'broken_off') => void
}

/**
 * A body on its way from a service to a client, one chunk at a time: what the client has not taken is not asked for, so a slow client
 * holds up the service and fills no memory here. A client that goes away closes the connection to the service. A body that breaks
 * off breaks off at the client too, and never looks whole.
 */
export function passBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { maxGapMs, end, onBroken }: PassBodyOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await withinTime(maxGapMs, reader.read())
          if (!done) return controller.enqueue(value)
          controller.close()
          end()
        } catch (error) {
          onBroken(error instanceof LateError ? 'late' : 'broken_off')
          controller.error(new Error('the answer was broken off'))
          end()
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
