import { describe, expect, test } from 'bun:test'
import { basePaths } from '../subjects/publishers.ts'
import {
  ask,
  askJson,
  between,
  exportRows,
  type ReadRecord,
  readSample,
  sampleDir,
  typeOf,
} from '../testing/open-fixture.ts'
import { paths, period, type ReadBlock, type Upstream, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const asOf = '2026-07-10T12:10:00Z'
const upstream: Upstream = await upstreamAt(asOf)

const national = 'eco2mix-national-tr'
/** The operator's period of a day up to now, and the portal's condition for the same hours to the end of tomorrow. */
const today = period('2026-07-10T00:00:00+02:00', '2026-07-10T14:00:00+02:00')
const window = between('2026-07-09T22:00:00+00:00', '2026-07-11T22:00:00+00:00')
const rows = await exportRows(upstream, national, window)
const measured = rows.filter((row) => row['nucleaire'] !== null)
const value = (row: ReadRecord, column: string): number => Number(row[column])
const instant = (text: string): string => Temporal.Instant.from(text).toString()

describe('the real-time set of the country', () => {
  test('reaches from the first asked quarter-hour to the end of tomorrow, without order unless one is asked', async () => {
    expect(rows).toHaveLength(2 * 96)
    const sent = await askJson<ReadRecord[]>(upstream, 'odre', `/${national}/exports/json`, window)
    expect(sent.map((row) => row['date_heure'])).not.toEqual(rows.map((row) => row['date_heure']))
    const asked = { ...window, order_by: 'date_heure' }
    const ordered = await askJson<ReadRecord[]>(upstream, 'odre', `/${national}/exports/json`, asked)
    expect(ordered).toEqual(rows)
    expect(rows.at(-1)).toMatchObject({ date: '2026-07-11', heure: '23:45', date_heure: '2026-07-11T21:45:00+00:00' })
  })

  test('rows have measures up to 25 minutes ago and only forecasts after that', () => {
    expect(measured.at(-1)?.['date_heure']).toBe('2026-07-10T11:30:00+00:00')
    const later = rows.filter((row) => row['nucleaire'] === null)
    for (const row of later) {
      const filled = Object.entries(row).filter(([, cell]) => cell !== null)
      const names = filled.map(([name]) => name).filter((name) => !name.startsWith('prevision'))
      expect(names).toEqual(['perimetre', 'nature', 'date', 'heure', 'date_heure'])
    }
    expect(later[0]?.['prevision_j1']).toBeNumber()
  })

  test.each([
    ['nucleaire', 'NUCLEAR/TOTAL'],
    ['gaz', 'FOSSIL_GAS/TOTAL'],
    ['fioul', 'FOSSIL_OIL/TOTAL'],
    ['charbon', 'FOSSIL_HARD_COAL/TOTAL'],
    ['solaire', 'SOLAR/TOTAL'],
    ['hydraulique_fil_eau_eclusee', 'HYDRO/HYDRO_RUN_OF_RIVER_AND_POUNDAGE'],
    ['hydraulique_lacs', 'HYDRO/HYDRO_WATER_RESERVOIR'],
    ['hydraulique_step_turbinage', 'HYDRO/HYDRO_PUMPED_STORAGE'],
    ['pompage', 'PUMPING/TOTAL'],
    ['eolien_terrestre', 'WIND/WIND_ONSHORE'],
    ['eolien_offshore', 'WIND/WIND_OFFSHORE'],
    ['bioenergies_biomasse', 'BIOENERGY/BIOMASS'],
    ['bioenergies_biogaz', 'BIOENERGY/BIOGAS'],
    ['bioenergies_dechets', 'BIOENERGY/WASTE'],
    ['ech_physiques', 'EXCHANGE/TOTAL'],
  ])('%s is the %s of the operator', async (column, key) => {
    const [production_type = '', production_subtype = ''] = key.split('/')
    const [block] = await upstream.blocks(paths.mix, { ...today, production_type, production_subtype })
    const expected = block?.values.map((slot) => [instant(slot.start_date), slot.value]) ?? []
    expect(expected.length).toBeGreaterThan(50)
    expect(measured.map((row) => [instant(String(row['date_heure'])), value(row, column)])).toEqual(expected)
  })

  test('load and forecasts are those of the operator', async () => {
    const blocks = await upstream.blocks(paths.consumption, today)
    const at = (type: string, start: unknown) =>
      blocks
        .find((block) => block['type'] === type)
        ?.values.find((slot) => instant(slot.start_date) === instant(String(start)))?.value
    for (const row of measured) {
      const start = row['date_heure']
      expect(value(row, 'consommation')).toBe(at('REALISED', start) ?? Number.NaN)
      expect(value(row, 'prevision_j')).toBe(at('ID', start) ?? Number.NaN)
      expect(value(row, 'prevision_j1')).toBe(at('D-1', start) ?? Number.NaN)
    }
  })

  test('every measured row balances and has the direct emissions of its generation', () => {
    const fuels = ['fioul', 'charbon', 'gaz', 'nucleaire', 'eolien', 'solaire', 'hydraulique', 'bioenergies']
    for (const row of measured) {
      const generatedMw = fuels.reduce((sum, fuel) => sum + value(row, fuel), 0)
      const others = ['pompage', 'ech_physiques', 'stockage_batterie', 'destockage_batterie']
      const suppliedMw = others.reduce((sum, column) => sum + value(row, column), generatedMw)
      expect(Math.abs(value(row, 'consommation') - suppliedMw)).toBeLessThanOrEqual(2)
      const grams = 429 * value(row, 'gaz') + 986 * value(row, 'charbon') + 777 * value(row, 'fioul')
      const rate = (grams + 494 * value(row, 'bioenergies')) / generatedMw
      expect(Math.abs(value(row, 'taux_co2') - rate)).toBeLessThanOrEqual(0.5)
      expect(value(row, 'stockage_batterie')).toBeLessThanOrEqual(0)
      expect(value(row, 'destockage_batterie')).toBeGreaterThanOrEqual(0)
    }
  })

  test('some columns are texts, the others whole numbers', () => {
    const [row = {}] = measured
    const texts = Object.keys(row).filter((name) => typeof row[name] === 'string')
    expect(texts.slice('perimetre nature date heure date_heure'.split(' ').length).sort()).toEqual([
      'destockage_batterie',
      'ech_comm_allemagne_belgique',
      'ech_comm_angleterre',
      'eolien_offshore',
      'eolien_terrestre',
      'stockage_batterie',
    ])
    expect(Number.isInteger(row['nucleaire'])).toBe(true)
  })

  test('on the day of 25 hours every instant has one row', async () => {
    const autumn = await upstreamAt('2025-10-27T10:00:00Z')
    const day = between('2025-10-25T22:00:00+00:00', '2025-10-26T23:00:00+00:00')
    const found = await exportRows(autumn, national, day)
    expect(found).toHaveLength(100)
    expect(new Set(found.map((row) => row['date_heure'])).size).toBe(100)
    expect(found.filter((row) => row['heure'] === '02:30')).toHaveLength(2)
  })

  test.skipIf(sampleDir === null)('its types are those of the recorded samples', async () => {
    type Legacy = { records: { fields: ReadRecord }[] }
    const legacy = await readSample<Legacy>('odre/legacy-v1_national-tr_2023-09-21.json')
    const fields = legacy.records[0]?.fields ?? {}
    const [row = {}] = measured
    expect(Object.keys(row).filter((name) => !(name in fields) && !name.startsWith('column_'))).toEqual(
      Object.keys(row).filter((name) => name.startsWith('ech_comm') && !(name in fields)),
    )
    for (const name of Object.keys(fields))
      expect(`${name} ${typeOf(row[name])}`).toBe(`${name} ${typeOf(fields[name])}`)
    const recent = await readSample<{ results: ReadRecord[] }>('odre/v2.1_national-tr_record_2026-06-14.json')
    for (const [name, cell] of Object.entries(recent.results[0] ?? {})) {
      expect(`${name} ${typeOf(row[name])}`).toBe(`${name} ${typeOf(cell)}`)
    }
    expect(row['date_heure']).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+00:00$/)
  })
})

