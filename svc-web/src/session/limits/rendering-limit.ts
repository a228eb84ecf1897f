import { AppError } from '@hexawatt/shared/errors/app-error'
import type { WebClient } from '@hexawatt/shared/http/web-request'
import { createLocalWindows } from './local-windows.ts'

/** Pages that one address may have calculated in a minute, and the wider blocks around it, as multiples of that (/64, /56, /48). */
const pagesPerMinute = 60
const blockFactors = [1, 4, 16] as const
const minuteSeconds = 60

/**
 * Makes the limit of pages that have to be calculated, because no reader has asked for the same choice yet: it is checked before the calculation, so that no
 * caller can take the service from the others. Each process counts for itself.
 *
 * @param monotonicMs monotonic real time, ms
 */
export function createRenderingLimit(monotonicMs: () => number) {
  const count = createLocalWindows(monotonicMs)

  /** @throws AppError `rate_limited` */
  return function takeRendering({ id, wider }: Pick<WebClient, 'id' | 'wider'>): void {
    const blocks = [id, ...wider.map((block) => block.id)]
    const { waitSeconds } = count(
      blocks.map((block, width) => ({
        key: `${width} ${block}`,
        limit: pagesPerMinute * (blockFactors[width] ?? 1),
        seconds: minuteSeconds,
      })),
    )
    if (waitSeconds === 0) return
    const detail = `At most ${pagesPerMinute} choices of the home page are calculated a minute.`
    throw new AppError('rate_limited', { detail, retryAfterSeconds: waitSeconds })
  }
}
