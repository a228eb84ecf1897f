import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import { toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { maintenanceTimes } from '@hexawatt/svc-ingest/src/jobs/job-definitions.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { listTicks } from '@hexawatt/svc-ingest/src/points/point-tick.ts'
import { until } from './disasters/testing/servers-fixture.ts'
import { isEverythingStored } from './disasters/testing/stored-tables.ts'
import { type System, startSystem } from './testing/system-fixture.ts'

/** The check runs every second here, in production every five minutes. */
const maintenance = { ...maintenanceTimes, repair_points: { everyMs: 1_000, firstDelayMs: 500 } }

/** Nothing is known at 09:40, a minute before the first start. */
const seriesStart = '2026-02-03T09:50:00Z'

let system: System
let starts = 0

beforeAll(async () => {
  system = await startSystem({ asOf: '2026-02-03T09:41:00Z', isClockRunning: true })
}, 60_000)
afterAll(() => system.stop())

/** Starts svc-ingest at an instant of the data's clock, on the stores of an earlier start. */
async function startAt(instant: string) {
  system.clock.moveTo(instant)
  starts++
  return startIngest({ ...system.ingest, metrics: createMetrics(`start ${starts}`) }, { maintenance })
}

type StoredPoint = { at: Temporal.Instant; provenance: string; computedAt: Temporal.Instant; values: string }

/** Every point; `values` are all its columns but those that say how and when it was computed. */
function points(): Promise<StoredPoint[]> {
  return system.sql<StoredPoint[]>`
    select at, provenance, computed_at, (to_jsonb(score_points) - 'computed_at' - 'provenance')::text as values
    from score_points order by at`
}

const provenanceByTick = (stored: readonly StoredPoint[]) =>
  stored.map(({ at, provenance }) => `${at.toString().slice(0, 16)} ${provenance}`)

/** Ticks from one to another, both included, as the points of a provenance. */
function expected(provenance: string, from: string, to = from): string[] {
  const [start, end] = [from, to].map((text) => Temporal.Instant.from(`${text}:00Z`).epochMilliseconds)
  return listTicks({ startMs: start ?? 0, endMs: (end ?? 0) + 1 }).map(
    (tick) => `${tick.toString().slice(0, 16)} ${provenance}`,
  )
}

/** Points that `bun run points` computes for the same ticks, when they are missing. */
async function madeByCommand(filled: readonly StoredPoint[]): Promise<StoredPoint[]> {
  const ticks = filled.map(({ at }) => at.toString())
  await system.sql`delete from score_points where at = any(${ticks}::timestamptz[])`
  const [from, to] = [filled[0], filled.at(-1)].map((point) =>
    (point?.at ?? system.clock.now()).toZonedDateTimeISO(parisTimeZone).toPlainDate(),
  )
  if (from === undefined || to === undefined) throw new Error('nothing was filled')
  const window = toWindow({ from, to: to.add({ days: 1 }) })
  await fillPoints(system.ingest, window, { stopping: new AbortController().signal })
  // The command fills whole days: points before the start of the series would move its start.
  await system.sql`delete from score_points where at < ${seriesStart}`
  return (await points()).filter(({ at }) => ticks.includes(at.toString()))
}

const valuesOf = (stored: readonly StoredPoint[]) => stored.map(({ values }) => values)

describe('points that are missed while svc-ingest is stopped are filled by the next start, by itself', () => {
  test('after half an hour without svc-ingest its next start fills the missed points', async () => {
    const first = await startAt('2026-02-03T09:41:00Z')
    await until('everything stored', () => isEverythingStored(system.sql))
    for (const tick of ['09:50', '10:00']) {
      system.clock.moveTo(`2026-02-03T${tick}:10Z`)
      await until(`the point of ${tick}`, async () => (await points()).at(-1)?.at.toString().slice(11, 16) === tick)
    }
    system.clock.moveTo('2026-02-03T10:05:00Z')
    await first.stop()
    const live = await points()

    const second = await startAt('2026-02-03T10:40:30Z')
    await until('the missed points', async () => (await points()).length === 6)
    await second.stop()
    const all = await points()
    expect(provenanceByTick(all)).toEqual([
      ...expected('live', '2026-02-03T09:50', '2026-02-03T10:00'),
      ...expected('backfilled', '2026-02-03T10:10', '2026-02-03T10:30'),
      ...expected('live', '2026-02-03T10:40'),
    ])
    expect(all.slice(0, 2)).toEqual(live)
    const filled = all.slice(2, 5)
    expect(valuesOf(await madeByCommand(filled))).toEqual(valuesOf(filled))
  }, 120_000)

  test('after two days without svc-ingest its next start fills the missed points, and none before the series began', async () => {
    // Its publisher is asked once in a quarter of an hour of real time at most: here the signal counts as asked by the start.
    await system.sql`update source_status set last_success_at = '2026-02-05T10:41:00Z' where source = 'grid_signals'`
    const third = await startAt('2026-02-05T10:42:00Z')
    const ticks = expected('any', '2026-02-03T09:50', '2026-02-05T10:40').length
    await until('the missed points', async () => (await points()).length === ticks, 2 * minuteMs)
    await third.stop()
    const all = await points()
    expect(provenanceByTick(all.slice(6))).toEqual([
      ...expected('backfilled', '2026-02-03T10:50', '2026-02-05T10:30'),
      ...expected('live', '2026-02-05T10:40'),
    ])
    const filled = all.slice(6, -1)
    expect(valuesOf(await madeByCommand(filled))).toEqual(valuesOf(filled))
  }, 240_000)
})