describe('the query', () => {
  test('an unknown field is 400 and an unknown dataset 404, in the same form', async () => {
    const wrong = await ask(upstream, 'odre', `/${national}/exports/json`, { where: "date_heur >= '2026-07-10'" })
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toEqual({
      error_code: 'ODSQLError',
      message: expect.stringContaining('Unknown field: date_heur'),
    })
    expect((await ask(upstream, 'odre', `/${national}/exports/json`, { select: 'co2' })).status).toBe(400)
    expect((await ask(upstream, 'odre', `/${national}/exports/json`, { where: 'date_heure' })).status).toBe(400)
    const missing = await ask(upstream, 'odre', '/eco2mix-lunar-tr/exports/json')
    expect(missing.status).toBe(404)
    expect(await missing.json()).toEqual({ error_code: expect.any(String), message: expect.any(String) })
  })

  test('an instant whose plus sign was not encoded is 400', async () => {
    const path = `${upstream.address}${basePaths.odre}/${national}/exports/json`
    const where = (plus: string) => `date_heure%20%3E%3D%20'2026-07-10T12:00:00${plus}00:00'`
    expect((await fetch(`${path}?where=${where('%2B')}`)).status).toBe(200)
    expect((await fetch(`${path}?where=${where('+')}`)).status).toBe(400)
  })

  test('a page of records has at most 100 rows, in order, and counts all', async () => {
    const query = { where: `${window.where} and consommation is not null`, order_by: 'date_heure desc', limit: '1' }
    const page = await askJson<{ total_count: number; results: ReadRecord[] }>(
      upstream,
      'odre',
      `/${national}/records`,
      query,
    )
    expect(page.total_count).toBe(measured.length)
    expect(page.results.map((row) => row['date_heure'])).toEqual(['2026-07-10T11:30:00+00:00'])
    expect((await ask(upstream, 'odre', `/${national}/records`, { limit: '101' })).status).toBe(400)
  })

  test('the headers say how many calls remain in the month', async () => {
    const own = await upstreamAt(asOf, { allowFaultControl: true })
    const left = async () =>
      (await ask(own, 'odre', '/parc-prod-par-filiere/exports/json')).headers.get('x-ratelimit-remaining')
    expect([await left(), await left()]).toEqual(['49999', '49998'])
  })
})

