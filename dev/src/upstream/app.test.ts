import { describe, expect, test } from 'bun:test'
import { basicAuth, paths, period, type Upstream, useUpstreams } from './testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const asOf = '2026-07-10T12:10:00Z'
const upstream: Upstream = await upstreamAt(asOf)

const today = period('2026-07-10T00:00:00+02:00', '2026-07-10T14:10:00+02:00')
const key = (block: Record<string, unknown>): string => `${block['production_type']}/${block['production_subtype']}`

describe('tokens', () => {
  test('right credentials get a token with its lifetime, with and without a body and the last slash', async () => {
    for (const path of ['/token/oauth', '/token/oauth/']) {
      for (const body of [null, new URLSearchParams({ grant_type: 'client_credentials' })]) {
        const headers = { authorization: basicAuth }
        const response = await fetch(`${upstream.address}${path}`, { method: 'POST', headers, body })
        expect(response.status).toBe(200)
        expect(await response.json()).toMatchObject({ token_type: 'Bearer', expires_in: 7_200 })
      }
    }
  })

  test('wrong or missing credentials get 401', async () => {
    for (const authorization of [`Basic ${btoa('test-client:wrong')}`, 'Basic', 'Bearer x']) {
      const response = await fetch(`${upstream.address}/token/oauth/`, { method: 'POST', headers: { authorization } })
      expect(response.status).toBe(401)
    }
  })

  test('an expired token gets 401', async () => {
    const shortLived = await upstreamAt(asOf, { tokenLifetimeSeconds: 0 })
    expect((await shortLived.get(paths.flows)).status).toBe(401)
  })
})

describe('generation per type', () => {
  test('blocks run from the start of the period to its end, with hourly slots that were published by then', async () => {
    const blocks = await upstream.blocks(paths.byType, today)
    expect(blocks.map((block) => block['production_type'])).toContain('WIND_OFFSHORE')
    for (const block of blocks) {
      expect([block['start_date'], block['end_date']]).toEqual(Object.values(today))
      expect(block.values).toHaveLength(13)
      expect(block.values.at(-1)).toMatchObject({
        start_date: '2026-07-10T12:00:00+02:00',
        end_date: '2026-07-10T13:00:00+02:00',
        updated_date: '2026-07-10T14:00:00+02:00',
      })
    }
  })

  test('TOTAL is the sum of the others, negative pumped storage included', async () => {
    const blocks = await upstream.blocks(paths.byType, today)
    const sumMw = (slot: number) =>
      blocks
        .filter((block) => block['production_type'] !== 'TOTAL')
        .reduce((sum, block) => sum + (block.values[slot]?.value ?? 0), 0)
    const total = blocks.find((block) => block['production_type'] === 'TOTAL')
    expect(total?.values.map((slot) => slot.value)).toEqual(total?.values.map((_, index) => sumMw(index)))
    const storage = blocks.find((block) => block['production_type'] === 'HYDRO_PUMPED_STORAGE')
    expect(storage?.values[3]?.value).toBeLessThan(0)
  })

  test('a call can ask for one production type', async () => {
    const blocks = await upstream.blocks(paths.byType, { ...today, production_type: 'NUCLEAR' })
    expect(blocks.map((block) => block['production_type'])).toEqual(['NUCLEAR'])
  })

  test('the longest period is answered below the size limit', async () => {
    const long = period('2026-02-05T00:00:00+01:00', '2026-07-10T00:00:00+02:00')
    const response = await upstream.get(paths.byType, long)
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(7 * 1024 * 1024)
  })

  test('every instant of a 25-hour day has its own offset', async () => {
    const query = period('2025-10-26T00:00:00+02:00', '2025-10-27T00:00:00+01:00')
    const [block] = await upstream.blocks(paths.byType, { ...query, production_type: 'NUCLEAR' })
    expect(block?.values).toHaveLength(25)
    expect(block?.values.slice(2, 4).map((slot) => slot.start_date)).toEqual([
      '2025-10-26T02:00:00+02:00',
      '2025-10-26T02:00:00+01:00',
    ])
  })
})

describe('the quarter-hourly mix', () => {
  test('the mix holds every pair of type and subtype up to 25 minutes ago', async () => {
    const blocks = await upstream.blocks(paths.mix)
    expect(blocks.map(key)).toEqual(expect.arrayContaining(['WIND/WIND_ONSHORE', 'WIND/TOTAL', 'HYDRO/TOTAL']))
    for (const block of blocks) expect(block.values.at(-1)?.end_date).toBe('2026-07-10T13:45:00+02:00')
    const of = (name: string) => blocks.find((block) => key(block) === name)?.values ?? []
    expect(of('EXCHANGE/TOTAL').some((slot) => slot.value < 0)).toBe(true)
    expect(of('PUMPING/TOTAL').every((slot) => slot.value <= 0)).toBe(true)
    expect(of('HYDRO/HYDRO_PUMPED_STORAGE').every((slot) => slot.value >= 0)).toBe(true)
  })

  test('the mix has no batteries: only the open data have them', async () => {
    const blocks = await upstream.blocks(paths.mix)
    expect(blocks.map(key).filter((name) => name.startsWith('BATTERY'))).toEqual([])
  })

  test('the mean of four quarter-hours is the hour of the per-type feed', async () => {
    const [hourly] = await upstream.blocks(paths.byType, { production_type: 'NUCLEAR' })
    const [quarterly] = await upstream.blocks(paths.mix, { production_type: 'NUCLEAR', production_subtype: 'TOTAL' })
    const first = quarterly?.values.slice(0, 4).map((slot) => slot.value) ?? []
    expect(hourly?.values[0]?.value).toBe(Math.round(first.reduce((sum, value) => sum + value, 0) / 4))
  })
})

describe('physical flows', () => {
  test('each border has two non-negative directions, of which one is zero', async () => {
    const blocks = await upstream.blocks(paths.flows)
    expect(blocks).toHaveLength(12)
    for (const block of blocks) {
      const [sender, receiver] = [block['sender_country_eic_code'], block['receiver_country_eic_code']]
      const back = blocks.find(
        (other) => other['sender_country_eic_code'] === receiver && other['receiver_country_eic_code'] === sender,
      )
      block.values.forEach((slot, index) => {
        expect(slot.value).toBeGreaterThanOrEqual(0)
        expect(Math.min(slot.value, back?.values[index]?.value ?? -1)).toBe(0)
      })
    }
  })

  test('a call can ask for one border', async () => {
    const blocks = await upstream.blocks(paths.flows, { country_eic_code: '10YGB----------A' })
    expect(blocks.map((block) => block['sender_country_name']).sort()).toEqual(['England', 'France'])
  })
})

test('an unknown path is 404 and the health check answers', async () => {
  expect((await upstream.get('/open_api/ecowatt/v4/signals')).status).toBe(404)
  expect((await upstream.get('/healthz')).status).toBe(200)
})
