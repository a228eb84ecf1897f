import { describe, expect, test } from 'bun:test'
import type { PlanSegment, Schedule, ScheduleQuery } from '../../../typescript/src/entry.ts'
import { createHandClock } from '../testing/hand-clock.ts'
import { createPlanRun } from './plan-run.ts'

const at = (time: string): string => `2026-02-03T${time}:00Z`

/** The members of a plan that the run reads. */
function plan(pieces: string[], recomputeAfter: string | null = null): Schedule {
  const segments = pieces.map((piece): PlanSegment => {
    const [start = '', end = ''] = piece.split('-')
    return { start: at(start), end: at(end), powerKW: 1, energyKWh: 1 }
  })
  const shown = { plan: { segments }, servedUntil: at('23:00') }
  return { ...shown, recomputeAfter: recomputeAfter === null ? null : at(recomputeAfter) } as Schedule
}

/** A run at 12:00 whose requests are answered in order; an `Error` is a failure. */
function fixture(...answers: (Schedule | Error | Promise<Schedule>)[]) {
  const clock = createHandClock(at('12:00'))
  const now = (): string => new Date(clock.timers.nowMs()).toISOString().slice(11, 16)
  const log: string[] = []
  const queries: ScheduleQuery[] = []
  const run = createPlanRun({
    timers: clock.timers,
    ask: async (query) => {
      const answer = answers[queries.length]
      queries.push(query)
      if (answer === undefined || answer instanceof Error) throw answer
      return answer
    },
    onReplanned: () => log.push(`${now()} replanned`),
    onSwitch: (isOn) => log.push(`${now()} ${isOn ? 'on' : 'off'}`),
    onFailure: () => log.push(`${now()} failed`),
  })
  const start = (query: ScheduleQuery = {}) => run.start(query, () => log.push(`${now()} planned`))
  return { clock, run, log, queries, start, moveTo: (time: string) => clock.moveTo(at(time)) }
}

describe('a followed plan', () => {
  test('switches on and off at each segment, with one timer at a time', async () => {
    const { clock, log, start, moveTo } = fixture(plan(['14:00-14:30', '16:00-17:15']))
    await start()
    expect(clock.pendingCount()).toBe(1)
    await moveTo('20:00')
    expect(log).toEqual(['12:00 planned', '14:00 on', '14:30 off', '16:00 on', '17:15 off'])
    expect(clock.pendingCount()).toBe(0)
  })

  test('switches on at once if its segment has begun', async () => {
    const { log, start, moveTo } = fixture(plan(['11:45-12:15']))
    await start()
    await moveTo('13:00')
    expect(log).toEqual(['12:00 planned', '12:00 on', '12:15 off'])
  })

  test('is recomputed when new data are expected, with the deadline of the first plan', async () => {
    const { log, queries, start, moveTo } = fixture(plan(['18:00-19:00'], '13:00'), plan(['15:00-16:00']))
    await start({ durationMinutes: 60 })
    await moveTo('20:00')
    expect(log).toEqual(['12:00 planned', '13:00 replanned', '15:00 on', '16:00 off'])
    expect(queries).toEqual([{ durationMinutes: 60 }, { durationMinutes: 60, latest: at('23:00') }])
  })

  test('is not recomputed after its first segment has begun, so that the load runs once', async () => {
    const { log, queries, start, moveTo } = fixture(plan(['14:00-15:00', '18:00-19:00'], '16:00'))
    await start()
    await moveTo('20:00')
    expect(queries).toHaveLength(1)
    expect(log).toEqual(['12:00 planned', '14:00 on', '15:00 off', '18:00 on', '19:00 off'])
  })

  test('stays if its first segment begins during a recomputation', async () => {
    const late = Promise.withResolvers<Schedule>()
    const { log, start, moveTo } = fixture(plan(['14:00-15:00'], '13:59'), late.promise)
    await start()
    await moveTo('14:01')
    late.resolve(plan(['18:00-19:00']))
    await moveTo('20:00')
    expect(log).toEqual(['12:00 planned', '14:00 on', '15:00 off'])
  })

  test('stays when a recomputation fails, which is retried', async () => {
    const { log, start, moveTo } = fixture(plan(['14:00-15:00'], '13:00'), new Error('away'), plan(['15:00-16:00']))
    await start()
    await moveTo('17:00')
    expect(log).toEqual(['12:00 planned', '13:00 failed', '13:01 replanned', '15:00 on', '16:00 off'])
  })

  test('is recomputed at most every five minutes while new data are late', async () => {
    const same = plan(['12:30-13:00'], '12:00')
    const { log, start, moveTo } = fixture(same, same, same, same, same, same, same)
    await start()
    await moveTo('12:29')
    expect(log.filter((line) => line.endsWith('replanned'))).toEqual(
      ['12:05', '12:10', '12:15', '12:20', '12:25'].map((time) => `${time} replanned`),
    )
  })

  test('is replaced by a later message, and a segment that no longer applies ends', async () => {
    const { log, start, moveTo } = fixture(plan(['12:00-13:00']), plan(['15:00-16:00']))
    await start()
    await moveTo('12:10')
    await start()
    await moveTo('17:00')
    expect(log).toEqual(['12:00 planned', '12:00 on', '12:10 planned', '12:10 off', '15:00 on', '16:00 off'])
  })

  test('stays when the request of a later message fails', async () => {
    const { log, start, moveTo } = fixture(plan(['14:00-15:00']), new Error('away'))
    await start()
    expect(start()).rejects.toThrow('away')
    await moveTo('16:00')
    expect(log).toEqual(['12:00 planned', '14:00 on', '15:00 off'])
  })

  test('is ignored if a later message came before its response', async () => {
    const late = Promise.withResolvers<Schedule>()
    const { log, start, moveTo } = fixture(late.promise, plan(['14:00-15:00']))
    const first = start()
    await start()
    late.resolve(plan(['18:00-19:00']))
    await first
    await moveTo('20:00')
    expect(log).toEqual(['12:00 planned', '14:00 on', '15:00 off'])
  })

  test('switches off when cancelled, and does nothing when the node is closed', async () => {
    for (const [end, last] of [
      ['cancel', ['12:10 off']],
      ['close', []],
    ] as const) {
      const { clock, run, log, start, moveTo } = fixture(plan(['12:00-13:00', '14:00-15:00'], '12:30'))
      await start()
      await moveTo('12:10')
      run[end]()
      await moveTo('20:00')
      expect(log).toEqual(['12:00 planned', '12:00 on', ...last])
      expect(clock.pendingCount()).toBe(0)
    }
  })
})
