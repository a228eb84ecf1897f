import { expect, test } from 'bun:test'
import { between, exportRows, type ReadRecord, readSample, sampleDir, typeOf } from '../../testing/open-fixture.ts'
import { type Upstream, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const upstream: Upstream = await upstreamAt('2026-01-20T17:40:00Z')

const day = between('2026-01-19T23:00:00+00:00', '2026-01-20T23:00:00+00:00')
const regional = await exportRows(upstream, 'eco2mix-regional-tr', day)
const national = await exportRows(upstream, 'eco2mix-national-tr', day)
const byStart = Map.groupBy(regional, (row) => row['date_heure'])
const measured = regional.filter((row) => row['consommation'] !== null)
const sumOf = (rows: readonly ReadRecord[], column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0)

test('every quarter-hour of today has the twelve regions', () => {
  expect(byStart.size).toBe(96)
  const codes = ['11', '24', '27', '28', '32', '44', '52', '53', '75', '76', '84', '93']
  for (const rows of byStart.values()) expect(rows.map((row) => String(row['code_insee_region'])).sort()).toEqual(codes)
})

test('every column of the regions sums to the national figure', () => {
  const columns = ['consommation', 'nucleaire', 'eolien', 'solaire', 'hydraulique', 'bioenergies', 'ech_physiques']
  const texts = ['pompage', 'stockage_batterie', 'destockage_batterie']
  let compared = 0
  for (const row of national) {
    const rows = byStart.get(row['date_heure'] ?? '') ?? []
    if (rows.some((one) => one['consommation'] === null)) continue
    for (const column of [...columns, ...texts]) expect(sumOf(rows, column)).toBe(Number(row[column]))
    expect(sumOf(rows, 'thermique')).toBe(sumOf([row], 'gaz') + sumOf([row], 'charbon') + sumOf([row], 'fioul'))
    compared += 1
  }
  expect(compared).toBeGreaterThan(60)
})

test('production, storage and exchanges of every region add up to its consumption', () => {
  const supplied = ['thermique', 'nucleaire', 'eolien', 'solaire', 'hydraulique', 'bioenergies', 'ech_physiques']
  for (const row of measured) {
    const columns = [...supplied, 'pompage', 'stockage_batterie', 'destockage_batterie']
    const suppliedMw = columns.reduce((sum, column) => sum + Number(row[column]), 0)
    expect(Math.abs(Number(row['consommation']) - suppliedMw)).toBeLessThanOrEqual(2)
  }
})

test('the regional set is refreshed on the hour only: the national set is ahead of it', () => {
  expect(measured.at(-1)?.['date_heure']).toBe('2026-01-20T16:15:00+00:00')
  const newest = national.findLast((row) => row['consommation'] !== null)
  expect(newest?.['date_heure']).toBe('2026-01-20T17:00:00+00:00')
})

test('the rates are percent of consumption and of capacity', () => {
  for (const row of measured) {
    const rate = (100 * Number(row['nucleaire'])) / Number(row['consommation'])
    expect(Number(row['tco_nucleaire'])).toBeCloseTo(rate, 1)
    expect(Number(row['tch_eolien'])).toBeWithin(0, 100)
  }
})

test.skipIf(sampleDir === null)('its fields and types are those of the sample', async () => {
  const sample = await readSample<{ results: ReadRecord[] }>('odre/v2.1_regional-tr_record_2026-03-25.json')
  const row = measured.find((one) => one['code_insee_region'] === '32') ?? {}
  for (const [name, cell] of Object.entries(sample.results[0] ?? {})) {
    const isNumber = typeof cell === 'number' && typeof row[name] === 'number'
    expect(`${name} ${isNumber ? 'number' : typeOf(row[name])}`).toBe(`${name} ${isNumber ? 'number' : typeOf(cell)}`)
  }
})
