import type { Figure } from '@hexawatt/dev/src/drill-figures.ts'
import { createUsageStore } from '@hexawatt/gateway/src/usage/usage-store.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { until } from '@hexawatt/shared/testing/until'
import { noOverage } from '@hexawatt/shared/usage/month-count'
import { createPolledDatabase } from '../../testing/ingest-fixture.ts'
import { exactBound, limitNumbers, requestFigures } from './figures.ts'
import { watchGateways } from './gateway-watch.ts'
import { type AccountLoad, countRequests, type LoggedRequest, mostAdmitted, startLoad } from './load.ts'
import { createProcesses, type Processes } from './processes.ts'
import {
  drillInstant,
  type Product,
  planTableWith,
  type StoreSettings,
  startProduct,
  storeAccounts,
} from './product.ts'
import { readMonths, sumOf } from './redis-months.ts'
import type { RedisNode } from './redis-node.ts'

/** Limit of the minute of every account of these drills. */
export const requestsPerMinute = 120

/** Load that an account is asked with, requests a second: far above its limit, at its limit, and below it. */
const rates = { greedy: 12, steady: requestsPerMinute / 60, calm: 0.5 }
const accountCounts = { greedy: 8, steady: 12, calm: 20 }

export type LimiterTopology = {
  stores: StoreSettings
  /** The masters that hold the limits of accounts now. */
  masters(): Promise<readonly RedisNode[]>
}

export type LimiterDrill<Topology extends LimiterTopology> = {
  gatewayCount: number
  gatewaySettings?: Readonly<Record<string, string>>
  startTopology(processes: Processes): Promise<Topology>
  /** Load before the fault and after `disturb` has returned, s. */
  secondsBefore: number
  secondsAfter: number
  /** The fault, from its begin to where the topology can serve again. Lines that it returns are printed with the figures. */
  disturb(topology: Topology, product: Product): Promise<readonly Figure[]>
}

/**
 * Real gateways and svc-carbon on this topology, accounts that ask at three rates, and a fault among it. Afterwards every number of the client is
 * held against those of Redis, the gateways and Postgres.
 */
export async function runLimiterDrill<Topology extends LimiterTopology>(drill: LimiterDrill<Topology>) {
  const processes = await createProcesses()
  const database = await createPolledDatabase(drillInstant, ['generation_by_type', 'physical_flows'])
  const sql = createSql(database.url, 'drill', 2)
  try {
    const topology = await drill.startTopology(processes)
    const planTable = planTableWith(requestsPerMinute)
    const loads = await accountLoads(database.url)
    const product = await startProduct({
      processes,
      stores: { DATABASE_URL: database.url, ...topology.stores },
      gatewayCount: drill.gatewayCount,
      planTable,
      ...(drill.gatewaySettings === undefined ? {} : { gatewaySettings: drill.gatewaySettings }),
    })
    const { gateways } = product
    const watch = watchGateways(gateways)
    await until('exact decisions', () => watch.isRead() && !watch.isLocal())
    watch.begin()
    const urls = gateways.map(({ url }) => url)
    const load = startLoad(urls, loads)
    await Bun.sleep(drill.secondsBefore * 1_000)
    const store = createUsageStore(sql, planTable.plans)
    const month = new Date().toISOString().slice(0, 7)
    const early = await readMonths(await topology.masters())
    await store.flush([...early].map(([accountId, requests]) => ({ accountId, month, requests, overage: noOverage })))
    const said = await drill.disturb(topology, product)
    await Bun.sleep(drill.secondsAfter * 1_000)
    const log = await load.stop()
    await until('exact decisions', () => !watch.isLocal())
    // Open counts are added to the months when Redis decides again.
    await Bun.sleep(2_000)
    await watch.stop()
    const months = await readMonths(await topology.masters())
    const numbers = limitNumbers({ inRedis: sumOf(months), watch, log })
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    const stored = await sql<{ accountId: string; requests: number }[]>`
      select account_id, requests::int as requests from usage_months`
    const storedOf = new Map(stored.map(({ accountId, requests }) => [accountId, requests]))
    const steady = new Set(loads.filter(({ perSecond }) => perSecond <= rates.steady).map(({ accountId }) => accountId))
    return {
      log,
      said,
      months,
      ...countRequests(log),
      ...numbers,
      /** Beyond what one Redis admits of any account in 60 s, and beyond that and what was lost of the account. */
      mostBeyondExact: mostBeyond(log, () => exactBound(requestsPerMinute)),
      mostBeyondLost: mostBeyond(log, (accountId) => exactBound(requestsPerMinute) + lostOf(log, months, accountId)),
      /** The most that an account was charged for beyond what it was served. */
      mostOvercharged: Math.max(0, ...loads.map(({ accountId }) => -lostOf(log, months, accountId))),
      refusedSteady: log.filter(({ status, accountId }) => status === 429 && steady.has(accountId)).length,
      /** Accounts of which Postgres holds less than before the fault. */
      fallen: [...early].filter(([accountId, requests]) => (storedOf.get(accountId) ?? 0) < requests).length,
      storedRequests: sumOf(storedOf),
    }
  } finally {
    await sql.end({ timeout: 1 })
    await processes.stop()
    await database.drop()
  }
}
export type LimiterOutcome = Awaited<ReturnType<typeof runLimiterDrill>>

