import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { HoursResponse } from '@hexawatt/shared/contract/hours'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startHistoryFixture } from '../history/testing/history-fixture.ts'
import { listHours } from './testing/made-month-fixture.ts'

const fixture = stopAtEnd(await startHistoryFixture('2026-02-03T18:20:00Z'))

/** Digits that no compression foresees, as measured values have them; the same in every run. */
function createNoise(): () => number {
  let state = 12_345
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Stores hours with every value, measured, of two publishers. */
async function addHours(hours: readonly number[]): Promise<void> {
  const noise = createNoise()
  const column = (least: number, most: number) => hours.map(() => least + noise() * (most - least))
  await fixture.sql`
    insert into hour_values (hour_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, direct_g_co2eq_per_kwh,
      eur_per_mwh, tempo_color, carbon_version, consumption_version, sources, updated_at)
    select to_timestamp(start_ms / 1000), production, consumption, direct, price, 1 + (index / 24) % 3, 1, 1,
      array['generation/rte', 'imports/energy-charts', 'price/odre', 'tariffColors/rte', 'emissionFactors/ADEME Base Carbone V23.6',
        'countryIntensities/2025-08'], '2026-02-01T00:00:00Z'
    from unnest(${[...hours]}::float8[], ${column(8, 90)}::float8[], ${column(8, 110)}::float8[], ${column(1, 60)}::float8[],
      ${column(-20, 180)}::float8[]) with ordinality as sent (start_ms, production, consumption, direct, price, index)`
}
const october = listHours('2025-10-01', '2025-11-01')
await addHours(october)
await addHours(listHours('2026-02-01', '2026-02-05'))

const ask = (query: string, headers: Record<string, string> = {}) =>
  fixture.ask(`/api/hours${query}`, 'decouverte', { headers })
const readBody = async (query: string): Promise<HoursResponse> =>
  v.parse(HoursResponse, await (await ask(query)).json())

describe('GET /api/hours', () => {
  test('a final month may be cached for a day by anyone, any other for five minutes', async () => {
    const [final, current] = [await ask('?month=2025-10'), await ask('?month=2026-02')]
    expect(final.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(current.headers.get('cache-control')).toBe('public, max-age=300')
    expect([(await readBody('?month=2025-10')).complete, (await readBody('?month=2026-02')).complete]).toEqual([
      true,
      false,
    ])
  })

  test('every column has one value per hour', async () => {
    const body = await readBody('?month=2025-10')
    const columns = [
      'productionGCo2PerKwh',
      'consumptionGCo2PerKwh',
      'directGCo2PerKwh',
      'eurPerMwh',
      'tempoColor',
    ] as const
    expect(columns.map((name) => body[name].length)).toEqual([745, 745, 745, 745, 745])
  })

  test('a full month of measured values has at most 25 kB compressed', async () => {
    const bytes = gzipSync(await (await ask('?month=2025-10')).bytes()).byteLength
    expect(bytes).toBeLessThan(25_000)
  })

  test('without a month the current one is answered, up to the last hour that has ended', async () => {
    const body = await readBody('')
    expect([body.month, body.from, body.hours.at(-1)]).toEqual([
      '2026-02',
      '2026-01-31T23:00:00Z',
      '2026-02-03T17:00:00Z',
    ])
  })

  test('a month without a stored value has empty lists and is not final', async () => {
    const response = await ask('?month=2019-05')
    const body = v.parse(HoursResponse, await response.json())
    expect([response.status, body.hours, body.productionGCo2PerKwh, body.sources, body.complete]).toEqual([
      200,
      [],
      [],
      [],
      false,
    ])
    expect(body.to).toBe('2019-05-31T22:00:00Z')
  })

  test('a month that is waiting for a correction is not final', async () => {
    await fixture.sql`insert into hour_requests (first_hour, last_hour, known_from)
      values ('2025-10-31T22:00:00Z', '2025-11-07T00:00:00Z', '2026-02-03T18:00:00Z')`
    expect((await readBody('?month=2025-10')).complete).toBe(false)
    await fixture.sql`delete from hour_requests`
    expect((await readBody('?month=2025-10')).complete).toBe(true)
  })

  test.each(['2026-03', '2030-01'])('the month %s, which has not begun, is refused by its name', async (month) => {
    const response = await ask(`?month=${month}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameter',
      detail: `Query parameter "month" (received "${month}") is not valid; accepted is a calendar month in Paris that has begun, such as 2025-01.`,
    })
  })

  test('the table has a header row, the same values and empty fields for unknown ones', async () => {
    await fixture.sql`update hour_values set eur_per_mwh = null, tempo_color = null where hour_start = '2026-01-31T23:00:00Z'`
    const response = await ask('?month=2026-02', { accept: 'text/csv' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [header, first, second, ...others] = (await response.text()).split('\r\n')
    const body = await readBody('?month=2026-02')
    const rowOf = (index: number) =>
      [
        body.hours,
        body.productionGCo2PerKwh,
        body.consumptionGCo2PerKwh,
        body.directGCo2PerKwh,
        body.eurPerMwh,
        body.tempoColor,
      ]
        .map((column) => column[index] ?? '')
        .join(',')
    expect(header).toBe('hours,productionGCo2PerKwh,consumptionGCo2PerKwh,directGCo2PerKwh,eurPerMwh,tempoColor')
    expect([first, second]).toEqual([rowOf(0), rowOf(1)])
    expect(first).toEndWith(',,')
    expect([others.length, others.at(-1)]).toEqual([body.hours.length - 1, ''])
  })

  test('object and table have tags of their own; a client that has a version gets a 304 without a body', async () => {
    for (const accept of ['application/json', 'text/csv']) {
      const { headers } = await ask('?month=2025-10', { accept })
      for (const [condition, validator] of [
        ['if-none-match', 'etag'],
        ['if-modified-since', 'last-modified'],
      ] as const) {
        const known = await ask('?month=2025-10', { accept, [condition]: headers.get(validator) ?? '' })
        expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', headers.get('etag')])
      }
    }
    const tags = await Promise.all(
      ['application/json', 'text/csv'].map(async (accept) =>
        (await ask('?month=2025-10', { accept })).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size).toBe(2)
  })

  test('a correction that is taken back is sent to a client that has seen it', async () => {
    const setPrice = (value: number) =>
      fixture.sql`update hour_values set eur_per_mwh = ${value} where hour_start = '2025-10-10T12:00:00Z'`
    await setPrice(50)
    await ask('?month=2025-10')
    fixture.moveTo('2026-02-03T19:00:00Z')
    await setPrice(60)
    const seen = (await ask('?month=2025-10')).headers.get('last-modified') ?? ''
    fixture.moveTo('2026-02-03T20:00:00Z')
    await setPrice(50)
    expect((await ask('?month=2025-10', { 'if-modified-since': seen })).status).toBe(200)
  })
})
