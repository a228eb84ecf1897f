import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { until } from '@hexawatt/shared/testing/until'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createPointTimer, type PointsDeps, startPoints } from './points.ts'

describe('ticks', () => {
  let now: string
  let announced: string[]
  let fails: boolean
  let timer: ReturnType<typeof createPointTimer>

  beforeEach(() => {
    announced = []
    fails = false
    timer = createPointTimer({
      clock: { now: () => utc(`2026-02-03T${now}`) },
      async announce(at) {
        if (fails) throw new Error('no queue')
        announced.push(at.toString().slice(11, 16))
      },
    })
  })

  async function tickAt(...times: string[]): Promise<string[]> {
    for (const time of times) {
      now = time
      await timer.check().catch(() => undefined)
    }
    return announced
  }

  test('a start announces the last tick, and each further tick is announced once, ten seconds after it', async () => {
    expect(await tickAt('12:17:00', '12:17:05', '12:20:09', '12:20:10', '12:20:15')).toEqual(['12:10', '12:20'])
  })

  test('marks that went by while nobody looked are not announced', async () => {
    expect(await tickAt('12:17:00', '13:47:00')).toEqual(['12:10', '13:40'])
  })

  test('an announcement that failed is made again', async () => {
    fails = true
    expect(await tickAt('12:17:00')).toEqual([])
    fails = false
    expect(await tickAt('12:17:05')).toEqual(['12:10'])
  })

  test('the last announcement is made again when its job may be lost', async () => {
    expect(await tickAt('12:17:00')).toEqual(['12:10'])
    timer.forget()
    expect(await tickAt('12:17:05', '12:17:10')).toEqual(['12:10', '12:10'])
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

  test('tell of a point once, when it can be read', async () => {
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
    fixture.moveTo('2026-02-03T12:20:10')
    start()
    await until('the second point', async () => (await storedPoints()).length === 2)
    expect(await text()).not.toContain('outcome="stored before"')
    expect(await storedPoints()).toEqual(['2026-02-03T12:10:00Z', '2026-02-03T12:20:00Z'])
  })
})
