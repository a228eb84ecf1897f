import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { verdicts } from '../quota/reading.ts'
import { createSubject, november, useLimitScript } from '../testing/limit-script-fixture.ts'
import { takeRequest } from './limit-request.ts'
import { limitScript } from './limit-script.ts'

const { redis, run, takeMany, readStored } = await useLimitScript()
const { passed, byMinute, byMonth } = verdicts

/**
 * The limit in its own words: a request passes when fewer than `limit` count of those that passed in this second and the 60 before it.
 * Of the oldest of these seconds a 60th of the limit, rounded up, does not count.
 */
function slowWindow() {
  const passedAt: number[] = []
  function count(now: number, limit: number): number {
    const oldest = passedAt.filter((at) => at === now - 60).length
    const later = passedAt.filter((at) => at > now - 60 && at <= now).length
    return later + Math.max(0, oldest - Math.ceil(limit / 60))
  }
  return {
    passes(now: number, limit: number): boolean {
      if (count(now, limit) >= limit) return false
      passedAt.push(now)
      return true
    },
    count,
    secondsUntilFree(now: number, limit: number): number {
      const counting = count(now, limit)
      // What passed before now is all there is: the window empties by itself.
      for (let wait = 1; ; wait += 1) if (count(now + wait, limit) < Math.min(limit, counting)) return wait
    },
  }
}

const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 70_000 })),
    requests: fc.integer({ min: 1, max: 6 }),
    limit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(60, 61, 120, 200)),
  }),
  { minLength: 5, maxLength: 60 },
)

test('every decision, count and wait equals the slow definition, for any pauses, batches and limit changes', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 10_000 }), async (sequence, offset) => {
      const slow = slowWindow()
      const subject = createSubject('demo', 1)
      let nowMs = (november + offset) * 1_000
      for (const { pauseMs, requests, limit } of sequence) {
        nowMs += pauseMs
        const now = Math.floor(nowMs / 1_000)
        const operation = takeRequest({ ...subject, requestsPerMinute: limit })
        for (const reading of await run(now, Array(requests).fill(operation))) {
          expect(reading.verdict).toBe(slow.passes(now, limit) ? passed : byMinute)
          expect(reading.freeSeconds).toBe(slow.secondsUntilFree(now, limit))
        }
        const last = await run(now, [takeRequest({ ...subject, requestsPerMinute: 1 })])
        expect(last[0]?.minuteRequests).toBe(slow.count(now, 1))
        expect(last[0]?.freeSeconds).toBe(slow.secondsUntilFree(now, 1))
      }
    }),
    { numRuns: 60 },
  )
})

/** Bursts of requests at once, close together or with long pauses between them. */
const bursts = fc.array(
  fc.record({ pauseMs: fc.integer({ min: 0, max: 9_000 }), requests: fc.integer({ min: 1, max: 40 }) }),
  { minLength: 40, maxLength: 90 },
)

test('no span of 60 s holds more than the limit and a 60th of it, rounded up', async () => {
  await fc.assert(
    fc.asyncProperty(bursts, fc.constantFrom(5, 60, 61, 120), async (sequence, limit) => {
      const subject = createSubject('anonymous', limit)
      const passedMs: number[] = []
      let nowMs = november * 1_000
      for (const { pauseMs, requests } of sequence) {
        nowMs += pauseMs
        const atMs = nowMs
        const reached = (await takeMany(Math.floor(nowMs / 1_000), subject, requests)).filter(
          (verdict) => verdict === passed,
        )
        passedMs.push(...reached.map(() => atMs))
      }
      const most = limit + Math.ceil(limit / 60)
      for (const [i, atMs] of passedMs.entries()) {
        const oneTooMany = passedMs[i + most]
        if (oneTooMany !== undefined) expect(oneTooMany - atMs).toBeGreaterThanOrEqual(60_000)
      }
      // The limit is used: whoever waited gets a place.
      expect(passedMs.length).toBeGreaterThanOrEqual(5)
    }),
    { numRuns: 20 },
  )
})