describe('other sets', () => {
  test('consolidated rows have measures on the half-hours only, and forecasts on all', async () => {
    const day = between('2026-05-09T22:00:00+00:00', '2026-05-10T22:00:00+00:00')
    const found = await exportRows(upstream, 'eco2mix-national-cons-def', day)
    expect(found).toHaveLength(96)
    for (const row of found) {
      const isHalfHour = String(row['heure']).endsWith(':00') || String(row['heure']).endsWith(':30')
      expect(row['nucleaire'] !== null).toBe(isHalfHour)
      expect(row['prevision_j1']).toBeNumber()
      expect(row['nature']).toBe('Données consolidées')
    }
    const [old] = await exportRows(
      upstream,
      'eco2mix-national-cons-def',
      between('2025-12-01T00:00:00+00:00', '2025-12-01T00:15:00+00:00'),
    )
    expect(old?.['nature']).toBe('Données définitives')
  })

  test('the grid signal has past days only, with a message that was encoded twice', async () => {
    const found = await askJson<ReadRecord[]>(upstream, 'odre', '/nouveau_signal_ecowatt/exports/json', {
      where: "date >= '2026-07-08'",
    })
    expect(found.map((row) => row['date']).sort()).toEqual(['2026-07-08', '2026-07-09'])
    expect(found[0]?.['message']).toBe('Pas dâ€™alerte')
    const hours = Array.from({ length: 24 }, (_, hour) => found[0]?.[`h${hour}`])
    expect(hours.every((level) => level === 0 || level === 1)).toBe(true)
  })

  test('the published consumption intensity has a doubled row and null for the future', async () => {
    const path = '/part-enr-intensite-ges-conso-tr/exports/json'
    const found = await askJson<ReadRecord[]>(upstream, 'odre', path, {
      where: "date_heure_utc >= '2026-07-10T11:00:00+00:00'",
    })
    const starts = found.map((row) => row['date_heure_utc'])
    expect(starts.length - new Set(starts).size).toBe(1)
    const of = (start: string) => found.find((row) => row['date_heure_utc'] === start)?.['intensite_emissions_conso']
    expect(of('2026-07-10T11:30:00+00:00')).toBeNumber()
    expect(of('2026-07-10T11:45:00+00:00')).toBeNull()
  })

  test('installed power by fuel is that of the operator', async () => {
    const found = await askJson<ReadRecord[]>(upstream, 'odre', '/parc-prod-par-filiere/exports/json')
    const path = '/open_api/generation_installed_capacities/v1/capacities_per_production_type'
    const { capacities_per_production_type: operator } = (await (await upstream.get(path)).json()) as Record<
      string,
      ReadBlock
    >
    const nuclear = operator?.values.find((slot) => Object(slot)['type'] === 'NUCLEAR')?.value
    expect(found.find((row) => row['annee'] === '2026')?.['parc_nucleaire']).toBe(nuclear ?? Number.NaN)
  })
})
