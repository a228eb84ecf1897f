/**
 * Makes a stream of chunks that are made only when the client has taken those before: a slow client holds one chunk, not the answer.
 * A client that goes away ends the making.
 *
 * @param onFailure told what broke the answer off: the client sees a body that ends too early, never one that looks whole
 */
export function bodyStream(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const next = await chunks.next()
          if (next.done === true) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          onFailure(error)
          // The server writes this to its standard error: the cause, which may quote a statement, is in the log.
          controller.error(new Error('the answer was broken off'))
        }
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}
