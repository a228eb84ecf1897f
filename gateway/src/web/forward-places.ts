import { createConcurrencyLimit, type ReleaseSlot } from '@hexawatt/shared/bounds/concurrency-limit'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { LimitSubject } from '../limits/quota/quota.ts'

/** Pages forwarded at once, including those that clients are still reading. A quarter of what `fetch` opens: a flood of pages takes nothing from the API. */
export const maxForwards = 64

/** Pages forwarded at once for one client address: two browsers with six connections each, and some more. */
export const maxForwardsPerAddress = 16

/** Pages forwarded at once for the widest block around an IPv6 address, whose owner has unlimited addresses. */
export const maxForwardsPerBlock = 32

/** `Retry-After` at these limits, s. */
const retryAfterSeconds = 1

/** Bounds the pages that are forwarded at once for one client: a client that floods, or reads slowly, leaves places for others. */
export function createForwardPlaces() {
  const ofAddress = createConcurrencyLimit(maxForwardsPerAddress)
  const ofBlock = createConcurrencyLimit(maxForwardsPerBlock)

  /** Takes a place. @returns its release @throws AppError `rate_limited` when this client already has the maximum number */
  return function takePlace({ id, wider = [] }: LimitSubject): ReleaseSlot {
    const releaseAddress = ofAddress.acquire(id)
    const releaseBlock = releaseAddress && ofBlock.acquire(wider.at(-1)?.id ?? id)
    if (releaseAddress !== null && releaseBlock !== null) {
      return () => {
        releaseAddress()
        releaseBlock()
      }
    }
    releaseAddress?.()
    throw new AppError('rate_limited', {
      detail: `At most ${maxForwardsPerAddress} pages are answered for one client address at a time.`,
      retryAfterSeconds,
    })
  }
}
