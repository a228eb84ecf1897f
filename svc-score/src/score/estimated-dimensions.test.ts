import { beforeEach, describe, expect, test } from 'bun:test'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { forecastSnapshot, type ScoreSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import {
  createSampleHour,
  createSampleSubScores,
  openModeKnown,
  sampleForecast,
  sampleScore,
} from '../testing/sample-snapshots.ts'
import { startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const store = (changes: Partial<ScoreSnapshot>) => fixture.store(scoreSnapshot, { ...sampleScore, ...changes })
const score = async (query = '') => v.parse(EnergyScore, await (await fixture.ask(`/v1/score${query}`)).json())

beforeEach(() => fixture.reset())

describe('a score with estimated dimensions', () => {
  const detailsOf = ({ subScores }: EnergyScore) => subScores?.map(({ detail }) => detail)
  const sampleDetails = sampleScore.subScores.map(({ detail }) => detail)
  const withMark = (mark: string) =>
    sampleDetails.map((detail, index) => (index < 2 ? detail : detail.replace(/\.$/, ` (${mark}).`)))

  test('the known ones make the score while they carry half of the weight, and the weights used say so', async () => {
    await store({ knownDimensions: openModeKnown })
    const body = await score()
    // (50 + 88.5) / 2 = 69.25
    expect(body).toMatchObject({ globalScore: 69, weightsApplied: { price: 0.5, carbon: 0.5, grid: 0, adequacy: 0 } })
    expect(body.subScores?.map(({ value }) => value)).toEqual([50, 88.5, 80, 45.2])
    expect(detailsOf(body)).toEqual(withMark('estimation, non comptée dans le score'))
    // 0.1 of 1 lies on price, 0.7 on carbon: (50 + 7 · 88.5) / 8 = 83.69
    expect(await score('?profile=carbon')).toMatchObject({
      globalScore: 84,
      weightsApplied: { price: 0.125, carbon: 0.875, grid: 0, adequacy: 0 },
    })
  })

  test('all count while the known ones carry less than half of the weight', async () => {
    await store({ knownDimensions: openModeKnown })
    const onlyGrid = await score('?wPrice=0&wCarbon=0&wGrid=1&wAdequacy=0')
    expect(onlyGrid).toMatchObject({ globalScore: 80, weightsApplied: { price: 0, carbon: 0, grid: 1, adequacy: 0 } })
    expect(detailsOf(onlyGrid)).toEqual(withMark('estimation'))
    // 0.1 · 50 + 0.1 · 88.5 + 0.5 · 80 + 0.3 · 45.2 = 67.41
    expect((await score('?profile=grid')).globalScore).toBe(67)
  })

  test('the recommendation names no estimate as the weak point', async () => {
    await store({ subScores: createSampleSubScores(50, 60, 20, 10), knownDimensions: openModeKnown })
    expect((await score()).recommendation).toContain('le prix en est le point faible')
    const { recommendation } = await score('?profile=grid')
    expect(recommendation?.replace(/[\u00a0\u202f]/g, ' ')).toBe(
      'Mieux vaut attendre (24 sur 100) : reportez tout ce qui peut attendre.',
    )
  })

  test('the next better hour is compared by what is known of each hour', async () => {
    await store({ subScores: createSampleSubScores(50, 50, 90, 90), knownDimensions: openModeKnown })
    const hour = { ...createSampleHour('2025-01-15T15:00:00Z', 60), knownDimensions: openModeKnown }
    await fixture.store(forecastSnapshot, { ...sampleForecast, hours: [hour] })
    expect((await score()).recommendation?.replace(/[\u00a0\u202f]/g, ' ')).toContain('16 h (60 sur 100)')
  })
})
