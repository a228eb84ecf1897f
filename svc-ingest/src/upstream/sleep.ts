import { setTimeout as delay } from 'node:timers/promises'

/** Waits `ms`; rejects at once when the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {})
}
