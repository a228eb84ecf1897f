import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { haproxy } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { programRoles, type RoleProgram, rolePrograms } from '@hexawatt/shared/postgres/roles/program-roles'
import { carbonSnapshot, dashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { readSnapshotRow } from '@hexawatt/shared/snapshot/snapshot-store'
import { storeTestKey, type TestKey } from '@hexawatt/shared/testing/key-fixture'
import { buildTestRoleUrl, testRolePasswords } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createTestMailbox } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { readFixtureOf230e4e1d, restoreDatabase, restoreRedis } from '../upgrade/testing/old-database-fixture.ts'
import { createProductCommand } from '../upgrade/testing/product-command.ts'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { requestFigures } from './testing/figures.ts'
import { type AccountLoad, countRequests, failedRequests, startLoad } from './testing/load.ts'
import { findOldSources } from './testing/old-sources.ts'
import { startIngest, startUpstream } from './testing/postgres/ingestion.ts'
import { createProcesses } from './testing/processes.ts'
import { createRollingPrograms, type ServingProgram, servingPrograms } from './testing/rolling-programs.ts'
import { createUpgradeWatch, servedTo } from './testing/upgrade-watch.ts'

const commit = '230e4e1d'
const { programs: found, missing: missingProgram } = await findDrillPrograms({ haproxy })
const { folder: oldSources, missing: missingSources } = await findOldSources(commit)

const root = join(import.meta.dir, '../..')
const processes = await createProcesses()
const recording = await readFixtureOf230e4e1d()
const database = await restoreDatabase(recording)
const mailbox = await createTestMailbox()
const upstream = startUpstream(Temporal.Instant.from(recording.recordedAt))
afterAll(async () => {
  await processes.stop()
  await upstream.stop()
  await Promise.all([database.drop(), mailbox.remove()])
})

const oldPrograms = servingPrograms.filter((name) => name !== 'svc-web')
const paths = ['/v1/score', '/v1/carbon/intensity', '/v1/grid/status', '/v1/score/history', '/v1/tariff/today']
const publicPaths = ['/api/status', '/api/plans', '/', '/plans', '/openapi.json']

/** The settings of `migrate` that hold the passwords of the test server's roles. */
const passwordSettings = Object.fromEntries(
  rolePrograms.map((program) => [programRoles[program].passwordSetting, testRolePasswords[program] ?? '']),
)

/** Quotas that the load goes beyond within seconds; the smallest plan serves nothing beyond its own. */
const quotas = { decouverte: 60, pro: 20, scale: 40 }

/** The recorded plans, in the form that both versions read, with the quotas of this drill. */
function planTable() {
  const { plans, ...others } = recording.plans as unknown as PlanTable
  const { decouverte, pro, scale } = plans
  return {
    ...others,
    plans: {
      decouverte: { ...decouverte, monthlyQuota: quotas.decouverte },
      pro: { ...pro, monthlyQuota: quotas.pro, overageCapMultiple: 1_000 },
      scale: { ...scale, monthlyQuota: quotas.scale, overageCapMultiple: 1_000 },
    },
  }
}

