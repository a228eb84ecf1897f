import { afterEach, beforeEach, expect, test } from 'bun:test'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { allKnown } from '@hexawatt/shared/methodology/score/known-dimensions'
import type { ScorePoint } from '@hexawatt/shared/stored-points/score-point'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addScorePoints, type PointProvenance } from './point-store.ts'
import { rollUp } from './roll-up-store.ts'

const dayStart = utc('2026-02-03T00:00:00')

let fixture: ComputeFixture
beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-04T00:00:00')
  await fixture.deps.partitions.ensure('score_points', [dayStart])
})
afterEach(() => fixture.stop())

function pointAt(at: Temporal.Instant): ScorePoint {
  return {
    at,
    tenths: { price: 500, carbon: 500, grid: 1000, adequacy: 700 },
    globalScore: 61,
    confidence: 90,
    fallbacks: [],
    known: allKnown,
    carbon: null,
    spotPriceEurPerMwh: 58.525,
    versions: { score: 1, carbon: 1, confidence: 1, consumption: null },
    factorSetId: null,
    inputs: {} as ScorePoint['inputs'],
  }
}

const store = (...points: ScorePoint[]) =>
  fixture.sql.begin(async (tx) => {
    const added = await addScorePoints(tx, points, 'live', fixture.deps.clock.now())
    await rollUp(tx, added)
    return added
  })

test('simultaneous writers of one day lose no point in its sums', async () => {
  const ticks = Array.from({ length: 24 }, (_, index) => dayStart.add({ minutes: 10 * index }))
  await Promise.all(ticks.map((at) => store(pointAt(at))))
  const [day] = await fixture.sql<{ points: number }[]>`select points from score_days`
  expect(day?.points).toBe(24)
  const hours = await fixture.sql<{ samples: number; spotPriceHundredths: string }[]>`
    select samples, spot_price_hundredths from score_hours order by hour_start`
  expect(hours.map(({ samples }) => samples)).toEqual([6, 6, 6, 6])
  // 58.525 is served as 58.53: half away from zero, on its decimal text.
  expect(hours.map(({ spotPriceHundredths }) => Number(spotPriceHundredths))).toEqual(Array(4).fill(6 * 5853))
})

test('points by their maker, and those with a late feed, are counted per hour and day, and counted again with every point', async () => {
  const add = (minutes: number, provenance: PointProvenance, phi: number) =>
    fixture.sql.begin(async (tx) => {
      const at = dayStart.add({ minutes })
      const record = { phi, rows: 0, newestKnownFrom: null, payloadIds: [] }
      const inputs = recordFromEntries(feedIds, () => record)
      await rollUp(tx, await addScorePoints(tx, [{ ...pointAt(at), inputs }], provenance, fixture.deps.clock.now()))
    })
  await add(70, 'live', 1)
  await add(20, 'live', 0.5)
  await add(10, 'backfilled', 1)
  await add(80, 'backfilled', 0)
  const hours = await fixture.sql<{ samples: number; backfilledSamples: number; lateFeedSamples: number }[]>`
    select samples, backfilled_samples, late_feed_samples from score_hours order by hour_start`
  expect(hours.map((hour) => ({ ...hour }))).toEqual([
    { samples: 2, backfilledSamples: 1, lateFeedSamples: 1 },
    { samples: 2, backfilledSamples: 1, lateFeedSamples: 1 },
  ])
  const [day] = await fixture.sql<{ backfilledPoints: number; firstLiveAt: Temporal.Instant }[]>`
    select backfilled_points, first_live_at from score_days`
  expect([day?.backfilledPoints, String(day?.firstLiveAt)]).toEqual([2, '2026-02-03T00:20:00Z'])
})

test('a point that is already stored is not written again, and the caller gets to know it', async () => {
  await store(pointAt(dayStart))
  const again = { ...pointAt(dayStart), globalScore: 12 }
  expect((await store(again, pointAt(dayStart.add({ minutes: 10 })))).map(String)).toEqual(['2026-02-03T00:10:00Z'])
  const rows = await fixture.sql<{ globalScore: number }[]>`select global_score from score_points order by at`
  expect(rows.map(({ globalScore }) => globalScore)).toEqual([61, 61])
})
