import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { takeOperation, verdicts } from './limit-operation.ts'
import { limitScript } from './limit-script.ts'
import { november, subjectOf, useLimitScript } from './testing/use-limit-script.ts'

const { redis, run, taken, stored } = await useLimitScript()
const { passed, byMinute, byMonth } = verdicts

/** The limit in its own words: a request passes when fewer than `limit` passed in this second and the 60 before it. */
function slowWindow() {
  const passedAt: number[] = []
  const inWindow = (now: number) => passedAt.filter((at) => at >= now - 60 && at <= now)
  return {
    passes(now: number, limit: number): boolean {
      if (inWindow(now).length >= limit) return false
      passedAt.push(now)
      return true
    },
    count: (now: number) => inWindow(now).length,
    secondsUntilFree(now: number, limit: number): number {
      for (let wait = 1; ; wait += 1) {
        const left = passedAt.filter((at) => at >= now + wait - 60).length
        if (left < limit && left < inWindow(now).length) return wait
      }
    },
  }
}

const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 70_000 })),
    requests: fc.integer({ min: 1, max: 6 }),
    limit: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 5, maxLength: 60 },
)

test('every decision, count and wait is that of the slow definition, whatever the pauses, batches and changes of the limit', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 10_000 }), async (sequence, offset) => {
      const slow = slowWindow()
      const subject = subjectOf('demo', 1)
      let nowMs = (november + offset) * 1_000
      for (const { pauseMs, requests, limit } of sequence) {
        nowMs += pauseMs
        const now = Math.floor(nowMs / 1_000)
        const operation = takeOperation({ ...subject, requestsPerMinute: limit })
        for (const reading of await run(now, Array(requests).fill(operation))) {
          expect(reading.verdict).toBe(slow.passes(now, limit) ? passed : byMinute)
          expect(reading.freeSeconds).toBe(slow.secondsUntilFree(now, limit))
        }
        const last = await run(now, [takeOperation({ ...subject, requestsPerMinute: 1 })])
        expect(last[0]?.minuteRequests).toBe(slow.count(now))
        expect(last[0]?.freeSeconds).toBe(slow.secondsUntilFree(now, 1))
      }
    }),
    { numRuns: 60 },
  )
})

test('no span of 60 s, wherever it begins, holds more than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 80, maxLength: 150 }),
      async (pauses) => {
        const subject = subjectOf('anonymous', 5)
        const passedMs: number[] = []
        let nowMs = november * 1_000
        for (const pauseMs of pauses) {
          nowMs += pauseMs
          const [verdict] = await taken(Math.floor(nowMs / 1_000), subject)
          if (verdict === passed) passedMs.push(nowMs)
        }
        for (const [i, atMs] of passedMs.entries()) {
          const sixth = passedMs[i + 5]
          if (sixth !== undefined) expect(sixth - atMs).toBeGreaterThanOrEqual(60_000)
        }
        // The limit is used: whoever waited gets a place.
        expect(passedMs.length).toBeGreaterThanOrEqual(5)
      },
    ),
    { numRuns: 20 },
  )
})

test('subjects of one call are counted apart, the same one in order', async () => {
  const [one, other] = [subjectOf('demo', 2), subjectOf('demo', 1)]
  const operations = [one, other, one, other, one].map((subject) => takeOperation(subject))
  const readings = await run(november, operations)
  expect(readings.map(({ verdict }) => verdict)).toEqual([passed, passed, passed, byMinute, byMinute])
  expect(readings.map(({ monthRequests }) => monthRequests)).toEqual([1, 1, 2, 1, 2])
})

test('a refusal takes nothing, neither of the minute nor of the month; the minute is named first', async () => {
  const subject = subjectOf('account', 3, 2)
  expect(await taken(november, subject, 4)).toEqual([passed, passed, byMonth, byMonth])
  const [reading] = await run(november, [takeOperation(subject, false)])
  expect([reading?.minuteRequests, reading?.monthRequests]).toEqual([2, 2])
  expect(await taken(november, { ...subject, requestsPerMinute: 2 })).toEqual([byMinute])
  expect(await taken(november + 61, { ...subject, requestsPerMinute: 2 })).toEqual([byMonth])
})

test('a clock that goes back lets nobody exceed the limit and nobody wait for longer than a window', async () => {
  const subject = subjectOf('demo', 3)
  const now = november + 50_000
  expect(await taken(now, subject, 2)).toEqual([passed, passed])
  const [reading] = await run(now - 4_000, Array(2).fill(takeOperation(subject)))
  expect([reading?.verdict, reading?.minuteRequests]).toEqual([passed, 3])
  expect(await taken(now - 4_000, subject)).toEqual([byMinute])
  expect(await taken(now - 4_000 + 60, subject)).toEqual([byMinute])
  expect(await taken(now - 4_000 + 61, subject, 3)).toEqual([passed, passed, passed])
})

test('asked with a month that is not the one of the clock, nothing is done and the clock is the answer', async () => {
  const subject = subjectOf('demo', 9)
  const { key, word } = takeOperation(subject)
  const asked = ['24000', '1', String(november)]
  const reply = await redis.send('EVAL', [limitScript, '1', key, String(november), ...asked, word])
  expect(reply).toEqual([november])
  expect(await stored(subject)).toBeNull()
})
