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
 * A token bucket for each API, so that a bulk load of one API neither floods it nor holds up another. Callers are served in the
 * order they come.
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

/** Kinds of data that come from the product's own stand-in of the publishers, which has nobody else to serve. */
const ownUpstreamModes: readonly DataMode[] = ['demo', 'replay']

/** The pace of a load whose rate nobody chose: a publisher is spared, the product's own upstream is asked as fast as it answers. */
export function createLoadPace(mode: DataMode, deps: PaceDeps): ReturnType<typeof createCallPace> {
  return ownUpstreamModes.includes(mode) ? async () => undefined : createCallPace(deps)
}
