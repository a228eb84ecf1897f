import { describe, expect, test } from 'bun:test'
import { regionCodes } from '@hexawatt/shared/grid/regions'
import { buildOpenCall } from '../definition/source.ts'
import { odreRegional } from './regional.ts'

/** A row as the portal gave it on 25 March 2026, without the members that are not read. */
const published = {
  code_insee_region: '32',
  libelle_region: 'Hauts-de-France',
  nature: 'Données temps réel',
  date: '2026-03-25',
  heure: '03:30',
  date_heure: '2026-03-25T02:30:00+00:00',
  consommation: 4682,
  thermique: 420,
  nucleaire: 5292,
  eolien: 3079,
  solaire: 0,
  hydraulique: 7,
  pompage: '0',
  bioenergies: 95,
  ech_physiques: -4206,
  stockage_batterie: '-6',
  destockage_batterie: '0',
  tco_thermique: 8.97,
  column_68: null,
}
const read = (rows: unknown) => {
  const content = odreRegional.read({ body: new TextEncoder().encode(JSON.stringify(rows)), query: {} }).regions
  if (content === undefined) throw new Error('the dataset reads no regions')
  return content
}

describe('the regional set', () => {
  test('reads every quantity of a published row, numbers and texts alike', () => {
    const { rows, unreadableRows } = read([published])
    expect(unreadableRows).toBe(0)
    expect(rows).toHaveLength(1)
    expect(String(rows[0]?.slotStart)).toBe('2026-03-25T02:30:00Z')
    expect(String(rows[0]?.slotEnd)).toBe('2026-03-25T02:45:00Z')
    expect(rows[0]).toMatchObject({
      region: '32',
      nature: 'real-time',
      powerMw: {
        consumption: 4682,
        thermal: 420,
        nuclear: 5292,
        wind: 3079,
        solar: 0,
        hydro: 7,
        bioenergy: 95,
        pumping: 0,
        charge: -6,
        discharge: 0,
        exchange: -4206,
      },
    })
  })

  test('has null, never 0, for a value that is absent in any of the publisher’s ways', () => {
    const { solaire: _left, ...row } = published
    const { rows } = read([{ ...row, thermique: null, nucleaire: 'ND', eolien: '-', hydraulique: '' }])
    expect(rows[0]?.powerMw).toMatchObject({ thermal: null, nuclear: null, wind: null, solar: null, hydro: null })
  })

  test('leaves out and counts a region that is none of the twelve', () => {
    const { rows, unreadableRows } = read([published, { ...published, code_insee_region: '94' }])
    expect([rows.length, unreadableRows]).toEqual([1, 1])
  })

  test('ignores rows of future quarter-hours without figures', () => {
    const measures = Object.keys(published).filter((name) => !/^(code|libelle|nature|date|heure|tco)/.test(name))
    const later = { ...published, ...Object.fromEntries(measures.map((name) => [name, null])) }
    expect(read([later])).toEqual({ rows: [], unreadableRows: 0 })
  })

  test('ignores the row of the hour that spring skips, in every region', () => {
    const real = { ...published, heure: '03:00', date_heure: '2026-03-29T01:00:00+00:00' }
    const ghost = { ...real, heure: '02:00', consommation: 1 }
    const rows = ['32', '11'].flatMap((code_insee_region) => [
      { ...real, code_insee_region },
      { ...ghost, code_insee_region },
    ])
    expect(read(rows).rows.map(({ region, powerMw }) => [region, powerMw.consumption])).toEqual([
      ['32', 4682],
      ['11', 4682],
    ])
  })

  test('is refused with renamed columns, not stored as unknown', () => {
    const { consommation, ...withoutConsumption } = published
    expect(() => read([{ ...withoutConsumption, conso: consommation }])).toThrow(/none of 1 rows/)
    const { code_insee_region, ...withoutRegion } = published
    expect(() => read([{ ...withoutRegion, code_region: code_insee_region }])).toThrow(/none of 1 rows/)
    expect(() => read({ error: 'no' })).toThrow(/not an array/)
  })

  test('is refused with times in another form', () => {
    expect(() => read([{ ...published, date_heure: '25/03/2026 03:30' }])).toThrow('none of 1 rows has an instant')
  })

  test('keeps the known values when a column is missing in every region, which is a fault', () => {
    const { nucleaire: _renamed, ...row } = published
    const { rows, fault } = read([row, { ...row, code_insee_region: '11' }])
    expect([rows.length, rows[0]?.powerMw.consumption, fault]).toEqual([2, 4682, 'no row has the column nucleaire'])
  })

  test('is requested in one call an hour: two days at first, then from six hours before the last success, and once a day eight days', () => {
    const now = Temporal.Instant.from('2026-03-25T12:12:00Z')
    const calls = odreRegional.calls({ now, lastSuccess: now.subtract({ hours: 1 }), newestSlotEnd: null })
    expect(calls).toEqual([
      buildOpenCall('/api/explore/v2.1/catalog/datasets/eco2mix-regional-tr/exports/json', {
        where: "date_heure >= '2026-03-25T05:00:00+00:00' and date_heure < '2026-03-25T23:00:00+00:00'",
      }),
    ])
    expect(odreRegional.calls({ now, lastSuccess: null, newestSlotEnd: null })[0]?.query['where']).toStartWith(
      "date_heure >= '2026-03-23T23:00:00+00:00'",
    )
    const early = Temporal.Instant.from('2026-03-25T04:12:00Z')
    const repair = odreRegional.calls({ now: early, lastSuccess: early.subtract({ hours: 1 }), newestSlotEnd: null })
    expect(repair[0]?.query['where']).toStartWith("date_heure >= '2026-03-16T23:00:00+00:00'")
    expect(odreRegional.rhythm).toEqual({ kind: 'times', at: { minutes: [12] } })
    expect(regionCodes).toHaveLength(12)
  })
})