async function accountLoads(databaseUrl: string): Promise<AccountLoad[]> {
  const { greedy, steady, calm } = accountCounts
  const accounts = await storeAccounts(databaseUrl, planTableWith(requestsPerMinute), greedy + steady + calm)
  const rateAt = (index: number) =>
    index < greedy ? rates.greedy : index < greedy + steady ? rates.steady : rates.calm
  return accounts.map((account, index) => ({ ...account, perSecond: rateAt(index) }))
}

/** 200s of these accounts that are in no month of Redis. */
export function lostOfAll({ log, months }: LimiterOutcome, accountIds: Iterable<string>): number {
  return [...accountIds].reduce((sum, accountId) => sum + lostOf(log, months, accountId), 0)
}

/** 200s of an account that are in no month of Redis; below 0: it was charged for more than it was served. */
function lostOf(log: readonly LoggedRequest[], months: ReadonlyMap<string, number>, accountId: string): number {
  const served = log.filter((request) => request.status === 200 && request.accountId === accountId).length
  return served - (months.get(accountId) ?? 0)
}

/** How far any account was admitted beyond its bound in 60 s; 0 where none was. */
function mostBeyond(log: readonly LoggedRequest[], boundOf: (accountId: string) => number): number {
  const beyond = [...Map.groupBy(log, ({ accountId }) => accountId)].map(
    ([accountId, requests]) => mostAdmitted(requests).admitted - boundOf(accountId),
  )
  return Math.max(0, ...beyond)
}

/** Guarantee of a drill; printed next to the measured value. */
export type LimiterTargets = { admitted: string; unnamed: string; localSeconds: string }

export function limiterFigures(outcome: LimiterOutcome, targets: LimiterTargets): Figure[] {
  const bound = exactBound(requestsPerMinute)
  return [
    ...requestFigures(outcome.log),
    {
      name: 'most of one account in 60 s',
      value: outcome.admitted,
      target: `${bound} while Redis decides; ${targets.admitted}`,
    },
    { name: 'most beyond that and what was lost of it', value: outcome.mostBeyondLost, target: '0' },
    { name: 'refused of who keeps the limit', value: outcome.refusedSteady },
    { name: 'months in Redis', value: outcome.inRedis, target: 'months + forgiven + owed + lost = 200s' },
    { name: 'of which reconciled', value: outcome.reconciled },
    { name: 'forgiven', value: outcome.forgiven },
    { name: 'owed at the end', value: outcome.owed },
    { name: '200s lost or not named', value: outcome.unnamed, target: targets.unnamed },
    { name: 'most overcharged of one account', value: outcome.mostOvercharged, target: '0' },
    { name: 'months in Postgres at the end', value: outcome.storedRequests },
    { name: 'stored months that fell', value: outcome.fallen, target: '0' },
    { name: 'longest local mode, s', value: outcome.localSeconds.toFixed(1), target: targets.localSeconds },
    { name: 'local decisions: passed, refused', value: `${outcome.localPassed}, ${outcome.localRefused}` },
    ...outcome.said,
  ]
}
