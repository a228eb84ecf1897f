import { describe, expect, test } from 'bun:test'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { requestOnOneConnection } from '@hexawatt/shared/testing/request-on-one-connection'
import * as v from 'valibot'
import { assessment, formerToken, principal, startCarbonFixture, token } from './testing/carbon-fixture.ts'

const fixture = stopAtEnd(await startCarbonFixture())
const { ask, store } = fixture

const body = async (response: Response) => v.parse(CarbonIntensityResponse, await response.json())

describe('access to svc-carbon', () => {
  test('requires the internal token and a principal of a known version', async () => {
    await store()
    const strangers: Record<string, string>[] = [
      {},
      { [internalTokenHeader]: token },
      { [principalHeader]: principal },
      { [internalTokenHeader]: 'x'.repeat(40), [principalHeader]: principal },
      { [internalTokenHeader]: token, [principalHeader]: 'not json' },
      { [internalTokenHeader]: token, [principalHeader]: JSON.stringify({ ...JSON.parse(principal), v: 1 }) },
    ]
    for (const headers of strangers) expect((await ask(headers)).status).toBe(404)
  })

  test('is granted to the gateway, also with the previous token during a rotation', async () => {
    await store()
    expect((await ask()).status).toBe(200)
    expect((await ask({ [internalTokenHeader]: formerToken, [principalHeader]: principal })).status).toBe(200)
  })

  test('needs no token for probes', async () => {
    expect(await (await fixture.get('/healthz')).text()).toBe('ok')
    expect((await fixture.get('/readyz')).status).toBe(200)
    expect(await (await fixture.get('/metrics')).text()).toContain('http_request_duration')
  })
})

test('requests on one connection are answered from memory at once, as the gateway sends them', async () => {
  // Its time stands still, so that nothing is read anew. Bun closes a connection with a second request before the first answer.
  const still = await startCarbonFixture(() => 0)
  await still.store()
  await still.ask()
  const inARow = Array.from({ length: 4 }, () => '/v1/carbon/intensity')
  const headers = { [internalTokenHeader]: token, [principalHeader]: principal }
  expect(await requestOnOneConnection(still.url, inARow, headers)).toEqual([200, 200, 200, 200])
  await still.stop()
})

describe('the carbon intensity', () => {
  test('has the keys of the contract in order and no other', async () => {
    await store()
    const text = await (await ask()).text()
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(CarbonIntensityResponse.entries))
  })

  test('has the difference of the two rounded values as its delta', async () => {
    await store()
    const answer = await body(await ask())
    expect([answer.estimatedGCo2PerKwh, answer.estimatedGCo2PerKwhConsumption]).toEqual([20, 20.01])
    // The unrounded difference is 0.002, which would round to 0.
    expect(answer.consumptionBoundaryDelta).toBe(0.01)
  })

  test('has a delta of 0 without imports, and may have a negative delta', async () => {
    await store({ consumptionGCo2eqPerKwh: assessment.productionGCo2eqPerKwh })
    expect((await body(await ask())).consumptionBoundaryDelta).toBe(0)
    await store({ consumptionGCo2eqPerKwh: 15 })
    expect((await body(await ask())).consumptionBoundaryDelta).toBe(-5)
  })

  test('without a consumption value has nulls, no consumption version, and is degraded', async () => {
    await store({
      consumptionGCo2eqPerKwh: null,
      unmappedImportCountries: null,
      importBasis: null,
      missingBorders: ['DE', 'GB'],
    })
    const response = await ask()
    expect(response.headers.get('x-service-confidence')).toBe('degraded')
    const answer = await body(response)
    expect([answer.estimatedGCo2PerKwhConsumption, answer.consumptionBoundaryDelta]).toEqual([null, null])
    expect(answer.methodologyVersions).toEqual({ score: 2, carbon: 1, confidence: 2, consumption: null })
    expect(answer.methodology).toContain('no consumption boundary, because physical flows')
    expect(answer.methodology).toContain('the borders with DE, GB')
  })

  test('from commercial exchanges is marked as an estimate with its own version, and is degraded', async () => {
    await store({ importBasis: 'exchange_schedules', missingBorders: ['BE'] })
    const response = await ask()
    expect(response.headers.get('x-service-confidence')).toBe('degraded')
    const answer = await body(response)
    expect(answer.estimatedGCo2PerKwhConsumption).toBe(20.01)
    expect(answer.methodologyVersions.consumption).toBe(2)
    expect(answer.methodology).toContain('estimated by commercial exchanges')
    expect(answer.methodology).toContain('the borders with BE')
    await store()
    expect((await body(await ask())).methodology).not.toContain('estimated')
  })

  test('from a fallback source is live and degraded', async () => {
    await store({}, '2025-01-15T18:20:00Z', { mode: 'live', usesSpare: true })
    const { headers } = await ask()
    expect([headers.get('x-data-mode'), headers.get('x-service-confidence')]).toEqual(['live', 'degraded'])
    await store({}, '2025-01-15T18:20:00Z', { mode: 'live' })
    expect((await ask()).headers.get('x-service-confidence')).toBeNull()
  })

  test('rounds power to one decimal and shares to two, and gives its age in whole minutes', async () => {
    await store()
    const answer = await body(await ask())
    expect(answer.mix?.map(({ valueMW, sharePct }) => [valueMW, sharePct])).toEqual([
      [1.1, 35.33],
      [1, 33.33],
      [0.9, 31.33],
    ])
    expect([answer.lowCarbonPct, answer.renewablePct]).toEqual([66.67, 33.33])
    expect([answer.timestamp, answer.dataAgeMinutes]).toEqual(['2025-01-15T18:20:30Z', 80])
  })

  test('is refused for a slot that has not ended', async () => {
    await store({ slotStart: '2025-01-15T18:00:00Z', slotEnd: '2025-01-15T19:00:00Z' })
    const response = await ask()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
    expect(await response.json()).toMatchObject({ code: 'insufficient_data', confidence: 0 })
  })

  test('is served up to 360 minutes after its slot and refused after that', async () => {
    await store({ slotStart: '2025-01-15T11:20:30Z', slotEnd: '2025-01-15T12:20:30Z' })
    expect((await ask()).status).toBe(200)
    await store({ slotStart: '2025-01-15T11:19:30Z', slotEnd: '2025-01-15T12:19:30Z' })
    expect((await ask()).status).toBe(503)
  })
})
