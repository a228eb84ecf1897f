import { describe, expect, test } from 'bun:test'
import { UpstreamError, type UpstreamErrorKind } from '@hexawatt/shared/upstream/upstream-error'
import { callWithRetry, waitAfterRefusalMs } from './retry.ts'

/** Fails with the given errors in turn, then answers; records the waits. */
async function run(errors: UpstreamError[]) {
  const waitsMs: number[] = []
  const deps = { sleep: async (ms: number) => void waitsMs.push(ms), random: () => 0.5 }
  const left = [...errors]
  const outcome = await callWithRetry(deps, async () => {
    const error = left.shift()
    if (error !== undefined) throw error
    return 'answer'
  }).catch((error: UpstreamError) => error.kind)
  return { outcome, waitsMs }
}

const failure = (kind: UpstreamErrorKind, retryAfterMs: number | null = null) =>
  new UpstreamError(kind, kind, { retryAfterMs })

describe('a failed call', () => {
  test('is retried when the failure is transient, with growing waits, four tries at most', async () => {
    expect(await run([failure('transient'), failure('transient')])).toEqual({ outcome: 'answer', waitsMs: [500, 1000] })
    const four = Array.from({ length: 9 }, () => failure('transient'))
    expect(await run(four)).toEqual({ outcome: 'transient', waitsMs: [500, 1000, 2000] })
  })

  test('with 429 waits as long as the upstream says, and is not retried when that is too long for a job', async () => {
    expect(await run([failure('rate_limited', 3_000)])).toEqual({ outcome: 'answer', waitsMs: [3_000] })
    expect(await run([failure('rate_limited', 900_000)])).toEqual({ outcome: 'rate_limited', waitsMs: [] })
  })

  test('with 429 and no time is not retried within the job, and its queue waits for a minute', async () => {
    expect(await run([failure('rate_limited')])).toEqual({ outcome: 'rate_limited', waitsMs: [] })
    expect(waitAfterRefusalMs(failure('rate_limited'))).toBe(60_000)
    expect(waitAfterRefusalMs(failure('rate_limited', 5_000))).toBe(5_000)
  })

  test('is not retried when another try cannot help', async () => {
    for (const kind of ['rejected', 'unauthorized', 'too_large', 'unusable'] as const) {
      expect(await run([failure(kind)])).toEqual({ outcome: kind, waitsMs: [] })
    }
  })
})
