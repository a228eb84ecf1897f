import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { computeQueueName } from '@hexawatt/shared/queue/queue-names'
import { openQueue } from '@hexawatt/shared/queue/workers'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { until } from '@hexawatt/shared/testing/until'
import { createClock } from '@hexawatt/shared/time/clock'
import type { Queue } from 'bullmq'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createLateTicks, type PointsDeps, startPoints } from './points.ts'
import { registerPoints } from './schedules.ts'

describe('ticks without a point', () => {
  let now: string
  let requested: string[]
  let stored: string[]
  let fails: boolean
  let lateTicks: ReturnType<typeof createLateTicks>

  beforeEach(() => {
    requested = []
    stored = []
    fails = false
    lateTicks = createLateTicks({
      clock: { now: () => utc(`2026-02-03T${now}`) },
      hasPoint: async (tick) => stored.includes(tick.toString().slice(11, 16)),
      async request(tick) {
        if (fails) throw new Error('no queue')
        requested.push(tick.toString().slice(11, 16))
      },
    })
  })

  async function checkAt(...times: string[]): Promise<string[]> {
    for (const time of times) {
      now = time
      await lateTicks.check().catch(() => undefined)
    }
    return requested
  }

  test('a start requests the last tick, and each further tick is requested once, twenty seconds after it', async () => {
    expect(await checkAt('12:17:00', '12:17:05', '12:20:19', '12:20:20', '12:20:25')).toEqual(['12:10', '12:20'])
  })

  test('a tick whose point the queue has computed is not requested', async () => {
    stored = ['12:10', '12:20']
    expect(await checkAt('12:17:00', '12:20:20', '12:30:20')).toEqual(['12:30'])
  })

  test('ticks that passed while the program was suspended are not requested', async () => {
    expect(await checkAt('12:17:00', '13:47:00')).toEqual(['12:10', '13:40'])
  })

  test('a request that failed is repeated', async () => {
    fails = true
    expect(await checkAt('12:17:00')).toEqual([])
    fails = false
    expect(await checkAt('12:17:05')).toEqual(['12:10'])
  })

  test('the last request is repeated when its job may be lost', async () => {
    expect(await checkAt('12:17:00')).toEqual(['12:10'])
    lateTicks.forget()
    expect(await checkAt('12:17:05', '12:17:10')).toEqual(['12:10', '12:10'])
  })
})

describe('the scheduler of the points', () => {
  let fixture: ComputeFixture
  let queue: Queue
  beforeEach(async () => {
    fixture = await createComputeFixture('2026-02-03T12:09:00')
    queue = openQueue(computeQueueName, fixture.deps)
    await queue.waitUntilReady()
  })
  afterEach(async () => {
    await queue.close()
    await fixture.stop()
  })

  /** A clock of the data that is this far from real time. */
  const clockAt = (offsetMs: number) => ({ ...fixture.deps, clock: createClock(offsetMs) })

  test('is one, however many programs register it, and plans ten seconds after the next tick of the data’s clock', async () => {
    const offsetMs = -123_456
    await Promise.all([1, 2, 3].map(() => registerPoints(clockAt(offsetMs))))
    await registerPoints(clockAt(offsetMs))
    const schedulers = await queue.getJobSchedulers()
    expect(schedulers.map(({ key, every }) => [key, every])).toEqual([['points', 600_000]])
    const inTick = ((schedulers[0]?.next ?? 0) + offsetMs) % 600_000
    expect(Math.abs(inTick - 10_000)).toBeLessThanOrEqual(1_000)
    expect(await queue.getDelayedCount()).toBe(1)
  })

  test('follows a clock that was moved', async () => {
    await registerPoints(clockAt(0))
    await registerPoints(clockAt(240_000))
    const [scheduler, ...others] = await queue.getJobSchedulers()
    expect([others.length, await queue.getDelayedCount()]).toEqual([0, 1])
    expect(Math.abs((((scheduler?.next ?? 0) + 240_000) % 600_000) - 10_000)).toBeLessThanOrEqual(1_000)
  })

  test('has the point of the tick computed that its job was planned for: a job that runs after the next tick is too late', async () => {
    await fixture.bring('power_exchanges', { newestSlotEnd: utc('2026-02-03T23:00:00') })
    const runJob = async (planned: string, ran: string) => {
      fixture.moveTo(ran)
      const lateMs = utc(ran).since(utc(planned)).total('milliseconds')
      await queue.add('points', { v: 1 }, { timestamp: Date.now() - lateMs - 60_000, delay: 60_000 })
      await queue.promoteJobs()
      const metrics = createMetrics('test')
      // Its own check of late ticks finds none at this instant.
      const program = startPoints({ ...fixture.deps, metrics })
      await until('the end of the job', async () => (await queue.count()) + (await queue.getActiveCount()) === 0)
      await program.stop()
      return metrics.text()
    }
    expect(await runJob('2026-02-03T12:10:10', '2026-02-03T12:10:12')).toMatch(/outcome="stored".*} 1\n/)
    expect(await runJob('2026-02-03T12:10:10', '2026-02-03T12:20:12')).toMatch(/outcome="missed".*} 1\n/)
  })
})

