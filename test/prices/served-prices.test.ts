import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { type ContractVersion, TariffsResponse } from '@hexawatt/shared/contract/planning/contracts'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { createApp } from '@hexawatt/svc-score/src/app.ts'
import { createDeps } from '@hexawatt/svc-score/src/deps.ts'
import { Env } from '@hexawatt/svc-score/src/env.ts'
import { createPlanHeaders, testToken } from '@hexawatt/svc-score/src/testing/score-fixture.ts'
import * as v from 'valibot'
import { startIngestFixture } from '../testing/ingest-fixture.ts'

const fixture = stopAtEnd(await startIngestFixture('2026-02-03T12:20:00Z'))
const poller = createPoller(fixture.deps)
afterEach(() => fixture.faults.clear())

/** svc-score on the stores of the fixture. */
async function startScore(settings: Readonly<Record<string, string>> = {}) {
  const env = parseEnv(Env, {
    DATABASE_URL: fixture.urlOf('svc-score'),
    REDIS_URL: fixture.env['REDIS_URL'],
    INTERNAL_PORT: '0',
    INTERNAL_TOKEN: testToken,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const deps = { ...(await createDeps(env, createLeapingTime())), clock: fixture.clock }
  const app = createApp(deps).listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${app.server?.port}${path}`, { headers: createPlanHeaders('scale') })
  async function stop(): Promise<void> {
    await app.stop()
    await deps.close()
  }
  return { ask, stop }
}
const score = stopAtEnd(await startScore())

async function readTable({ ask }: Pick<typeof score, 'ask'> = score) {
  const response = await ask('/api/tariffs')
  const { contracts } = v.parse(TariffsResponse, await response.json())
  return { contracts, etag: response.headers.get('etag'), modified: response.headers.get('last-modified') }
}
const from2025 = (contracts: readonly ContractVersion[], id: string) =>
  contracts
    .filter((version) => version.id === id && version.from >= '2025-08-01')
    .map(({ from, to, certainty }) => [from, to, certainty])

test('until a file was read the shipped table serves', async () => {
  expect((await readTable()).contracts).toEqual(shippedTable.contracts)
})

test('a file that lags behind a decision gives its own prices up to it, and the shipped ones from there on', async () => {
  fixture.faults.set([{ kind: 'former_file', subject: 'cre' }])
  await poller.poll('regulated_prices')
  for (const id of ['base', 'hphc', 'tempo'])
    expect(from2025((await readTable()).contracts, id)).toEqual([
      ['2025-08-01', '2026-02-01', 'official'],
      ['2026-02-01', '2026-08-01', 'published'],
      ['2026-08-01', null, 'unconfirmed'],
    ])
})

test('newest rows that are not believed leave their days to the shipped prices, and the status says so', async () => {
  fixture.clock.advance({ hours: 24 })
  fixture.faults.set([{ kind: 'prices_in_cents', subject: 'cre' }])
  await poller.poll('regulated_prices')
  expect(from2025((await readTable()).contracts, 'base').slice(0, 2)).toEqual([
    ['2025-08-01', '2026-02-01', 'official'],
    ['2026-02-01', '2026-08-01', 'published'],
  ])
  const status = await createSnapshotReader(fixture.deps).read(statusSnapshot)
  expect(status?.sources.find(({ id }) => id === 'regulated_prices')).toMatchObject({
    consecutiveFailures: 0,
    note: expect.stringContaining('Rows that are not believed and left out: 20.'),
  })
})

test('the regulator’s prices replace the shipped ones of the same days under another entity tag, with subscriptions', async () => {
  const before = await readTable()
  fixture.clock.advance({ hours: 24 })
  await poller.poll('regulated_prices')
  const after = await readTable()
  expect(from2025(after.contracts, 'tempo')).toEqual([
    ['2025-08-01', '2026-02-01', 'official'],
    ['2026-02-01', '2026-08-01', 'official'],
    ['2026-08-01', null, 'unconfirmed'],
  ])
  const base = after.contracts.find(({ id, from }) => id === 'base' && from === '2026-02-01')
  expect(base?.prices).toEqual([
    { minKva: null, maxKva: 6, eurPerKwh: { all: 0.19398 } },
    { minKva: 9, maxKva: null, eurPerKwh: { all: 0.19266 } },
  ])
  expect(base?.subscriptions.map(({ kva }) => kva)).toEqual([3, 6, 9, 12, 15])
  expect(base?.note).toContain('Demo data')
  expect(after.etag).not.toBe(before.etag)
  expect(after.modified).toBe('Thu, 05 Feb 2026 12:20:00 GMT')
})

test('the same files a day later keep entity tag and date', async () => {
  const before = await readTable()
  fixture.clock.advance({ hours: 24 })
  await poller.poll('regulated_prices')
  expect(await readTable()).toEqual(before)
})

describe('a table of the operator', () => {
  test('is preferred to the regulator’s', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'hexawatt-tariffs-')), 'tariffs.json')
    await Bun.write(path, JSON.stringify({ contracts: shippedTable.contracts.slice(0, 1), adders: [] }))
    const own = await startScore({ TARIFFS_FILE: path })
    expect((await readTable(own)).contracts).toEqual(shippedTable.contracts.slice(0, 1))
    await own.stop()
    await rm(dirname(path), { recursive: true })
  })
})

test('a power with another price pays it: the plan of a load costs the official price of the subscribed power', async () => {
  await poller.store('power_exchanges')
  await poller.refreshLive()
  const plan = async (kva: number) => {
    const query = `energyKWh=10&powerKW=2&tariff=base&subscribedKva=${kva}&objective=cost`
    const body = (await (await score.ask(`/v1/schedule?${query}`)).json()) as {
      plan: { cost: { eur: number; certainty: string } | null }
    }
    return body.plan.cost
  }
  expect(await plan(6)).toMatchObject({ eur: 1.9398, basis: 'regulated', certainty: 'confirmed' })
  expect(await plan(9)).toMatchObject({ eur: 1.9266, basis: 'regulated', certainty: 'confirmed' })
})
