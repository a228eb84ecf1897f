import { describe, expect, test } from 'bun:test'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { readRefusal, startScoreFixture } from '@hexawatt/svc-score/src/testing/score-fixture.ts'
import { expectedAnswers } from './independent/answers.ts'
import { chooseInstants, chooseShippedInstants } from './instants.ts'
import { listSituations } from './open-situations.ts'
import { productSnapshots, queryOf } from './product-answers.ts'
import { type Recording, readRecording, readShippedRecording } from './recording.ts'
import type { Situation } from './situation.ts'

const folder = findReferenceData()
if (folder === null)
  reportSkippedReferenceData('the served score against an independent calculation on two recorded years')

/** Every so many-th vector is served over HTTP. */
const shippedStep = 7
const sampleStep = 12

const empty: Recording = { generation: new Map(), forecasts: new Map(), prices: new Map() }
const recording = folder === null ? empty : await readRecording(folder)
const sample = everyNth(listSituations(chooseInstants(recording)), sampleStep)
const shipped = await readShippedRecording()
const shippedSample = everyNth(listSituations(chooseShippedInstants(shipped)), shippedStep)

function everyNth<Item>(list: readonly Item[], step: number): Item[] {
  return list.filter((_, index) => index % step === 0)
}

const fixture = stopAtEnd(await startScoreFixture())

/** Asks svc-score for each situation and holds its answers to the independent calculation; returns how many were served and refused. */
async function expectServed(recording: Recording, situations: readonly Situation[]) {
  const statuses = { served: 0, refused: 0 }
  for (const situation of situations) {
    const expected = expectedAnswers(recording, situation)
    const snapshots = productSnapshots(recording, situation)
    fixture.moveTo(situation.now)
    await fixture.store(scoreSnapshot, snapshots.score)
    await fixture.store(forecastSnapshot, snapshots.forecast)
    const query = queryOf(situation)
    const forecast = await fixture.ask(`/v1/score/forecast?hours=48${query === '' ? '' : `&${query}`}`)
    expect(forecast.status).toBe(200)
    expect(await forecast.json()).toStrictEqual(expected.forecast)
    const score = await fixture.ask(`/v1/score${query === '' ? '' : `?${query}`}`)
    if (expected.score.confidence >= 50) {
      statuses.served += 1
      expect(score.status).toBe(200)
      expect(await score.json()).toStrictEqual(expected.score)
      continue
    }
    statuses.refused += 1
    const { status, code, problem, retryAfter } = await readRefusal(score)
    expect({ status, code, retryAfter }).toEqual({ status: 503, code: 'insufficient_data', retryAfter: '300' })
    expect(problem).toMatchObject({
      confidence: expected.score.confidence,
      sourceAvailability: expected.score.sourceAvailability,
    })
  }
  return statuses
}

describe('what svc-score serves from Redis is what the independent calculation says', () => {
  test('over HTTP a sample of the shipped weeks equals the independent calculation, including the confidence that refuses a score', async () => {
    const { served, refused } = await expectServed(shipped, shippedSample)
    expect(served).toBeGreaterThanOrEqual(10)
    expect(refused).toBeGreaterThanOrEqual(1)
  })

  test.skipIf(folder === null)(
    'over HTTP at least 20 instants of two recorded years equal the independent calculation',
    async () => {
      const { served, refused } = await expectServed(recording, sample)
      expect(served).toBeGreaterThanOrEqual(20)
      expect(refused).toBeGreaterThanOrEqual(1)
    },
  )
})
