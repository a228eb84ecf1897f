import { describe, expect, test } from 'bun:test'
import { paths, period, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

type Slot = { start_date: string; end_date: string; type: string; value: number; updated_date: string }
type Capacities = { start_date: string; end_date: string; values: Slot[] }

const rootName = 'capacities_per_production_type'
const upstream = await upstreamAt('2026-07-10T12:10:00Z')

async function capacities(query = {}, from = upstream): Promise<Capacities> {
  return ((await (await from.get(paths.capacities, query)).json()) as Record<string, Capacities>)[
    rootName
  ] as Capacities
}

test('without a period it is an object with the year that runs, in the size of the real fleet', async () => {
  const { start_date, end_date, values } = await capacities()
  expect([start_date, end_date]).toEqual(['2026-01-01T00:00:00+01:00', '2027-01-01T00:00:00+01:00'])
  const mw = Object.fromEntries(values.map(({ type, value }) => [type, value]))
  expect(mw).toMatchObject({
    FOSSIL_GAS: 12_500,
    SOLAR: 30_000,
    WIND_ONSHORE: 24_500,
    WIND_OFFSHORE: 2_200,
    WASTE: 900,
  })
  expect(mw['NUCLEAR']).toBeWithin(62_500, 63_500)
  expect(values[0]).toMatchObject({ start_date, end_date, updated_date: '2025-12-24T12:00:00+01:00' })
})

test('a period gives every year that it touches and whose capacities are published', async () => {
  const years = async (end: string, from = upstream) => {
    const { values } = await capacities(period('2024-06-01T00:00:00+02:00', end), from)
    return [...new Set(values.map(({ start_date }) => start_date.slice(0, 4)))]
  }
  expect(await years('2026-01-01T00:00:00+01:00')).toEqual(['2024', '2025'])
  expect(await years('2027-06-01T00:00:00+02:00')).toEqual(['2024', '2025', '2026'])
  const atChristmas = await upstreamAt('2026-12-24T11:00:00Z')
  expect(await years('2027-06-01T00:00:00+02:00', atChristmas)).toEqual(['2024', '2025', '2026', '2027'])
})

test('a type without capacity is absent, not 0', async () => {
  const { values } = await capacities(period('2020-01-01T00:00:00+01:00', '2021-01-01T00:00:00+01:00'))
  expect(values.map(({ type }) => type)).not.toContain('WIND_OFFSHORE')
  expect(values.every(({ value }) => value > 0)).toBe(true)
})

describe('faults', () => {
  const subject = 'installed_capacities'

  test('array_root: an array of one block', async () => {
    const usual = await capacities()
    upstream.faults.set([{ kind: 'array_root', subject }])
    expect(await (await upstream.get(paths.capacities)).json()).toEqual({ [rootName]: [usual] })
  })

  test('missing_updated_date: slots have no date', async () => {
    upstream.faults.set([{ kind: 'missing_updated_date', subject }])
    expect((await capacities()).values.some((slot) => 'updated_date' in slot)).toBe(false)
  })
})
