import { describe, expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import { ask, askJson, between, exportRows, type Named, type ReadRecord, valuesOf } from '../testing/open-fixture.ts'
import { type Upstream, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const upstream: Upstream = await upstreamAt('2026-07-02T12:10:00Z')

const national = 'eco2mix-national-tr'
const window = between('2026-06-30T20:00:00+00:00', '2026-07-02T14:00:00+00:00')
const readRows = () => exportRows(upstream, national, window)
const sound = await readRows()
const isMeasured = (row: ReadRecord) => row['nucleaire'] !== null
const newest = sound.findLastIndex(isMeasured)
const france = { country: 'fr', start: '2026-07-02', end: '2026-07-02' }

/** Rows that differ from those without a fault, by their index. */
async function changedRows(): Promise<number[]> {
  const rows = await readRows()
  return rows.flatMap((row, index) => (Bun.deepEquals(row, sound[index]) ? [] : [index]))
}

describe('rows of éCO2mix', () => {
  test('a renamed column has a new name, and a query of the old one is 400', async () => {
    upstream.faults.set([{ kind: 'renamed_column', subject: 'odre', column: 'gaz' }])
    const [row = {}] = await readRows()
    expect([row['gaz'], row['gaz_v2']]).toEqual([undefined, sound[0]?.['gaz']])
    const query = { ...window, select: 'date_heure,gaz' }
    expect((await ask(upstream, 'odre', `/${national}/exports/json`, query)).status).toBe(400)
  })

  test('an absent column is in no row', async () => {
    upstream.faults.set([{ kind: 'absent_column', subject: 'odre', column: 'bioenergies_biogaz' }])
    expect((await readRows()).some((row) => 'bioenergies_biogaz' in row)).toBe(false)
  })

  test('numbers can be texts', async () => {
    upstream.faults.set([{ kind: 'text_numbers', subject: 'odre' }])
    expect((await readRows())[0]?.['nucleaire']).toBe(String(sound[0]?.['nucleaire']))
  })

  test('stale rows end with the month, or some hours ago, and keep their forecasts', async () => {
    upstream.faults.set([{ kind: 'stale_rows', subject: 'odre' }])
    const stale = await readRows()
    expect(stale.findLast(isMeasured)).toMatchObject({ date: '2026-06-30', heure: '23:45' })
    expect(stale[newest]?.['prevision_j']).toBe(sound[newest]?.['prevision_j'] ?? '')
    upstream.faults.set([{ kind: 'stale_rows', subject: 'odre', newerThanHours: 4 }])
    expect((await readRows()).findLast(isMeasured)).toMatchObject({ date: '2026-07-02', heure: '10:00' })
  })

  test('the newest rows can have wrong signs', async () => {
    upstream.faults.set([{ kind: 'wrong_signs', subject: 'odre', newestSlots: 3 }])
    expect(await changedRows()).toEqual([newest - 2, newest - 1, newest])
    const row = (await readRows())[newest]
    expect(Number(row?.['stockage_batterie'])).toBe(-Number(sound[newest]?.['stockage_batterie']))
    expect(Number(row?.['pompage'])).toBe(-Number(sound[newest]?.['pompage']) + 0)
  })

  test('the newest row can be out of balance, or have wrong emissions', async () => {
    upstream.faults.set([{ kind: 'residual_row', subject: 'odre', residualMw: 700 }])
    expect(await changedRows()).toEqual([newest])
    expect((await readRows())[newest]?.['ech_physiques']).toBe(Number(sound[newest]?.['ech_physiques']) + 700)
    upstream.faults.set([{ kind: 'wrong_co2_rate', subject: 'odre', offsetG: -3 }])
    expect(await changedRows()).toEqual([newest])
    expect((await readRows())[newest]?.['taux_co2']).toBe(Number(sound[newest]?.['taux_co2']) - 3)
  })

  test('in spring, ghosts of the hour that does not exist share the instants of the next', async () => {
    const spring = await upstreamAt('2026-03-29T12:10:00Z')
    const day = between('2026-03-28T23:00:00+00:00', '2026-03-29T22:00:00+00:00')
    expect(await exportRows(spring, national, day)).toHaveLength(92)
    spring.faults.set([{ kind: 'ghost_rows', subject: 'odre' }])
    const rows = await exportRows(spring, national, day)
    expect(rows).toHaveLength(96)
    const ghosts = rows.filter((row) => String(row['heure']).startsWith('02:'))
    expect(ghosts.map((row) => [row['heure'], row['date_heure']])).toEqual([
      ['02:00', '2026-03-29T01:00:00+00:00'],
      ['02:15', '2026-03-29T01:15:00+00:00'],
      ['02:30', '2026-03-29T01:30:00+00:00'],
      ['02:45', '2026-03-29T01:45:00+00:00'],
    ])
    const at = (time: string) => rows.find((row) => row['heure'] === time)?.['nucleaire']
    expect(at('02:30')).toBe(at('01:30') ?? '')
  })

  test('the download has the same faults', async () => {
    upstream.faults.set([
      { kind: 'stale_rows', subject: 'rte-zip' },
      { kind: 'renamed_column', subject: 'rte-zip', column: 'gaz' },
      { kind: 'absent_column', subject: 'rte-zip', column: 'fioul' },
    ])
    const archive = unzipSync(await (await ask(upstream, 'rte-zip', '/eCO2mix_RTE_En-cours-TR.zip')).bytes())
    const [bytes] = Object.values(archive)
    const [header = [], ...lines] = new TextDecoder('windows-1252')
      .decode(bytes)
      .split('\r\n')
      .map((line) => line.split('\t'))
    expect([header.includes('Gaz'), header.includes('Gaz (MW)'), header.includes('Fioul')]).toEqual([
      false,
      true,
      false,
    ])
    const filled = lines.filter((line) => (line[header.indexOf('Nucléaire')] ?? '') !== '')
    expect(filled.at(-1)?.slice(2, 4)).toEqual(['2026-06-30', '23:45'])
  })
})

describe('bodies of Energy-Charts', () => {
  const read = <Body>(path: string, query: Record<string, string>) =>
    askJson<Body>(upstream, 'energy-charts', path, query)
  type Flows = { unix_seconds: number[]; countries: Named[]; deprecated: boolean }

  test('both versions can announce their end', async () => {
    upstream.faults.set([{ kind: 'deprecated', subject: 'energy-charts' }])
    for (const path of ['/price', '/v2/price'])
      expect(await read(path, { bzn: 'FR' })).toMatchObject({ deprecated: true })
  })

  test('the second version can declare an hour while it holds quarters', async () => {
    upstream.faults.set([{ kind: 'wrong_declared_step', subject: 'energy-charts' }])
    type Body = { resolution: string; interval_minutes: number; data: { timestamp: string }[] }
    const { resolution, interval_minutes, data } = await read<Body>('/v2/price', { bzn: 'FR' })
    expect([resolution, interval_minutes, data[1]?.timestamp]).toEqual(['PT60M', 60, '2026-07-02T00:15:00+02:00'])
  })

  test('flows can be later than usual, and are zero until then', async () => {
    upstream.faults.set([{ kind: 'late_flows', subject: 'energy-charts', lagHours: 6 }])
    const { unix_seconds: starts, countries } = await read<Flows>('/cbpf', france)
    const sum = valuesOf(countries, 'sum')
    const last = starts[sum.findLastIndex((gw) => gw !== 0)] ?? 0
    expect(Temporal.Instant.fromEpochMilliseconds(last * 1_000).toString()).toBe('2026-07-02T05:45:00Z')
  })

  test('the forecasts of wind and sun can be missing while that of the load is there', async () => {
    upstream.faults.set([{ kind: 'no_forecasts', subject: 'energy-charts' }])
    const forecast = (production_type: string) =>
      ask(upstream, 'energy-charts', '/public_power_forecast', {
        ...france,
        production_type,
        forecast_type: 'day-ahead',
      })
    const types = ['solar', 'wind_onshore', 'wind_offshore', 'load']
    const answers = await Promise.all(types.map(forecast))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 200])
  })

  test('members can be absent or renamed, and numbers texts', async () => {
    upstream.faults.set([{ kind: 'absent_column', subject: 'energy-charts', column: 'price' }])
    expect(await read<object>('/price', { bzn: 'FR' })).not.toContainKey('price')
    upstream.faults.set([{ kind: 'renamed_column', subject: 'energy-charts', column: 'unix_seconds' }])
    expect(await read<object>('/price', { bzn: 'FR' })).toContainKeys(['unix_seconds_v2', 'price'])
    upstream.faults.set([{ kind: 'text_numbers', subject: 'energy-charts' }])
    const { price } = await read<{ price: unknown[] }>('/price', { bzn: 'FR' })
    expect(price.every((value) => /^-?\d+(,\d+)?$/.test(String(value)))).toBe(true)
  })
})

describe('colours of the tariff', () => {
  type Colors = { values: Record<string, string> }
  const light = async () => Object.entries((await askJson<Colors>(upstream, 'rte-services', '/tempoLight')).values)
  const colors = async () => (await light()).filter(([name]) => !name.endsWith('-fallback')).map(([, color]) => color)

  test('can be provisional, unknown, or French', async () => {
    upstream.faults.set([{ kind: 'provisional_colors', subject: 'rte-services' }])
    const marks = (await light()).filter(([name]) => name.endsWith('-fallback'))
    expect(marks.map(([, mark]) => mark)).toEqual(['true', 'true', 'true'])
    upstream.faults.set([{ kind: 'unknown_colors', subject: 'rte-services' }])
    expect(await colors()).toEqual(['?', '?', '?'])
    upstream.faults.set([{ kind: 'french_colors', subject: 'rte-services' }])
    expect(await colors()).toEqual(['BLEU', 'BLEU', 'BLEU'])
  })

  test('can be unknown in the copy', async () => {
    upstream.faults.set([{ kind: 'unknown_colors', subject: 'couleur-tempo' }])
    expect(await askJson<object>(upstream, 'couleur-tempo', '/jourTempo/today')).toMatchObject({ codeJour: 0 })
  })
})
