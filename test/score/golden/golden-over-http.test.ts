import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { referenceDataDir, sayReferenceDataSkipped } from '@hexawatt/shared/testing/reference-data'
import { refusal, type ScoreGround, startScoreGround } from '@hexawatt/svc-score/src/testing/score-ground.ts'
import { expectedAnswers } from './independent/answers.ts'
import { chooseInstants } from './instants.ts'
import { productSnapshots, queryOf } from './product-answers.ts'
import { type Recording, readRecording } from './recording.ts'
import { situationOf } from './situations.ts'

const folder = referenceDataDir()
if (folder === null) sayReferenceDataSkipped('the served score against an independent calculation on recorded hours')

/** Every so many-th vector is served over HTTP. */
const sampleStep = 11

const empty: Recording = { generation: new Map(), forecasts: new Map(), prices: new Map() }
const recording = folder === null ? empty : await readRecording(folder)
const sample = chooseInstants(recording)
  .map(situationOf)
  .filter((_, index) => index % sampleStep === 0)

let ground: ScoreGround
beforeAll(async () => {
  ground = await startScoreGround()
})
afterAll(() => ground.stop())

describe.skipIf(folder === null)('what svc-score serves from Redis is what the independent calculation says', () => {
  test('a sample of at least 20 instants, with the same confidence that refuses a score', async () => {
    const statuses = { served: 0, refused: 0 }
    for (const situation of sample) {
      const expected = expectedAnswers(recording, situation)
      const snapshots = productSnapshots(recording, situation)
      ground.moveTo(situation.now)
      await ground.store(scoreSnapshot, snapshots.score)
      await ground.store(forecastSnapshot, snapshots.forecast)
      const query = queryOf(situation)
      const forecast = await ground.ask(`/v1/score/forecast?hours=48${query === '' ? '' : `&${query}`}`)
      expect(forecast.status).toBe(200)
      expect(await forecast.json()).toStrictEqual(expected.forecast)
      const score = await ground.ask(`/v1/score${query === '' ? '' : `?${query}`}`)
      if (expected.score.confidence >= 50) {
        statuses.served += 1
        expect(score.status).toBe(200)
        expect(await score.json()).toStrictEqual(expected.score)
        continue
      }
      statuses.refused += 1
      const { status, code, problem, retryAfter } = await refusal(score)
      expect({ status, code, retryAfter }).toEqual({ status: 503, code: 'insufficient_data', retryAfter: '300' })
      expect(problem).toMatchObject({
        confidence: expected.score.confidence,
        sourceAvailability: expected.score.sourceAvailability,
      })
    }
    expect(statuses.served).toBeGreaterThanOrEqual(20)
    expect(statuses.refused).toBeGreaterThanOrEqual(1)
  })
})
