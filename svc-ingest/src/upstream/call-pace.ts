import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { sleep } from './retry.ts'

/** Calls that may be made at once after a pause. */
const burstCalls = 2

type PaceDeps = {
  callsPerSecond: number
  /** Milliseconds that only go forward. */
  nowMs?: () => number
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/**
 * A token bucket for each API: a bulk load neither floods an API nor delays another one. Callers are served in order.
 *
 * @returns waits until the next call of the API may be made; rejects when the signal aborts
 */
export function createCallPace({ callsPerSecond, nowMs = () => performance.now(), wait = sleep }: PaceDeps) {
  const intervalMs = 1_000 / callsPerSecond
  /** When the bucket of an API would be full again, had every call so far been evenly spread. */
  const spentUntilMs = new Map<string, number>()

  return async function pace(api: string, signal?: AbortSignal): Promise<void> {
    const now = nowMs()
    const spentMs = Math.max(spentUntilMs.get(api) ?? 0, now)
    spentUntilMs.set(api, spentMs + intervalMs)
    const waitMs = spentMs - (burstCalls - 1) * intervalMs - now
    if (waitMs > 0) await wait(waitMs, signal)
  }
}

/** Modes whose data come from the product's own demo upstream, which has no other clients. */
const ownUpstreamModes: readonly DataMode[] = ['demo', 'replay']

/** Pace of a load without a chosen rate: calls of a publisher are limited, calls of the product's own upstream are not. */
export function createLoadPace(mode: DataMode, deps: PaceDeps): ReturnType<typeof createCallPace> {
  return ownUpstreamModes.includes(mode) ? async () => undefined : createCallPace(deps)
}