describe('programs', () => {
  let fixture: ComputeFixture
  let running: { stop: () => Promise<void> }[] = []

  beforeEach(async () => {
    fixture = await createComputeFixture('2026-02-03T12:09:00')
    await fixture.bring('power_exchanges', { newestSlotEnd: utc('2026-02-03T23:00:00') })
    fixture.moveTo('2026-02-03T12:17:00')
  })
  afterEach(async () => {
    await Promise.all(running.map((program) => program.stop()))
    running = []
    await fixture.stop()
  })

  /** Starts a program; gives a promise of the outcomes that it has counted. */
  function start(changes: Partial<PointsDeps> = {}) {
    const metrics = createMetrics('test')
    running.push(startPoints({ ...fixture.deps, metrics, ...changes }))
    return () => metrics.text()
  }

  async function storedPoints(): Promise<string[]> {
    const rows = await fixture.sql<{ at: Temporal.Instant }[]>`select at from score_points order by at`
    return rows.map(({ at }) => at.toString())
  }

  const hasPoint = async () => (await storedPoints()).length > 0

  test('that run side by side compute a tick once', async () => {
    const counted = [start(), start(), start()]
    await until('the point', hasPoint)
    await Promise.all(running.map((program) => program.stop()))
    running = []
    expect(await storedPoints()).toEqual(['2026-02-03T12:10:00Z'])
    const texts = (await Promise.all(counted.map((text) => text()))).join('\n')
    expect([...texts.matchAll(/outcome="([^"]+)".*} (\d+)/g)].map(([, outcome, count]) => [outcome, count])).toEqual([
      ['stored', '1'],
    ])
  })

  test('announce a point once, when it can be read', async () => {
    const told: unknown[] = []
    const publishChange = async (name: string) => {
      told.push([name, await storedPoints()])
      return 1
    }
    for (let count = 0; count < 2; count += 1) start({ publishChange })
    await until('the message of the point', async () => told.length > 0)
    await Promise.all(running.splice(0).map((program) => program.stop()))
    expect(told).toEqual([['points', ['2026-02-03T12:10:00Z']]])
  })

  test('that were restarted do not compute the tick again', async () => {
    start()
    await until('the point', hasPoint)
    await Promise.all(running.splice(0).map((program) => program.stop()))
    const text = start()
    // The job of the next tick is done after whatever the start brought.
    fixture.moveTo('2026-02-03T12:20:20')
    start()
    await until('the second point', async () => (await storedPoints()).length === 2)
    expect(await text()).not.toContain('outcome="stored before"')
    expect(await storedPoints()).toEqual(['2026-02-03T12:10:00Z', '2026-02-03T12:20:00Z'])
  })
})
