/** A promise did not settle before its time-out. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/**
 * Rejects when the promise has not settled after `timeoutMs`, so that an unresponsive store does not block a request.
 *
 * @throws {@link TimeoutError}
 */
export async function withTimeout<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value> {
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
