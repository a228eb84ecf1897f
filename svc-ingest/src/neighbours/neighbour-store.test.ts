import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { readNeighbourHours } from '@hexawatt/shared/stored-rows/neighbour-generation-store'
import { buildTestRoleUrl, createTestDatabase, type TestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createPartitions } from '../pipeline/partition-store.ts'
import { addNeighbourVersions, readNewestNeighbourHours } from './neighbour-store.ts'

const utc = (text: string) => Temporal.Instant.from(`${text}Z`)
const noonMs = utc('2026-02-03T12:00').epochMilliseconds
const month = { from: utc('2026-02-01T00:00'), to: utc('2026-03-01T00:00') }

let database: TestDatabase
/** With the rights of svc-ingest, and as the owner of the schema. */
let sql: Sql
let owner: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = createSql(buildTestRoleUrl(database.url, 'svc-ingest'), 'test', 2)
  owner = createSql(database.url, 'test', 1)
  await createPartitions(sql).ensure('neighbour_generation', [month.from])
})
afterAll(async () => {
  await Promise.all([sql.end({ timeout: 5 }), owner.end({ timeout: 5 })])
  await database.drop()
})
beforeEach(async () => {
  await owner`delete from neighbour_generation`
  await owner`delete from hour_requests`
})

/** Stores mixes of Belgium for the hours from noon on. */
const store = (knownFrom: string, payloadId: string, ...mixes: Record<string, number>[]) =>
  sql.begin((tx) =>
    addNeighbourVersions(
      tx,
      { country: 'BE', publisher: 'energy-charts', knownFrom: utc(`2026-02-03T${knownFrom}`), payloadId },
      mixes.map((mwByType, index) => ({ startMs: noonMs + index * hourMs, mwByType })),
    ),
  )

const mixesAt = async (at: string) =>
  (await readNeighbourHours(sql, month, utc(`2026-02-03T${at}`))).get('BE')?.map(({ powerMwByType }) => powerMwByType)

test('the same mix a second time adds no version, and an earlier instant still sees what was known then', async () => {
  expect(await store('15:00', '1', { NUCLEAR: 3900.25, FOSSIL_GAS: 1200 })).toEqual({ changed: 1, kept: 0 })
  expect(await store('16:00', '2', { FOSSIL_GAS: 1200, NUCLEAR: 3900.25 })).toEqual({ changed: 0, kept: 0 })
  expect(await store('18:00', '3', { NUCLEAR: 3900.25, FOSSIL_GAS: 1250 })).toEqual({ changed: 1, kept: 0 })
  expect(await mixesAt('14:59')).toBeUndefined()
  expect(await mixesAt('17:59')).toEqual([{ NUCLEAR: 3900.25, FOSSIL_GAS: 1200 }])
  expect(await mixesAt('18:00')).toEqual([{ NUCLEAR: 3900.25, FOSSIL_GAS: 1250 }])
})

test('a mix that lacks a type of the former one never replaces it; one with a further type does', async () => {
  await store('15:00', '1', { NUCLEAR: 3900, FOSSIL_GAS: 1200 }, { NUCLEAR: 3900 })
  const thinner = { NUCLEAR: 3900, SOLAR: 10 }
  expect(await store('18:00', '2', thinner, { NUCLEAR: 3900, FOSSIL_GAS: 1100 })).toEqual({ changed: 1, kept: 1 })
  expect(await mixesAt('18:00')).toEqual([
    { NUCLEAR: 3900, FOSSIL_GAS: 1200 },
    { NUCLEAR: 3900, FOSSIL_GAS: 1100 },
  ])
})

test('an hour is read with its payload, its publisher and when it became known, of the asked countries only', async () => {
  await store('15:00', '7', { NUCLEAR: 3900 })
  const at = utc('2026-02-03T16:00')
  const [hour] = (await readNeighbourHours(sql, month, at)).get('BE') ?? []
  expect(hour).toEqual({
    country: 'BE',
    startMs: noonMs,
    powerMwByType: { NUCLEAR: 3900 },
    publisher: 'energy-charts',
    knownFromMs: utc('2026-02-03T15:00').epochMilliseconds,
    payloadId: '7',
  })
  expect((await readNeighbourHours(sql, { ...month, countries: ['DE', 'CH'] }, at)).size).toBe(0)
  expect(await readNewestNeighbourHours(sql, at)).toEqual(new Map([['BE', utc('2026-02-03T13:00')]]))
})

test('new mixes ask for their hours and the fourteen days after them, but for no hour after the fetch; an answer without news asks for none', async () => {
  const requests = async () =>
    (
      await sql<{ first: string; last: string }[]>`
      select to_char(first_hour at time zone 'utc', 'DD HH24') as first, to_char(last_hour at time zone 'utc', 'DD HH24') as last
      from hour_requests order by id`
    ).map(({ first, last }) => `${first} – ${last}`)
  await store('15:30', '1', { NUCLEAR: 3900 }, { NUCLEAR: 3900 })
  await store('15:40', '2', { NUCLEAR: 3900 }, { NUCLEAR: 3900 })
  expect(await requests()).toEqual(['03 12 – 03 15'])
  await sql.begin((tx) =>
    addNeighbourVersions(
      tx,
      { country: 'CH', publisher: 'energy-charts', knownFrom: utc('2026-02-25T08:10'), payloadId: '3' },
      [{ startMs: noonMs, mwByType: { NUCLEAR: 2900 } }],
    ),
  )
  expect(await requests()).toEqual(['03 12 – 03 15', '03 12 – 17 12'])
})