test.each([10, 60, 61, 200])(
  'a steady rate of exactly %d a minute is never refused, wherever in a second it begins',
  async (limit) => {
    for (const offsetMs of [0, 1, 499, 999]) {
      const subject = createSubject('demo', limit)
      const arrivalsMs = Array.from({ length: 4 * limit }, (_, i) => november * 1_000 + offsetMs + (i * 60_000) / limit)
      for (const [second, arrivals] of Map.groupBy(arrivalsMs, (atMs) => Math.floor(atMs / 1_000))) {
        expect(await takeMany(second, subject, arrivals.length)).toEqual(arrivals.map(() => passed))
      }
    }
  },
)

test('subjects in one call are counted separately, and the same subject in order', async () => {
  const [one, other] = [createSubject('demo', 2), createSubject('demo', 1)]
  const operations = [one, other, one, other, one].map((subject) => takeRequest(subject))
  const readings = await run(november, operations)
  expect(readings.map(({ verdict }) => verdict)).toEqual([passed, passed, passed, byMinute, byMinute])
  expect(readings.map(({ monthRequests }) => monthRequests)).toEqual([1, 1, 2, 1, 2])
})

test('a refusal by the minute takes nothing, one by the month counts in the minute; the minute is named if both refuse', async () => {
  const subject = createSubject('account', 4, 2)
  expect(await takeMany(november, subject, 6)).toEqual([passed, passed, byMonth, byMonth, byMinute, byMinute])
  const [reading] = await run(november, [takeRequest(subject, true)])
  expect([reading?.minuteRequests, reading?.monthRequests, reading?.freeSeconds]).toEqual([4, 2, 60])
  expect(await takeMany(november + 61, subject, 5)).toEqual([byMonth, byMonth, byMonth, byMonth, byMinute])
})

test('with a monthly cap every decision equals the slow definition', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 40 }), async (sequence, cap) => {
      const slow = slowWindow()
      const subject = createSubject('account', 1, cap)
      let nowMs = november * 1_000
      let ofMonth = 0
      for (const { pauseMs, requests, limit } of sequence) {
        nowMs += pauseMs
        const now = Math.floor(nowMs / 1_000)
        const operation = takeRequest({ ...subject, requestsPerMinute: limit }, true)
        for (const reading of await run(now, Array(requests).fill(operation))) {
          const isOfMinute = slow.passes(now, limit)
          const isServed = isOfMinute && ofMonth < cap
          if (isServed) ofMonth += 1
          expect(reading.verdict).toBe(isServed ? passed : isOfMinute ? byMonth : byMinute)
          expect([reading.freeSeconds, reading.monthRequests]).toEqual([slow.secondsUntilFree(now, limit), ofMonth])
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('when the clock goes back no caller exceeds the limit or waits longer than a window', async () => {
  const subject = createSubject('demo', 3)
  const now = november + 50_000
  expect(await takeMany(now, subject, 2)).toEqual([passed, passed])
  const [reading] = await run(now - 4_000, Array(2).fill(takeRequest(subject)))
  expect([reading?.verdict, reading?.minuteRequests]).toEqual([passed, 3])
  expect(await takeMany(now - 4_000, subject)).toEqual([byMinute])
  expect(await takeMany(now - 4_000 + 59, subject)).toEqual([byMinute])
  expect(await takeMany(now - 4_000 + 60, subject, 3)).toEqual([passed, byMinute, byMinute])
  expect(await takeMany(now - 4_000 + 61, subject, 3)).toEqual([passed, passed, byMinute])
})

test('a call for another month than the clock’s does nothing and returns the clock', async () => {
  const subject = createSubject('demo', 9)
  const { keys, json } = takeRequest(subject)
  const asked = ['24000', '1', String(november)]
  const reply = await redis.eval(limitScript, 1, ...keys, String(november * 1_000), ...asked, '9', json)
  expect(reply).toEqual([november * 1_000])
  expect(await readStored(subject)).toBeNull()
})
