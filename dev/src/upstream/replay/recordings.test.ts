import { describe, expect, test } from 'bun:test'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { longAfter, recordedFolder, recordedNumber, useReplays, utc } from '../testing/replay-fixture.ts'
import { paths, period } from '../testing/upstream-fixture.ts'

const { replayAt, longReplayAt } = useReplays()

describe('where nothing was recorded', () => {
  const winterDay = period('2025-01-15T00:00:00+01:00', '2025-01-16T00:00:00+01:00')
  const day = period('2022-05-10T00:00:00+02:00', '2022-05-11T00:00:00+02:00')

  test('the answer is generated and says so', async () => {
    const upstream = await replayAt('2022-05-12T00:00:00Z')
    expect((await upstream.get(paths.byType, day)).headers.get('x-hexawatt-origin')).toBe('generated')
    expect((await upstream.blocks(paths.byType, day))[0]?.values).toHaveLength(24)
  })

  test('the answer is empty where only recordings may be served', async () => {
    const upstream = await replayAt('2022-05-12T00:00:00Z', true)
    expect(await upstream.blocks(paths.byType, day)).toEqual([])
  })

  test('flows of a year recorded without them come from the generator', async () => {
    const upstream = await replayAt('2021-10-28T12:00:00Z')
    expect((await upstream.get(paths.flows)).headers.get('x-hexawatt-origin')).toBe('generated')
    expect((await upstream.get(paths.byType)).headers.get('x-hexawatt-origin')).toBe('recorded')
  })

  test('between two recordings nothing counts as recorded', async () => {
    const upstream = await replayAt(longAfter)
    const between = period('2025-02-11T00:00:00+01:00', '2025-02-12T00:00:00+01:00')
    expect((await upstream.get(paths.byType, between)).headers.get('x-hexawatt-origin')).toBe('generated')
    expect((await upstream.blocks(paths.byType, between))[0]?.values).toHaveLength(24)
  })

  test.each([
    ['prices', paths.exchanges, {}],
    ['forecasts of wind and sun', paths.forecasts, { type: 'D-1' }],
    ['weekly forecasts of consumption', paths.weekly, {}],
    ['emission factors', paths.lines, {}],
    ['intensities of the neighbours', paths.intensities, {}],
  ])('%s, which no shipped recording has, are generated and say so', async (_, path, query) => {
    const day = path === paths.lines || path === paths.intensities ? {} : winterDay
    const response = await (await replayAt('2025-01-15T18:20:00Z')).get(path, { ...day, ...query })
    expect([response.status, response.headers.get('x-hexawatt-origin')]).toEqual([200, 'generated'])
  })

  test('an answer never mixes: past the end of a recording only what it does not cover is generated', async () => {
    const upstream = await replayAt('2025-07-26T12:00:00Z')
    const query = period('2025-07-25T18:00:00Z', '2025-07-26T06:00:00Z')
    const response = await upstream.get(paths.byType, query)
    expect(response.headers.get('x-hexawatt-origin')).toBe('generated')
    const [block] = await upstream.blocks(paths.byType, query)
    expect(block?.values.map((slot) => utc(slot.start_date))[0]).toBe('2025-07-25T22:00:00Z')
  })
})

describe.skipIf(recordedFolder === null)('replay of the references', () => {
  test('the whole database is served in pages, dates and numbers as its API writes them', async () => {
    const upstream = await longReplayAt('2025-02-11T13:00:00Z')
    const query = { "Identifiant_de_l'élément_eq": '42773', Type_Ligne_eq: 'Elément' }
    const { results } = (await (await upstream.get(paths.lines, query)).json()) as { results: unknown[] }
    expect(results).toEqual([
      expect.objectContaining({
        Nom_attribut_français: 'centrale nucléaire',
        Total_poste_non_décomposé: 0.0037,
        Date_de_modification: '2023-08-23',
        Incertitude: 10,
      }),
    ])
    const all = (await (await upstream.get(paths.lines, { size: '1' })).json()) as { total: number }
    expect(all.total).toBe(18_616)
  })

  test('the latest year of a country comes from one file, earlier years from the other', async () => {
    const upstream = await longReplayAt('2025-06-01T00:00:00Z')
    const latest = await readRecordedCsv(recordedFolder ?? '', 'ember_latest_year_by_country_via_co2js.csv')
    const yearly = await readRecordedCsv(recordedFolder ?? '', 'ember_owid_carbon_intensity_yearly_by_country.csv')
    const response = await upstream.get(paths.intensities, { entity_code: 'BEL', start_date: '2021' })
    const { data } = (await response.json()) as { data: { date: string; emissions_intensity_gco2_per_kwh: number }[] }
    const served = Object.fromEntries(data.map((row) => [row.date, row.emissions_intensity_gco2_per_kwh]))
    const latestRow = latest.find((row) => row['iso3'] === 'BEL')
    const yearlyRow = yearly.find((row) => row['code'] === 'BEL' && row['year'] === '2021')
    expect(served[latestRow?.['year'] ?? '']).toBe(recordedNumber(latestRow, 'emissions_intensity_gco2_per_kwh'))
    expect(served['2021']).toBe(recordedNumber(yearlyRow, 'carbon_intensity_gco2_per_kwh'))
    expect(Object.keys(served)).not.toContain('2025')
  })
})
