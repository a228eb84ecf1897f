import { describe, expect, test } from 'bun:test'
import { HexawattProblem } from '../../../typescript/src/entry.ts'
import { createHandClock, waitUntilSettled } from '../testing/hand-clock.ts'
import { createAsking } from './asking.ts'

const start = '2026-02-03T18:00:00Z'
const refusal = (retryAfterSeconds: number | null) =>
  new HexawattProblem({
    code: 'rate_limited',
    status: 429,
    title: '',
    detail: '',
    traceId: null,
    requestId: null,
    retryAfterSeconds,
    extras: {},
  })

/** An asking that is answered in order; an `Error` is a failure, and the last answer is given again. */
function fixture({ intervalMinutes = 10, answers = [1] as (number | Error)[] } = {}) {
  const clock = createHandClock(start)
  const askedAt: string[] = []
  const answered: number[] = []
  const failures: unknown[] = []
  const signals: AbortSignal[] = []
  const asking = createAsking<number>({
    timers: clock.timers,
    intervalMs: intervalMinutes * 60_000,
    ask: async (signal) => {
      const answer = answers[Math.min(askedAt.length, answers.length - 1)]
      askedAt.push(new Date(clock.timers.nowMs()).toISOString().slice(11, 19))
      signals.push(signal)
      if (typeof answer !== 'number') throw answer
      return answer
    },
    onAnswer: (answer) => answered.push(answer),
    onFailure: (failure) => failures.push(failure),
  })
  return { clock, asking, askedAt, answered, failures, signals }
}

describe('a node that polls', () => {
  test('asks at once and then at its interval', async () => {
    const { clock, asking, askedAt, answered } = fixture({ answers: [1, 2, 3] })
    asking.start()
    await waitUntilSettled()
    await clock.moveTo('2026-02-03T18:20:00Z')
    expect([askedAt, answered]).toEqual([
      ['18:00:00', '18:10:00', '18:20:00'],
      [1, 2, 3],
    ])
  })

  test('asks at most once a minute, whatever its interval', async () => {
    const { clock, asking, askedAt } = fixture({ intervalMinutes: 0.1 })
    asking.start()
    await waitUntilSettled()
    await clock.moveTo('2026-02-03T18:02:30Z')
    expect(askedAt).toEqual(['18:00:00', '18:01:00', '18:02:00'])
  })

  test('waits for Retry-After, also for a message, even for days', async () => {
    const { clock, asking, askedAt, failures } = fixture({ answers: [refusal(40 * 86_400), 1] })
    asking.start()
    await waitUntilSettled()
    await clock.moveTo('2026-03-15T17:59:00Z')
    expect([await asking.askIfAllowed(), askedAt, failures.length]).toEqual([false, ['18:00:00'], 1])
    await clock.moveTo('2026-03-15T18:00:00Z')
    expect(askedAt).toEqual(['18:00:00', '18:00:00'])
  })

  test('continues at its interval after a failure without a wait', async () => {
    const { clock, asking, askedAt, answered } = fixture({ answers: [new Error('away'), 2] })
    asking.start()
    await waitUntilSettled()
    await clock.moveTo('2026-02-03T18:10:00Z')
    expect([askedAt, answered]).toEqual([['18:00:00', '18:10:00'], [2]])
  })

  test('answers a message when the last request is a minute old, and restarts its interval', async () => {
    const { clock, asking, askedAt } = fixture()
    asking.start()
    await waitUntilSettled()
    await clock.moveTo('2026-02-03T18:00:59Z')
    expect(await asking.askIfAllowed()).toBe(false)
    await clock.moveTo('2026-02-03T18:01:00Z')
    expect(await asking.askIfAllowed()).toBe(true)
    await clock.moveTo('2026-02-03T18:11:00Z')
    expect([askedAt, clock.pendingCount()]).toEqual([['18:00:00', '18:01:00', '18:11:00'], 1])
  })

  test('shares the first request with a message that comes during it', async () => {
    const { asking, askedAt, answered } = fixture()
    asking.start()
    expect([await asking.askIfAllowed(), askedAt, answered]).toEqual([true, ['18:00:00'], [1]])
  })

  test('neither reports nor asks after a stop, and aborts the running request', async () => {
    const { clock, asking, askedAt, answered, failures, signals } = fixture()
    asking.start()
    asking.stop()
    await waitUntilSettled()
    await clock.moveTo('2026-02-04T18:00:00Z')
    expect([askedAt, answered, failures, clock.pendingCount()]).toEqual([['18:00:00'], [], [], 0])
    expect(signals[0]?.aborted).toBe(true)
  })
})
