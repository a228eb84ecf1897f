import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { buildOpenCall } from '@hexawatt/svc-ingest/src/sources/definition/source.ts'
import { odreNational } from '@hexawatt/svc-ingest/src/sources/odre/national.ts'
import { publisherPolicies } from '@hexawatt/svc-ingest/src/sources/publishers.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { version } from '../../package.json'
import { noGaps, type OpenClientFixture, startOpenClientFixture } from './testing/open-client-fixture.ts'

let fixture: OpenClientFixture
beforeAll(async () => {
  fixture = await startOpenClientFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.reset())

test('of calls that wait for a publisher the price comes first, whoever asked before it', async () => {
  const { call } = fixture.program()
  const waiting = ['energy_charts_capacities', 'energy_charts_generation', 'energy_charts_flows', 'energy_charts_price']
  await Promise.all(waiting.map((id) => call(id)))
  expect((await fixture.callsOf('energy-charts')).map(({ path }) => path.match(/\w+(?=\?)/)?.[0])).toEqual([
    'installed_power',
    'price',
    'cbpf',
    'public_power',
  ])
})

test('a call of a neighbour is left out while feeds may need the calls of the day, but not the first one of all', async () => {
  const { pace, ...policy } = noGaps['energy-charts']
  if (pace === null) throw new Error('the publisher has no pace')
  const policies = { ...noGaps, 'energy-charts': { ...policy, pace: { ...pace, feedCallsPerDay: 1e9 } } }
  const { call, client } = fixture.program({ policies })
  await call('energy_charts_price')
  await expect(call('energy_charts_mix_be')).rejects.toThrow('kept for the feeds')
  const source = getSource('energy_charts_mix_be')
  const first = source.calls({ now: Temporal.Now.instant(), lastSuccess: null, newestSlotEnd: null })
  expect(await Array.fromAsync(client.fetch(source, first))).toHaveLength(1)
  expect(await fixture.callsOf('energy-charts')).toHaveLength(2)
})

describe('a failure', () => {
  test('that may pass is repeated after a short wait, three times at most', async () => {
    fixture.faults.set([{ kind: 'unavailable_503', subject: 'odre', times: 2 }])
    const { call, waits } = fixture.program()
    expect(await call('odre_national')).not.toBeNull()
    expect([waits, (await fixture.callsOf('odre')).length]).toEqual([[500, 1_000], 3])
    fixture.faults.set([{ kind: 'no_answer', subject: 'odre' }])
    await expect(call('odre_national')).rejects.toMatchObject({ kind: 'transient' })
    expect(waits.slice(2)).toEqual([500, 1_000, 2_000])
  })

  test('that lasts costs one call per poll, so that the budget lasts the day; after an answer retries are back', async () => {
    fixture.faults.set([{ kind: 'unavailable_503', subject: 'odre' }])
    const { call } = fixture.program()
    for (let poll = 0; poll < 4; poll++) await expect(call('odre_national')).rejects.toMatchObject({ status: 503 })
    expect(await fixture.callsOf('odre')).toHaveLength(4 + 3)
    fixture.faults.clear()
    await call('odre_national')
    fixture.faults.set([{ kind: 'unavailable_503', subject: 'odre', times: 1 }])
    expect(await call('odre_national')).not.toBeNull()
    expect(await fixture.callsOf('odre')).toHaveLength(7 + 1 + 2)
  })

  test('of the product’s own query, 400, is not repeated and does not pause', async () => {
    const { client, waits } = fixture.program()
    const now = Temporal.Now.instant()
    const path = odreNational.calls({ now, lastSuccess: now, newestSlotEnd: null })[0]?.path ?? ''
    const wrong = client.fetch(odreNational, [buildOpenCall(path, { where: "renamed >= '2026-01-01'" })])
    await expect(Array.fromAsync(wrong)).rejects.toMatchObject({ kind: 'rejected', status: 400 })
    expect([waits, (await fixture.callsOf('odre')).length, await fixture.pauseSeconds('odre')]).toEqual([[], 1, 0])
  })

  test('by time-out is one that may pass', async () => {
    fixture.faults.set([{ kind: 'slow', subject: 'odre', delayMs: 2_000 }])
    const policies = { ...noGaps, odre: { ...noGaps.odre, timeoutMs: 20 } }
    await expect(fixture.program({ policies }).call('odre_national')).rejects.toThrow('did not answer: TimeoutError')
    expect(await fixture.callsOf('odre')).toHaveLength(4)
  })

  test('of a publisher with a long gap is not repeated: its next planned time does that, and its error is the true one', async () => {
    fixture.faults.set([{ kind: 'error_500', subject: 'rte-services' }])
    const { call, waits } = fixture.program({ policies: publisherPolicies })
    await expect(call('rte_services_tariff')).rejects.toThrow('answered 500')
    expect([waits, (await fixture.callsOf('rte-services')).length]).toEqual([[], 1])
    await expect(call('rte_services_tariff')).rejects.toThrow('other calls of it take too long')
  })

  test('by a page with status 200 is unusable, and is no answer that ends a row of refusals', async () => {
    await fixture.setRefusals('odre', 2)
    fixture.faults.set([{ kind: 'html_200', subject: 'odre' }])
    await expect(fixture.program().call('odre_national')).rejects.toMatchObject({ kind: 'unusable' })
    expect(await fixture.refusalsOf('odre')).toBe(2)
  })
})

test('404 of Energy-Charts is absence and an answer; elsewhere it is a failure', async () => {
  await fixture.setRefusals('energy-charts', 2)
  fixture.faults.set([
    { kind: 'not_found_404', subject: 'energy-charts' },
    { kind: 'not_found_404', subject: 'odre' },
  ])
  const { call } = fixture.program()
  expect(await call('energy_charts_price')).toBeNull()
  expect(await fixture.refusalsOf('energy-charts')).toBe(0)
  await expect(call('odre_national')).rejects.toMatchObject({ kind: 'rejected', status: 404 })
})

describe('what all programs of an installation share', () => {
  test('the budget of the day: it is used up for all, and the next day has its own', async () => {
    const policies = { ...noGaps, odre: { ...noGaps.odre, pace: { gapMs: 0, callsPerDay: 3 } } }
    const programs = [fixture.program({ policies }), fixture.program({ policies })]
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map((at) => programs[at % 2]?.call('odre_national')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await fixture.callsOf('odre')).toHaveLength(3)
    await expect(programs[0]?.call('odre_national')).rejects.toThrow('its calls of today are used up')
    const counted = await fixture.sql`
      select calls from publisher_calls where publisher = 'odre' and day = (now() at time zone 'utc')::date`
    expect([...counted]).toEqual([{ calls: 3 }])
    await fixture.passDay()
    expect(await programs[1]?.call('odre_national')).not.toBeNull()
  })

  test('the gap between two calls: the second waits for what is left of it, or is not made when that is too long', async () => {
    const { call } = fixture.program({ policies: publisherPolicies })
    const second = fixture.program({
      policies: publisherPolicies,
      sleep: async (ms) => {
        second.waits.push(ms)
        await fixture.passGap(ms)
      },
    })
    await call('energy_charts_price')
    await second.call('energy_charts_flows')
    expect(second.waits.length).toBeGreaterThan(0)
    expect(second.waits[0]).toBeWithin(5_000, 10_001)
    await call('rte_services_tariff')
    await expect(second.call('rte_services_tariff')).rejects.toThrow('other calls of it take too long')
  })

  test('one client makes the calls of a publisher one after the other', async () => {
    fixture.faults.set([{ kind: 'slow', subject: 'energy-charts', delayMs: 30 }])
    const { call } = fixture.program()
    await Promise.all([call('energy_charts_price'), call('energy_charts_flows'), call('energy_charts_schedules')])
    const paths = (await fixture.callsOf('energy-charts')).map(({ path }) => path.split('?')[0]?.split('/').at(-1))
    expect(paths).toEqual(['price', 'cbpf', 'cbet'])
  })
})

test('every call says who calls', async () => {
  const { call } = fixture.program()
  await call('odre_national')
  await call('couleur_tempo_tariff')
  for (const publisher of ['odre', 'couleur-tempo'] as const) {
    expect((await fixture.callsOf(publisher)).map(({ userAgent }) => userAgent)).toEqual([`hexawatt/${version}`])
  }
})
