import { beforeEach, expect, test } from 'bun:test'
import { CarbonConsumptionResponse } from '@hexawatt/shared/contract/carbon/carbon-consumption'
import type { ConsumptionSnapshot } from '@hexawatt/shared/snapshot/consumption'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { gatewayHeaders, startCarbonFixture, testStart } from '../testing/carbon-fixture.ts'
import { consumptionHour, makeBorder } from '../testing/consumption-hour.ts'

const fixture = stopAtEnd(await startCarbonFixture())
beforeEach(() => fixture.moveTo(testStart))

const toMs = (text: string): number => Temporal.Instant.from(text).epochMilliseconds
const start = consumptionHour.startMs

const store = (changes: Partial<ConsumptionSnapshot['hour']> = {}) =>
  fixture.storeConsumption({
    mode: 'replay',
    computedAt: '2025-01-15T18:20:00Z',
    hour: { ...consumptionHour, ...changes },
    explained: null,
  })
const ask = (headers: Readonly<Record<string, string>> = {}) =>
  fixture.get('/v1/carbon/consumption', { ...gatewayHeaders, ...headers })
async function served() {
  const response = await ask()
  expect(response.status).toBe(200)
  return { headers: response.headers, body: v.parse(CarbonConsumptionResponse, await response.json()) }
}

test('until svc-ingest has written an hour it is refused, with the sources that are missing', async () => {
  const response = await ask()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
  expect(await response.json()).toMatchObject({ code: 'insufficient_data', confidence: 0 })
})

test('the newest hour is served rounded, with the instant of its version and the value by yearly intensities', async () => {
  await store()
  const { headers, body } = await served()
  expect(body).toEqual({
    slotStart: '2025-01-15T15:00:00Z',
    slotEnd: '2025-01-15T16:00:00Z',
    issuedAt: '2025-01-15T17:41:07Z',
    gCo2PerKwh: 45.15,
    directGCo2PerKwh: 39.53,
    domesticShare: 0.9952,
    imports: [
      { country: 'BE', netImportMW: 234, gCo2PerKwh: 170.36, directGCo2PerKwh: 160.1, basis: 'hour' },
      { country: 'IT', netImportMW: -1_941.1, gCo2PerKwh: 170.36, directGCo2PerKwh: 160.1, basis: 'hour' },
    ],
    exportsMW: 1_941.1,
    final: false,
    methodologyVersion: 1,
    yearlyMethod: { estimatedGCo2PerKwhConsumption: 44.89 },
  })
  expect([headers.get('x-data-mode'), headers.get('x-service-confidence'), headers.get('cache-control')]).toEqual([
    'replay',
    null,
    'private, max-age=60',
  ])
})

test('it is 304 to a client that has it, until a version changes', async () => {
  await store()
  const condition = { 'if-none-match': (await served()).headers.get('etag') ?? '' }
  await fixture.storeConsumption({
    mode: 'replay',
    computedAt: '2025-01-15T18:21:00Z',
    hour: consumptionHour,
    explained: null,
  })
  expect((await ask(condition)).status).toBe(304)
  await store({ knownFromMs: toMs('2025-01-15T18:20:00Z') })
  expect((await ask(condition)).status).toBe(200)
})

test.each([
  [
    'a neighbour whose mix of yesterday stands in until the next poll is expected',
    makeBorder('BE', 200, { basis: 'week', sourceStartMs: start - 24 * 3_600_000 }),
    null,
  ],
  [
    'an import at a mix of two days before is degraded',
    makeBorder('BE', 200, { basis: 'week', sourceStartMs: start - 48 * 3_600_000 }),
    'degraded',
  ],
  [
    'an import at a yearly value is degraded',
    makeBorder('BE', 200, { basis: 'year', sourceStartMs: null }),
    'degraded',
  ],
  ['an export at a yearly value changes nothing', makeBorder('BE', -200, { basis: 'year', sourceStartMs: null }), null],
] as const)('%s', async (_case, changed, confidence) => {
  await store({ borders: [changed, makeBorder('IT', -900)] })
  expect((await served()).headers.get('x-service-confidence')).toBe(confidence)
})

test('an hour is degraded more than 4 h after its end, and refused after 6 h', async () => {
  await store()
  fixture.moveTo('2025-01-15T20:00:59Z')
  expect((await served()).headers.get('x-service-confidence')).toBeNull()
  fixture.moveTo('2025-01-15T20:01:00Z')
  expect((await served()).headers.get('x-service-confidence')).toBe('degraded')
  fixture.moveTo('2025-01-15T22:00:59Z')
  await served()
  fixture.moveTo('2025-01-15T22:01:00Z')
  const refused = await ask()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('361 minutes') })
})

test('an hour from the future of the clock is refused, and a past hour is never answered with the newest', async () => {
  await store()
  fixture.moveTo('2025-01-15T15:30:00Z')
  expect((await ask()).status).toBe(503)
  fixture.moveTo(testStart)
  expect((await fixture.get('/v1/carbon/consumption?at=2025-01-15T12:00:00Z', gatewayHeaders)).status).toBe(500)
})
