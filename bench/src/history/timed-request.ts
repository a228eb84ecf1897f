import { requestHeaders } from './history-ground.ts'

/** How long an answer took from the question on, ms, and how large it was. */
export type TimedAnswer = { firstByteMs: number; lastByteMs: number; bytes: number }

/**
 * Asks and reads to the last byte, holding none of it.
 *
 * @throws when the answer is not 200
 */
export async function timedRequest(url: string): Promise<TimedAnswer> {
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

/** Times of something that is done several times, one after the other, ms. */
export async function timesOf(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const startedAtMs = performance.now()
    await work(run)
    times.push(performance.now() - startedAtMs)
  }
  return times
}
