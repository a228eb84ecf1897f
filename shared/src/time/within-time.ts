/** A promise that did not settle in its time. */
export class LateError extends Error {
  override readonly name = 'LateError'
}

/**
 * Gives up waiting after `timeoutMs`, so that a silent store holds no request.
 *
 * @throws {@link LateError}
 */
export async function withinTime<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value> {
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
