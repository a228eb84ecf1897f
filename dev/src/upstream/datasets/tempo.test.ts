import { describe, expect, test } from 'bun:test'
import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import { ask, askJson, readSample, sampleDir } from '../testing/open-fixture.ts'
import { period, type Upstream, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const upstream: Upstream = await upstreamAt('2026-01-20T12:10:00Z')
const early: Upstream = await upstreamAt('2026-01-20T08:00:00Z')

type Colors = { values: Record<string, string> }
type ReadDay = { dateJour: string; codeJour: number; periode: string; libCouleur: string }

/** The operator's colours by date. */
async function operatorColors(start: string, end: string): Promise<Map<string, string>> {
  const path = '/open_api/tempo_like_supply_contract/v1/tempo_like_calendars'
  const body = (await (await upstream.get(path, period(start, end))).json()) as {
    tempo_like_calendars: { values: { start_date: string; value: TariffColor }[] }
  }
  return new Map(body.tempo_like_calendars.values.map((slot) => [slot.start_date.slice(0, 10), slot.value]))
}

const season = await operatorColors('2025-09-01T00:00:00+02:00', '2026-01-22T00:00:00+01:00')

describe("the feed of the operator's public pages", () => {
  test('has yesterday, today and tomorrow with the colours of the operator', async () => {
    const { values } = await askJson<Colors>(upstream, 'rte-services', '/tempoLight')
    const days = ['2026-01-19', '2026-01-20', '2026-01-21']
    expect(Object.keys(values)).toEqual(days.flatMap((day) => [day, `${day}-fallback`]))
    for (const day of days) expect([values[day], values[`${day}-fallback`]]).toEqual([season.get(day) ?? '', 'false'])
  })

  test('has no colour of tomorrow before its publication', async () => {
    const { values } = await askJson<Colors>(early, 'rte-services', '/tempoLight')
    expect(Object.keys(values).filter((name) => !name.endsWith('-fallback'))).toEqual(['2026-01-19', '2026-01-20'])
  })

  test('a season has every day up to tomorrow; a text that is no season is 400', async () => {
    const { values } = await askJson<Colors>(upstream, 'rte-services', '/tempo', { season: '2025-2026' })
    const colors = Object.entries(values).filter(([name]) => !name.endsWith('-fallback'))
    expect(new Map(colors)).toEqual(new Map([...season].reverse()))
    expect(new Set(colors.map(([, color]) => color)).size).toBe(3)
    for (const wrong of ['2025', '2025-2027']) {
      expect((await ask(upstream, 'rte-services', '/tempo', { season: wrong })).status).toBe(400)
    }
  })

  test('has the published settlement prices of a day', async () => {
    type Prices = { values: { date: string; pre: { positive: number; negative: number } }[] }
    const { values } = await askJson<Prices>(upstream, 'rte-services', '/price/table', { startDate: '20/01/2026' })
    const query = period('2026-01-20T00:00:00+01:00', '2026-01-20T13:00:00+01:00')
    const [block] = await upstream.blocks('/open_api/balancing_energy/v5/imbalance_data', query)
    const priced = (block?.values ?? []).filter((slot) => Object(slot)['positive_imbalance_settlement_price'] !== null)
    expect(priced.length).toBeGreaterThan(40)
    expect(values.map(({ date, pre }) => [date, pre.positive, pre.negative])).toEqual(
      priced.map((slot) => [
        slot.start_date,
        Object(slot)['positive_imbalance_settlement_price'],
        Object(slot)['negative_imbalance_settlement_price'],
      ]),
    )
    expect((await ask(upstream, 'rte-services', '/price/table', { startDate: '2026-01-20' })).status).toBe(400)
  })

  test.skipIf(sampleDir === null)('has the names of the samples', async () => {
    const sample = await readSample<Colors>('services-rte/tempoLight_2025-05-17_test-literal.json')
    const { values } = await askJson<Colors>(upstream, 'rte-services', '/tempoLight')
    const form = (names: string[]) => new Set(names.map((name) => name.replaceAll(/\d/g, '0')))
    expect(form(Object.keys(values))).toEqual(form(Object.keys(sample.values)))
    const prices = await readSample<{ values: object[] }>('services-rte/price_table_SHAPE_from_clients.json')
    const read = await askJson<{ values: object[] }>(upstream, 'rte-services', '/price/table', {
      startDate: '20/01/2026',
    })
    expect(Object.keys(read.values[0] ?? {})).toEqual(Object.keys(prices.values[0] ?? {}))
  })
})

describe("the community's copy", () => {
  const codes: Readonly<Record<string, number>> = { BLUE: 1, WHITE: 2, RED: 3 }

  test('has the colour of a day by date or word, and code 0 while it is unknown', async () => {
    const day = (which: string, from = upstream) => askJson<ReadDay>(from, 'couleur-tempo', `/jourTempo/${which}`)
    expect(await day('today')).toMatchObject({
      dateJour: '2026-01-20',
      codeJour: codes[season.get('2026-01-20') ?? ''],
    })
    expect(await day('tomorrow')).toMatchObject({
      dateJour: '2026-01-21',
      codeJour: codes[season.get('2026-01-21') ?? ''],
    })
    expect(await day('2025-12-24')).toMatchObject({
      periode: '2025-2026',
      codeJour: codes[season.get('2025-12-24') ?? ''],
    })
    expect(await day('tomorrow', early)).toMatchObject({ codeJour: 0, libCouleur: 'Inconnu' })
    expect((await ask(upstream, 'couleur-tempo', '/jourTempo/demain')).status).toBe(404)
  })

  test('lists the days of a season', async () => {
    const days = await askJson<ReadDay[]>(upstream, 'couleur-tempo', '/joursTempo', { periode: '2025-2026' })
    expect(days).toHaveLength(season.size)
    for (const { dateJour, codeJour } of days) expect(codeJour).toBe(codes[season.get(dateJour) ?? ''] ?? Number.NaN)
  })

  test.skipIf(sampleDir === null)('has the members of the samples', async () => {
    const known = await readSample<ReadDay>('api-couleur-tempo/jourTempo_2026-04-06.json')
    const unknown = await readSample<ReadDay>('api-couleur-tempo/jourTempo_unknown_2026-09-30.json')
    const today = await askJson<ReadDay>(upstream, 'couleur-tempo', '/jourTempo/today')
    const later = await askJson<ReadDay>(upstream, 'couleur-tempo', '/jourTempo/2026-03-01')
    expect(Object.keys(today)).toEqual(Object.keys(known))
    expect([later.codeJour, later.libCouleur]).toEqual([unknown.codeJour, unknown.libCouleur])
  })
})
