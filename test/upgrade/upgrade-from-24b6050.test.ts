import { expect, test } from 'bun:test'
import { HoursResponse } from '@hexawatt/shared/contract/hours'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { runUsageCommand } from '@hexawatt/svc-web/src/cli/usage-command.ts'
import * as v from 'valibot'
import { computeRequestedHours } from '../testing/requested-hours.ts'
import { startSystem } from '../testing/system-fixture.ts'
import { fileOf, readFixtureOf24b6050, restoreAndMigrate } from './testing/old-database-fixture.ts'

const now = '2026-11-22T14:05:00Z'
const old = await readFixtureOf24b6050()
const database = await restoreAndMigrate(old)
closeAtEnd(() => database.drop())
const system = stopAtEnd(
  await startSystem({
    asOf: now,
    databaseUrl: database.url,
    gateway: { seams: { realTimeMs: () => Temporal.Instant.from(now).epochMilliseconds } },
  }),
)

function ask(path: string, key: string): Promise<Response> {
  return fetch(`${system.gatewayUrl}${path}`, { headers: { 'x-api-key': old.keys[key] ?? '' } })
}

test('the fixture is smaller than 300 kB, and older than the newest migration', async () => {
  expect(Bun.file(fileOf('24b6050')).size).toBeLessThan(300_000)
  expect(database.applied.length).toBeGreaterThan(0)
})

test('a database of 24b6050 serves the same points after the upgrade', async () => {
  const answer = await ask('/v1/score/history?from=2026-11-20T00:00:00Z&to=2026-11-22T12:00:00Z', 'scale')
  expect(answer.status).toBe(200)
  expect(old.history.points).toHaveLength(360)
  expect(await answer.json()).toEqual(old.history)
})

test('the prices that were stored before the upgrade are those of their hours after it', async () => {
  const stored = await system.sql<{ hour: string; eurPerMwh: number }[]>`
    select to_char(date_trunc('hour', slot_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour,
      round(avg(value)::numeric, 2)::float8 as eur_per_mwh
    from feed_values where feed = 'power_exchanges' and series = 'PRICE' and slot_end <= date_trunc('hour', ${now}::timestamptz)
    group by 1 having sum(slot_end - slot_start) = interval '1 hour' order by 1`
  expect(stored.length).toBeGreaterThan(0)
  await computeRequestedHours(system.ingest)
  const { hours, eurPerMwh } = v.parse(HoursResponse, await (await system.get('/api/hours?month=2026-11')).json())
  const served = hours.map((hour, index) => ({ hour, eurPerMwh: eurPerMwh[index] }))
  expect(served.filter((one) => one.eurPerMwh !== null)).toEqual([...stored])
})

test('every old key opens its account’s plan: a replaced key until its end, and a key of an account moved since', async () => {
  const limits = { scale: '150000', scaleSecond: '150000', pro: '30000', replaced: '30000', replacing: '30000' }
  for (const [key, quota] of Object.entries({ ...limits, freeThenPro: '30000' })) {
    const answer = await ask('/v1/tariff/today', key)
    expect([key, answer.status, answer.headers.get('x-ratelimit-limit-month')]).toEqual([key, 200, quota])
  }
})

test('old months are billed as before', async () => {
  for (const [month, bills] of Object.entries(old.bills)) {
    let printed = ''
    const exitCode = await runUsageCommand({
      argv: ['--month', month, '--json'],
      env: { DATABASE_URL: database.url },
      now: Temporal.Instant.from(now),
      print: (text) => {
        printed += text
      },
      say: () => undefined,
    })
    expect(exitCode).toBe(0)
    const billOf = new Map<string, { requests: number; eur: string | number }>(
      JSON.parse(printed).map((bill: { account: string }) => [bill.account, bill]),
    )
    for (const [account, { requests, eur }] of Object.entries(bills)) {
      const bill = billOf.get(account)
      expect([month, account, bill?.requests, Number(bill?.eur)]).toEqual([month, account, requests, eur])
    }
  }
})
