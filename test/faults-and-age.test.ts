import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { disturbanceStart, startDisturbedSystem } from './testing/disturbed-system-fixture.ts'
import { startSystem } from './testing/system-fixture.ts'

const system = stopAtEnd(await startDisturbedSystem())

describe('late data', () => {
  beforeEach(() => system.begin())
  afterEach(() => system.finish())

  test('a response is degraded above 3 h of age, and refused with the missing feeds above 6 h', async () => {
    system.clock.advance({ minutes: 41 })
    const degraded = await system.get('/v1/carbon/intensity')
    expect([degraded.status, degraded.headers.get('x-service-confidence')]).toEqual([200, 'degraded'])
    expect(v.parse(CarbonIntensityResponse, await degraded.json()).dataAgeMinutes).toBe(181)

    system.clock.advance({ hours: 3 })
    const refused = await system.get('/v1/carbon/intensity')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300'])
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(await refused.json()).toMatchObject({
      code: 'insufficient_data',
      error: 'insufficient_data',
      type: 'http://localhost:8080/problems/insufficient_data',
      confidence: 0,
      sourceAvailability: { generation_by_type: false, physical_flows: false, emission_factors: true },
    })
  })

  test('the quarter-hourly mix stands in for an hourly feed that is more than 3 h behind', async () => {
    const newestQuarterHours = system.clock.now().subtract({ minutes: 20 })
    system.clock.advance({ minutes: 70 })
    system.faults.set([{ kind: 'error_500', subject: 'generation_by_type' }])
    await system.poll('generation_by_type', 'generation_mix_15min', 'physical_flows')
    const response = await system.get('/v1/carbon/intensity')
    const body = v.parse(CarbonIntensityResponse, await response.json())
    expect([body.dataSlotStart, body.dataAgeMinutes]).toEqual([newestQuarterHours.toString(), 30])
    expect(body.methodology).toMatch(/generation_mix_15min/)
    expect(response.headers.get('x-service-confidence')).toBe('degraded')
  })

  test('without the hour’s flows the consumption boundary is null, never the production value', async () => {
    await system.pollWith()
    const response = await system.get('/v1/carbon/intensity')
    const body = v.parse(CarbonIntensityResponse, await response.json())
    expect(body.dataSlotStart).toBe(system.secondHour())
    expect([body.estimatedGCo2PerKwhConsumption, body.consumptionBoundaryDelta]).toEqual([null, null])
    expect(body.methodologyVersions.consumption).toBeNull()
    expect(response.headers.get('x-service-confidence')).toBe('degraded')
  })

  test('a snapshot lost by Redis is served from Postgres', async () => {
    const before = await system.served()
    await system.redis.flushdb()
    expect(await system.served()).toEqual(before)
  })
})

describe('an empty database', () => {
  test('while the token endpoint gives no token the answer is 503, and afterwards the first value', async () => {
    const fresh = await startSystem({ asOf: disturbanceStart })
    fresh.faults.set([{ kind: 'token_without_access_token', subject: 'token' }])
    const [outcome] = await fresh.poll('generation_by_type')
    expect(outcome?.message).toMatch(/without a usable token/)
    expect((await fresh.get('/v1/carbon/intensity')).status).toBe(503)
    fresh.faults.clear()
    await fresh.poll('generation_by_type')
    expect((await fresh.get('/v1/carbon/intensity')).status).toBe(200)
    await fresh.stop()
  })

  test('a database that never received nuclear values refuses the hour and does not serve it three times too high', async () => {
    const fresh = await startSystem({ asOf: disturbanceStart })
    fresh.faults.set([{ kind: 'absent_slots', subject: 'generation_by_type', productionType: 'NUCLEAR' }])
    await fresh.poll('generation_by_type')
    expect((await fresh.get('/v1/carbon/intensity')).status).toBe(503)
    await fresh.stop()
  })

  test('references that cannot be synchronised leave the shipped ones in force', async () => {
    await system.begin()
    const faults = ['emission_factors', 'country_intensities'] as const
    system.faults.set(faults.map((subject) => ({ kind: 'error_500' as const, subject })))
    const outcomes = await system.poll(...faults)
    expect(outcomes.every((outcome) => outcome !== null)).toBe(true)
    const body = await system.served()
    expect(body.emissionFactorsSource.source).toBe('ADEME Base Carbone V23.6')
    expect(body.estimatedGCo2PerKwhConsumption).not.toBeNull()
    await system.finish()
  })
})
