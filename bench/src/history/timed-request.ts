import { requestHeaders } from './history-fixture.ts'

/** Times from the request to the first and last byte, ms, and the size of the answer. */
export type TimedAnswer = { firstByteMs: number; lastByteMs: number; bytes: number }

/**
 * Sends a request and reads the answer without storing it.
 *
 * @throws when the answer is not 200
 */
export async function timeRequest(url: string): Promise<TimedAnswer> {
  const startedAtMs = performance.now()
  const response = await fetch(url, { headers: requestHeaders })
  if (!response.ok || response.body === null) throw new Error(`${response.status} of ${url}: ${await response.text()}`)
  let firstByteMs = Number.NaN
  let bytes = 0
  for await (const chunk of response.body) {
    if (bytes === 0) firstByteMs = performance.now() - startedAtMs
    bytes += chunk.byteLength
  }
  return { firstByteMs, lastByteMs: performance.now() - startedAtMs, bytes }
}

/** Durations of repeated sequential runs, ms. */
export async function timeRuns(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const startedAtMs = performance.now()
    await work(run)
    times.push(performance.now() - startedAtMs)
  }
  return times
}