/** Upgrades every program under load, and takes one gateway back to the version of before. */
async function drill(haproxyProgram: FoundProgram, old: string) {
  const plansFile = join(processes.folder, 'plans.json')
  await Bun.write(plansFile, JSON.stringify(planTable()))
  const stores = { DATABASE_URL: database.url, REDIS_URL: await restoreRedis(recording), PLANS_FILE: plansFile }
  const settings = {
    ...stores,
    ...recording.secrets,
    MAILBOX_DIR: mailbox.folder,
    CLOCK_OFFSET_MS: String(upstream.clockOffsetMs),
  }
  // The old version knows no roles, and goes on as the owner.
  const settingsOf = (name: ServingProgram, sources: string) =>
    sources === old ? settings : { ...settings, DATABASE_URL: buildTestRoleUrl(database.url, name) }
  const programs = await createRollingPrograms({ processes, haproxy: haproxyProgram, settingsOf })
  const oldIngest = await startIngest(processes, 'svc-ingest of before', upstream, stores, old)
  await programs.startAll(oldPrograms, old)

  const sql = createSql(database.url, 'drill', 1)
  const accounts: TestKey[] = []
  for (const plan of ['scale', 'scale', 'scale', 'scale', 'scale', 'pro', 'scale', 'decouverte', 'pro'] as const) {
    accounts.push(await storeTestKey({ sql }, plan))
  }
  const changing = accounts.at(-1)
  if (changing === undefined) throw new Error('no account')
  const url = programs.urlOf('gateway')
  const rate = { perSecond: 3 }
  const keyed = accounts
    .slice(0, -1)
    .map((account, n): AccountLoad => ({ ...account, ...rate, path: paths[n % paths.length] ?? '' }))
  const anonymous = publicPaths.map(
    (path): AccountLoad => ({ accountId: `anonymous ${path}`, key: null, perSecond: 2, path }),
  )
  const load = startLoad([url], [...keyed, ...anonymous])
  const asPro = startLoad([url], [{ ...changing, ...rate }])
  const gateways = programs.places
    .filter(({ name }) => name === 'gateway')
    .map(({ port }) => `http://127.0.0.1:${port}`)
  const watch = createUpgradeWatch({ url, gateways, cookies: recording.asked.cookies })
  const ownStores = (program: RoleProgram) => ({ ...stores, DATABASE_URL: buildTestRoleUrl(database.url, program) })
  const commands = { old: createProductCommand(old, stores), new: createProductCommand(root, ownStores('svc-web')) }
  await Bun.sleep(3_000)

  // In the order of the documents: schema, svc-ingest, svc-web, then one instance of everything after the other.
  const migrate = Bun.spawn([process.execPath, '--no-env-file', join(root, 'shared/src/postgres/migrate-main.ts')], {
    env: { DATABASE_URL: database.url, ...passwordSettings },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const migrated = await migrate.exited
  const ingest = await startIngest(processes, 'svc-ingest', upstream, ownStores('svc-ingest'))
  await until('the new svc-ingest has written its snapshots', () => hasNewSnapshots(sql))
  await programs.startAll(['svc-web'], root)
  const codes = await programs.replace(0, root, oldPrograms)

  // Both versions serve: keys and plans that one of them changes hold in the other one.
  const mixed = [await watch.tryKeys(commands.old), await watch.tryKeys(commands.new)]
  await watch.trySessions()
  await watch.trySignIn(mailbox)
  const logOfPro = await asPro.stop()
  await commands.new('keys', 'plan', '--account', changing.account, '--plan', 'scale')
  await watch.whenQuotaIs(changing.key, quotas.scale)
  const asScale = startLoad([url], [{ ...changing, ...rate }])
  await Bun.sleep(3_000)
  codes.push(...(await programs.replace(1, root, oldPrograms)))
  await Bun.sleep(3_000)

  // And back: a gateway of the version of before after the new ones, on the same stores.
  codes.push(...(await programs.replace(0, old, ['gateway'])))
  mixed.push(await watch.tryKeys(commands.old))
  await watch.trySessions()
  await watch.trySignIn(mailbox)
  await Bun.sleep(3_000)
  const logOfScale = await asScale.stop()
  const log = [...(await load.stop()), ...logOfPro, ...logOfScale]
  const sessions = await watch.stop()
  await Promise.all([ingest.stop(), oldIngest.stop()])
  await programs.stopAll()
  const refused = await refusedStatements()
  const month = new Date().toISOString().slice(0, 7)
  const bills: Bill[] = JSON.parse(await commands.new('usage', '--month', month, '--json'))
  const days = await sql<{ accountId: string; ok: number }[]>`
    select account_id, sum(ok)::int as ok from usage_days group by account_id`
  await sql.end({ timeout: 1 })
  return { accounts, changing, log, logOfPro, migrated, codes, mixed, sessions, bills, days, refused }
}

/** Whether the snapshots are there that have another form than in the old version. */
async function hasNewSnapshots(sql: Sql): Promise<boolean> {
  return (
    (await readSnapshotRow(sql, carbonSnapshot)) !== null && (await readSnapshotRow(sql, dashboardSnapshot)) !== null
  )
}

/** What any program logged of statements that the schema or the rights of its role do not allow. */
async function refusedStatements(): Promise<string[]> {
  const logs = await Array.fromAsync(new Bun.Glob('*/log.txt').scan({ cwd: processes.folder, absolute: true }))
  const lines = await Promise.all(logs.map(async (log) => (await Bun.file(log).text()).split('\n')))
  return lines.flat().filter((line) => /does not exist|permission denied|violates/.test(line))
}

type Bill = { accountId: string; requests: number; beyondByPlan: Record<string, number> }
type Drilled = Awaited<ReturnType<typeof drill>>

/** What each account must be counted: all of its answers with status 200, and those beyond the quota by the plan that they were served under. */
function expectedCounts({ accounts, changing, log, logOfPro }: Drilled) {
  return accounts.map(({ accountId, plan }) => {
    const requests = servedTo(log, accountId)
    const beyond: Record<string, number> = { decouverte: 0, pro: 0, scale: 0 }
    if (accountId === changing.accountId) {
      const asPro = servedTo(logOfPro, accountId)
      beyond['pro'] = Math.max(0, asPro - quotas.pro)
      beyond['scale'] = requests - Math.max(asPro, quotas.scale)
    } else if (plan === 'pro' || plan === 'scale') beyond[plan] = Math.max(0, requests - quotas[plan])
    return { accountId, requests, beyondByPlan: beyond }
  })
}

test.skipIf(missingProgram !== null || missingSources !== null)(
  'G2. no request, count, session or key is lost while 230e4e1d is upgraded to this release under load, and back',
  async () => {
    if (found === null || oldSources === null) return
    const drilled = await drill(found.haproxy, oldSources)
    const { log, migrated, codes, mixed, sessions, bills, days, refused } = drilled
    const limited = drilled.accounts.find(({ plan }) => plan === 'decouverte') ?? { accountId: '' }
    const expected = expectedCounts(drilled)
    const counted = expected.map(({ accountId }) => {
      const bill = bills.find((one) => one.accountId === accountId)
      return { accountId, requests: bill?.requests, beyondByPlan: bill?.beyondByPlan }
    })
    const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)
    const beyond = (plan: 'pro' | 'scale') => [
      sum(expected.map(({ beyondByPlan }) => beyondByPlan[plan])),
      sum(counted.map(({ beyondByPlan }) => beyondByPlan?.[plan])),
    ]
    await reportFigures(`G2 upgrade from ${commit} and back`, [
      ...requestFigures(log),
      {
        name: 'with keys: 200s as the clients counted, as billed',
        value: [sum(expected.map(({ requests }) => requests)), sum(counted.map(({ requests }) => requests))].join(', '),
      },
      { name: 'beyond the quota of pro, counted and billed', value: beyond('pro').join(', ') },
      { name: 'beyond the quota of scale, counted and billed', value: beyond('scale').join(', ') },
      {
        name: 'served to an account with a quota',
        value: servedTo(log, limited.accountId),
        target: String(quotas.decouverte),
      },
      { name: 'account pages asked for, of them served', value: [sessions.asked, sessions.served].join(', ') },
      { name: 'programs replaced', value: codes.length, target: String(2 * oldPrograms.length + 1) },
    ])
    expect(migrated).toBe(0)
    expect(refused).toEqual([])
    expect(codes).toEqual(codes.map(() => 0))
    expect(failedRequests(log)).toEqual([])
    expect(countRequests(log).served).toBeGreaterThan(500)
    expect(counted).toEqual(expected)
    const byDay = new Map(days.map(({ accountId, ok }) => [accountId, ok]))
    expect(expected.map(({ accountId }) => byDay.get(accountId))).toEqual(expected.map(({ requests }) => requests))
    expect(servedTo(log, limited.accountId)).toBe(quotas.decouverte)
    expect(mixed).toEqual(mixed.map(() => ({ isAcceptedEverywhere: true, isRefusedEverywhere: true })))
    expect(sessions.failures).toEqual([])
  },
  300_000,
)
