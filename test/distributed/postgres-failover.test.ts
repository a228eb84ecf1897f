import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { until } from '../disasters/testing/servers-fixture.ts'
import { letMinimumIntervalPass, storedTables } from '../disasters/testing/stored-tables.ts'
import { requestFigures } from './testing/figures.ts'
import { openDrillPlace } from './testing/postgres/drill-place.ts'
import { type FailoverTopology, startFailoverTopology } from './testing/postgres/failover-fixture.ts'
import { fillDatabase, startIngest, startUpstream, type Upstream } from './testing/postgres/ingestion.ts'
import { filledAt, isUpToDate, type Outage, runOutage, secondsWith } from './testing/postgres/outage-drill.ts'
import { poolSize } from './testing/postgres/postgres-access-fixture.ts'
import { createProcesses, type Processes } from './testing/processes.ts'
import type { StoreSettings } from './testing/product.ts'

const { place, close } = await openDrillPlace('drill E')
let topology: FailoverTopology
let upstream: Upstream
let undisturbed: Record<string, string>
let processes: Processes | null = null

/** Longest that svc-history may be away, s; longest until a revocation holds, ms. */
const maxHistoryAwaySeconds = 30
const maxRevocationMs = 1_000
/** Time in which no client gets a connection, ms: longer than the services wait for a connection. */
const exhaustedMs = 12_000
/** Longest a whole test may take, ms. */
const testTimeoutMs = 180_000
/** Of the log of svc-ingest, when it did not go on. */
const shownLogChars = 8_000

/** Addresses of the stores as the programs have them: svc-history reads a replica. */
const newStores = () => ({
  DATABASE_URL: topology.url,
  DATABASE_READ_URL: topology.readUrl,
  REDIS_URL: topology.createRedisUrl(),
})

beforeAll(async () => {
  if (place === null) return
  topology = await startFailoverTopology(place)
  upstream = startUpstream()
  await topology.createDatabase('filled')
  await fillDatabase({ ...newStores(), DATABASE_URL: topology.directUrl('filled') }, filledAt)
  await topology.resetDatabase('filled')
  const sql = createSql(topology.directUrl('hexawatt'), 'drill', 2)
  const before = await storedTables(sql)
  await letMinimumIntervalPass(sql)
  const ingest = await startIngest(place.processes, 'undisturbed', upstream, newStores())
  await until('the undisturbed run', () => isUpToDate(sql))
  undisturbed = await storedTables(sql)
  expect(undisturbed['feedValues']).not.toBe(before['feedValues'] ?? '')
  await ingest.stop()
  await sql.end({ timeout: 1 })
}, 180_000)
afterEach(async () => {
  await processes?.stop()
  await topology?.cluster.restoreNodes()
})
afterAll(async () => {
  await topology?.stopRedis()
  await upstream?.stop()
  await close()
})

/** Runs a fault on a copy of the filled database. */
async function drill(fault: () => Promise<void>, stores: StoreSettings = newStores()): Promise<Outage> {
  processes = await createProcesses()
  await topology.resetDatabase('filled')
  return runOutage({ topology, upstream, processes, stores, fault })
}

async function expectUnharmed(name: string, outage: Outage): Promise<void> {
  const { cached, history, rows, before, after, tables, revocationMs, ingestStatus, isRecovered } = outage
  const awaySeconds = secondsWith(history, 503)
  const historyErrors = history.filter(({ status }) => status >= 500 && status !== 503)
  const cachedErrors = cached.filter(({ status }) => status === 0 || status >= 500)
  const areTablesEqual = Bun.deepEquals(tables, undisturbed)
  // The running day goes on: of it, what was stored before the fault.
  const completeDays = before.chain.slice(0, -1)
  const isChainEqual =
    Bun.deepEquals(after.chain.slice(0, completeDays.length), completeDays) &&
    Bun.deepEquals(after.lines.slice(0, before.lines.length), before.lines)
  await reportFigures(`E ${name}`, [
    ...requestFigures(cached).map((figure) => ({ ...figure, name: `known keys: ${figure.name}` })),
    ...requestFigures(history).map((figure) => ({ ...figure, name: `history: ${figure.name}` })),
    { name: 'history: seconds of 503', value: awaySeconds.toFixed(1), target: 'at most 30' },
    { name: 'history: 5xx that are not 503', value: historyErrors.length, target: '0' },
    { name: 'writable again after, s', value: outage.writableAfterSeconds.toFixed(1) },
    { name: 'rows confirmed', value: rows.confirmed },
    { name: 'of which lost', value: rows.lost, target: '0' },
    { name: 'revocation holds after, ms', value: revocationMs.toFixed(0), target: 'at most 1000' },
    { name: 'tables', value: areTablesEqual ? 'equal' : 'DIFFERENT', target: 'equal to an undisturbed run' },
    { name: 'audit chain', value: isChainEqual ? 'equal' : 'DIFFERENT', target: 'equal' },
  ])
  if (!isRecovered || !areTablesEqual) console.error(outage.ingestLog.slice(-shownLogChars))
  expect(cachedErrors).toEqual([])
  expect(historyErrors).toEqual([])
  expect(awaySeconds).toBeLessThanOrEqual(maxHistoryAwaySeconds)
  expect(rows.lost).toBe(0)
  expect(revocationMs).toBeLessThanOrEqual(maxRevocationMs)
  expect(tables).toEqual(undisturbed)
  expect(completeDays.length).toBeGreaterThan(0)
  expect(isChainEqual).toBe(true)
  expect(ingestStatus).toBe('running')
}

test.skipIf(place === null)(
  'E. when the primary is killed during a poll, nothing confirmed is lost and known keys see no outage',
  async () => {
    // svc-history loses its server too: it reads the primary, as it does where there is no replica.
    const { DATABASE_READ_URL: _, ...stores } = newStores()
    const outage = await drill(topology.cluster.killLeader, stores)
    await expectUnharmed('primary killed', outage)
  },
  testTimeoutMs,
)

test.skipIf(place === null)(
  'E. when the primary is switched over in order during a poll, nothing is lost and known keys see no outage',
  async () => {
    const outage = await drill(topology.cluster.switchover)
    await expectUnharmed('planned switchover', outage)
  },
  testTimeoutMs,
)

/** Takes all connections that PgBouncer gives of this database, as they become free. */
async function takeEveryConnection(url: string): Promise<() => Promise<void>> {
  const greedy = createSql(url, 'greedy', poolSize)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = Array.from({ length: poolSize }, () =>
    greedy
      .begin(async (tx) => {
        await tx`select 1`
        await released
      })
      // PgBouncer lets those wait for a while only who come when all are taken.
      .catch(() => undefined),
  )
  return async () => {
    release()
    await Promise.all(holding)
    await greedy.end({ timeout: 1 })
  }
}

test.skipIf(place === null)(
  'E. when all connections of PgBouncer are taken for a while during a poll, nothing is lost and known keys see no outage',
  async () => {
    const outage = await drill(async () => {
      const releases = await Promise.all([topology.url, topology.readUrl].map(takeEveryConnection))
      await Bun.sleep(exhaustedMs)
      await Promise.all(releases.map((release) => release()))
    })
    await expectUnharmed('pool exhausted', outage)
  },
  testTimeoutMs,
)
