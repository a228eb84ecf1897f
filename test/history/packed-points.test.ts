import { expect, test } from 'bun:test'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { flatPoint, type SamplePoint } from './testing/sample-series.ts'

/** Every column at its largest, and at its least: svc-history reads several of them as one number. */
const largest: SamplePoint = {
  ...flatPoint('2025-11-02T10:00:00Z', 1_000),
  confidence: 100,
  carbonSlotStartMs: Date.parse('2025-11-02T09:59:59Z'),
  production: 12_345_678.9,
  spotPrice: 4_000.005,
  versions: [32_767, 32_766, 32_765, 32_764],
  provenance: 'live',
}
const least: SamplePoint = {
  ...flatPoint('2025-11-02T10:10:00Z', 0),
  carbon: 1_000,
  grid: 10,
  adequacy: 990,
  confidence: 0,
  carbonSlotStartMs: Date.parse('1999-12-31T23:00:00Z'),
  production: 0,
  consumption: 0,
  lowCarbon: 0,
  spotPrice: -500,
  versions: [1, 1, 1, 1],
}
const unknown: SamplePoint = {
  ...flatPoint('2025-11-02T10:20:00Z', 500),
  carbonSlotStartMs: null,
  production: null,
  consumption: null,
  lowCarbon: null,
  spotPrice: null,
  versions: [1, 1, 1, null],
}

const fixture = stopAtEnd(await startHistoryFixture('2025-11-03T09:12:34Z'))
await fixture.addPoints([largest, least, unknown])

const path = '/v1/score/history?from=2025-11-02T10:00:00Z&to=2025-11-02T11:00:00Z&granularity=raw'

test('the largest, the smallest and the unknown value of every column are served as stored', async () => {
  const csv = await (await fixture.ask(path, 'scale', { headers: { accept: 'text/csv' } })).text()
  expect(csv.split('\r\n').slice(1, -1)).toEqual([
    '2025-11-02T10:00:00Z,100,Optimal,100,2025-11-02T09:59:59Z,12345678.9,22.5,95,4000.01,live',
    '2025-11-02T10:10:00Z,0,Unfavorable,0,1999-12-31T23:00:00Z,0,0,0,-500,backfilled',
    '2025-11-02T10:20:00Z,50,Acceptable,90,,,,,,backfilled',
  ])
})

test('points with the largest possible version numbers keep them', async () => {
  const { methodologyBreakdown } = v.parse(ScoreHistoryResponse, await (await fixture.ask(path)).json())
  expect(methodologyBreakdown).toEqual([
    { methodologyVersions: { score: 32_767, carbon: 32_766, confidence: 32_765, consumption: 32_764 }, sampleCount: 1 },
    { methodologyVersions: { score: 1, carbon: 1, confidence: 1, consumption: 1 }, sampleCount: 1 },
    { methodologyVersions: { score: 1, carbon: 1, confidence: 1, consumption: null }, sampleCount: 1 },
  ])
})

test.each([
  ['wPrice', [100, 0, 50]],
  ['wCarbon', [100, 100, 50]],
  ['wGrid', [100, 1, 50]],
  ['wAdequacy', [100, 99, 50]],
])('each sub-score is stored separately: with all weight on %s it is the score', async (weight, scores) => {
  const weights = ['wPrice', 'wCarbon', 'wGrid', 'wAdequacy'].map((name) => `${name}=${name === weight ? 1 : 0}`)
  const answer = await fixture.ask(`${path}&${weights.join('&')}`)
  const { points } = v.parse(ScoreHistoryResponse, await answer.json())
  expect(points.map(({ globalScore }) => globalScore)).toEqual(scores)
})
