import { beforeEach, expect, test } from 'bun:test'
import { explainPoint } from '@hexawatt/shared/answers/explanation/explain-point'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import { scoreFeeds } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import { createAvailability, sampleInputs } from '@hexawatt/shared/methodology/score/testing/sample-inputs'
import type { ExplanationSnapshot } from '@hexawatt/shared/snapshot/explanation'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { gatewayHeaders, startCarbonFixture, testStart } from '../testing/carbon-fixture.ts'
import { consumptionHour, explainedHour } from '../testing/consumption-hour.ts'

const fixture = stopAtEnd(await startCarbonFixture())
beforeEach(() => fixture.moveTo(testStart))

const computedAt = '2025-01-15T18:20:00Z'

/** An explanation of figures that rest on no row. @param phi availability of every feed */
function buildSnapshot(phi = 1, at = computedAt): ExplanationSnapshot {
  const inputs = { ...sampleInputs, availabilityByFeed: createAvailability(phi) }
  const none = { generationByType: [], generationMix15min: [], physicalFlows: [], exchangeSchedules: [] }
  const carbonRows = { ...none, factorSet: null, countryIntensities: [], assessment: null }
  const scoreRows = { rows: Object(null), originsByFeed: recordFromEntries(scoreFeeds, () => []), factorSetId: null }
  const computation = { at: Temporal.Instant.from(at), carbonRows, scoreRows, inputs, versions: {} }
  return { mode: 'replay', computedAt: at, hasLateSource: false, explanation: explainPoint(computation, 'snapshot') }
}

const ask = (headers: Readonly<Record<string, string>> = {}) =>
  fixture.get('/v1/carbon/explain', { ...gatewayHeaders, ...headers })

test('until svc-ingest has written an explanation it is refused, also while a former version of svc-ingest runs', async () => {
  await fixture.store()
  const response = await ask()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
  expect(await response.json()).toMatchObject({
    code: 'insufficient_data',
    detail: 'No figures have been computed yet.',
  })
})

test('the explanation of now may be cached for a minute, and is 304 until a figure changes', async () => {
  await fixture.storeExplanation(buildSnapshot())
  const response = await ask()
  const { carbonMissing, score } = v.parse(CarbonExplainResponse, await response.json())
  expect([carbonMissing, score?.confidence.value]).toEqual(['No emission factors were known.', 85])
  expect([response.headers.get('cache-control'), response.headers.get('x-data-mode')]).toEqual([
    'private, max-age=60',
    'replay',
  ])
  const condition = { 'if-none-match': response.headers.get('etag') ?? '' }
  await fixture.storeExplanation(buildSnapshot(1, '2025-01-15T18:20:20Z'))
  expect((await ask(condition)).status).toBe(304)
  await fixture.storeExplanation(buildSnapshot(0.9, '2025-01-15T18:20:20Z'))
  expect((await ask(condition)).status).toBe(200)
})

test('a score that is too uncertain to be served is not explained, and the reason is given', async () => {
  await fixture.storeExplanation(buildSnapshot(0.3))
  const response = await ask()
  const body = v.parse(CarbonExplainResponse, await response.json())
  expect([response.headers.get('x-service-confidence'), body.score]).toEqual(['degraded', null])
  expect(body.scoreMissing).toContain('its confidence would be')
})

test('the hour with its imports is explained while it is served, and its refusal is the reason while it is not', async () => {
  await fixture.storeExplanation(buildSnapshot())
  const without = v.parse(CarbonExplainResponse, await (await ask()).json())
  expect([without.consumption, without.consumptionMissing]).toEqual([null, 'No hour with its imports is known yet.'])
  await fixture.storeConsumption({ mode: 'replay', computedAt, hour: consumptionHour, explained: explainedHour })
  const response = await ask()
  const body = v.parse(CarbonExplainResponse, await response.json())
  expect([body.consumption, body.consumptionMissing]).toEqual([explainedHour, null])
  const condition = { 'if-none-match': response.headers.get('etag') ?? '' }
  expect((await ask(condition)).status).toBe(304)
  const revised = { ...explainedHour, issuedAt: '2025-01-15T18:19:00Z' }
  await fixture.storeConsumption({ mode: 'replay', computedAt, hour: consumptionHour, explained: revised })
  expect((await ask(condition)).status).toBe(200)
})

test('figures that are more than an hour old are refused, and degraded after 15 minutes', async () => {
  await fixture.storeExplanation(buildSnapshot())
  fixture.moveTo('2025-01-15T18:36:00Z')
  expect((await ask()).headers.get('x-service-confidence')).toBe('degraded')
  fixture.moveTo('2025-01-15T19:20:01Z')
  const response = await ask()
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining(computedAt) })
})

test('a request about a stored instant is never answered with the figures of now', async () => {
  await fixture.storeExplanation(buildSnapshot())
  const response = await fixture.get('/v1/carbon/explain?at=2025-01-15T12:00:00Z', gatewayHeaders)
  expect(response.status).toBe(500)
})
