import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { nationalWeights, profiles } from '@hexawatt/shared/contract/profiles'
import { ScoreAnalyticsResponse, ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { storeRealisedHours } from '@hexawatt/svc-ingest/src/forecast/realised-store.ts'
import { readHourScores } from '@hexawatt/svc-ingest/src/inputs/hour-score-store.ts'
import * as v from 'valibot'
import { type HistoryFixture, startHistoryFixture } from '../history/testing/history-fixture.ts'
import { flatPoint, type SamplePoint, slowComposite } from '../history/testing/sample-series.ts'
import { slowAnalytics } from '../history/testing/slow-analytics.ts'
import { slowHistory } from '../history/testing/slow-history.ts'
import { addOldPoints, storeOldRealisedHour } from './testing/points-of-d890a1a8-store.ts'

let fixture: HistoryFixture
beforeEach(async () => {
  fixture = await startHistoryFixture('2026-02-03T12:00:00Z')
})
afterEach(() => fixture.stop())

const hour = '2026-02-03T10:00:00Z'
const pointAt = (minutes: string, more: Partial<SamplePoint>): SamplePoint => {
  const point = { ...flatPoint(`2026-02-03T10:${minutes}:00Z`, 500), price: 900, carbon: 800, grid: 100, ...more }
  return { ...point, globalScore: Math.round(slowComposite([point], nationalWeights)) }
}
const former = (minutes: string): SamplePoint => pointAt(minutes, {})
const present = (minutes: string, known: SamplePoint['known']): SamplePoint =>
  pointAt(minutes, { versions: [2, 1, 1, 1], ...(known === undefined ? {} : { known }) })

/** Points of one hour, by which program stored them, one after the other. */
const stored = [
  { isOld: false, point: present('00', ['price', 'carbon']) },
  { isOld: true, point: former('10') },
  { isOld: false, point: present('20', ['price', 'carbon', 'grid']) },
  { isOld: false, point: present('30', ['price', 'carbon']) },
  { isOld: true, point: former('40') },
] as const
const points = stored.map(({ point }) => point)

async function storeAll(): Promise<void> {
  for (const { isOld, point } of stored) {
    if (isOld) await fixture.sql.begin((tx) => addOldPoints(tx, [point]))
    else await fixture.addPoints([point])
  }
}

describe('while a program of the version before stores points of the same hour', () => {
  test.each([null, 'carbon', 'grid'])(
    'history and analytics compose each point by its own version, profile %s',
    async (profile) => {
      await storeAll()
      const weights = profiles.find(({ name }) => name === profile)?.weights ?? nationalWeights
      const query = `?from=${hour}&to=2026-02-03T11:00:00Z${profile === null ? '' : `&profile=${profile}`}`
      for (const granularity of ['raw', 'hourly'] as const) {
        const history = await fixture.ask(`/v1/score/history${query}&granularity=${granularity}`)
        const expected = slowHistory(points, granularity, weights)
        expect(v.parse(ScoreHistoryResponse, await history.json())).toMatchObject({
          points: expected.points,
          methodologyBreakdown: expected.methodologyBreakdown,
        })
        const analytics = await fixture.ask(`/v1/score/analytics${query}&granularity=${granularity}`)
        expect(v.parse(ScoreAnalyticsResponse, await analytics.json())).toMatchObject(
          slowAnalytics({ points, granularity, weights, timeZone: 'UTC' }),
        )
      }
    },
  )

  test('the sums by set of known dimensions are never behind the points, whichever program rolled the hour up last', async () => {
    await storeAll()
    const at = Temporal.Instant.from(hour)
    const sums = await readHourScores(fixture.sql, at, at.add({ hours: 1 }))
    expect(sums.map(({ composition, samples }) => [composition, samples])).toEqual([
      [3, 2],
      [7, 1],
      [16, 2],
    ])
    const [counted] = await fixture.sql<{ samples: number }[]>`
      select sum(samples)::int as samples from score_hours where hour_start = ${at} and score_version = 2`
    expect(counted?.samples).toBe(3)
  })

  test('a realised score that it computed from the points of both versions is replaced at the next issue', async () => {
    const at = Temporal.Instant.from('2026-02-03T11:00:00Z')
    const ofOldProgram = { startMs: Date.parse(hour), carbon: 30, directCarbon: 3, price: 50, score: 61 }
    const realised = { ...ofOldProgram, consumptionCarbon: 40, directConsumptionCarbon: 10 }
    const scores = { 1: 55, 2: 82 }
    await storeRealisedHours(fixture.sql, [{ ...realised, scoreByVersion: scores }], at)
    await fixture.sql.begin((tx) => storeOldRealisedHour(tx, { ...ofOldProgram, score: 70 }, at))
    await storeRealisedHours(fixture.sql, [{ ...realised, scoreByVersion: scores }], at)
    const [row] = await fixture.sql`select score, score_2, consumption_carbon from realised_hours`
    expect(row).toEqual({ score: 55, score2: 82, consumptionCarbon: 40 })
  })
})

test('points of version 1 of the score have no known dimensions, and later ones have', async () => {
  await fixture.addPoints([former('00'), present('10', ['grid'])])
  const rows = await fixture.sql<
    { known: number | null }[]
  >`select known_dimensions as known from score_points order by at`
  expect(rows.map(({ known }) => known)).toEqual([null, 4])
  for (const change of [
    'known_dimensions = 4 where score_version = 1',
    'known_dimensions = null where score_version = 2',
  ]) {
    await expect(fixture.sql.unsafe(`update score_points set ${change}`).execute()).rejects.toThrow(
      'score_points_known_by_version',
    )
  }
})
