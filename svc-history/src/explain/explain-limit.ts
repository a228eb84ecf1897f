import { createConcurrencyLimit } from '@hexawatt/shared/bounds/concurrency-limit'
import { AppError } from '@hexawatt/shared/errors/app-error'

/** Points and hours that are computed again at once: each reads some thousand rows. */
const maxAtOnce = 4
/** `Retry-After` while that many are computed, seconds. */
const retryAfterSeconds = 1

/** Runs a computation when fewer than the maximum are running. @throws AppError `service_unavailable` */
export type ExplainLimit = <Value>(compute: () => Promise<Value>) => Promise<Value>

/** Makes the limit that explanations of points and hours share. */
export function createExplainLimit(): ExplainLimit {
  const limit = createConcurrencyLimit(maxAtOnce)
  return async (compute) => {
    const release = limit.acquire('explanations')
    if (release === null) {
      const detail = `${maxAtOnce} other explanations are being computed, the maximum at a time.`
      throw new AppError('service_unavailable', { detail, retryAfterSeconds })
    }
    return compute().finally(release)
  }
}
