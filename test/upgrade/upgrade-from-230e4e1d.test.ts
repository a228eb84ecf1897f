import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { createSql } from '@hexawatt/shared/postgres/client'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { buildTestRoleUrl } from '@hexawatt/shared/testing/stores-fixture'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import { evaluateAlerts } from '@hexawatt/svc-ingest/src/alerts/evaluate-alerts.ts'
import { createTestMailbox, createTestSite, signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { createProcesses } from '../distributed/testing/processes.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { fileOf, readFixtureOf230e4e1d, restoreAndMigrate, restoreRedis } from './testing/old-database-fixture.ts'
import { createProductCommand } from './testing/product-command.ts'
import { recordAnswers } from './testing/recorded-answers.ts'
import { startUpgradedPrograms } from './testing/upgraded-programs.ts'

const root = join(import.meta.dir, '../..')
const { asked, answers: recorded, ...recording } = await readFixtureOf230e4e1d()
const processes = stopAtEnd(await createProcesses())
const mailbox = await createTestMailbox()
closeAtEnd(() => mailbox.remove())
const database = await restoreAndMigrate(recording)
closeAtEnd(() => database.drop())
const plansFile = join(await processes.folderOf('plans'), 'plans.json')
await Bun.write(plansFile, JSON.stringify(recording.plans))

const stores = { DATABASE_URL: database.url, REDIS_URL: await restoreRedis(recording), PLANS_FILE: plansFile }
const url = await startUpgradedPrograms(processes, {
  ...stores,
  ...recording.secrets,
  MAILBOX_DIR: mailbox.folder,
  CLOCK_OFFSET_MS: String(computeOffsetMs(Temporal.Instant.from(recording.recordedAt))),
})
const commandStores = { ...stores, DATABASE_URL: buildTestRoleUrl(database.url, 'svc-web') }
const answers = await recordAnswers({ ...asked, url, command: createProductCommand(root, commandStores) })

/** Whether a key has reached its end since it was recorded. */
const hasEnded = ({ expiresAt }: { expiresAt: string | null }): boolean =>
  expiresAt !== null && Temporal.Instant.compare(expiresAt, Temporal.Now.instant()) <= 0

type ListedKey = { last4: string; expiresAt: string | null; state: string }
const stateNow = (key: ListedKey): ListedKey =>
  hasEnded(key) && key.state !== 'revoked' ? { ...key, state: 'expired' } : key
const recordedKeys: ListedKey[] = recorded.keys

test('the fixture is smaller than 200 kB, and older than the newest migration', () => {
  expect(Bun.file(fileOf('230e4e1d')).size).toBeLessThan(200_000)
  expect(database.applied.length).toBeGreaterThan(0)
})

test('a database of 230e4e1d serves the same points after the upgrade', () => {
  expect(recorded.history.points).toHaveLength(282)
  expect(answers.history).toEqual(recorded.history)
})

test('every key keeps its state and plan: active, rotated, revoked, expiring, of an account that changed its plan', () => {
  expect(new Set(recordedKeys.map(({ state }) => state))).toEqual(new Set(['active', 'replaced', 'revoked']))
  expect(answers.keys).toEqual(recordedKeys.map(stateNow))
  for (const [name, key] of Object.entries(asked.keys)) {
    const listed = recordedKeys.find(({ last4 }) => key.endsWith(last4))
    const isOver = listed === undefined || hasEnded(listed)
    const expected = isOver ? { isAccepted: false, quota: null } : recorded.access[name]
    expect([name, answers.access[name]]).toEqual([name, expected])
  }
})

test('both months are billed as before, with overage of two plans and counts that only Redis has', () => {
  const bills: { accountId: string; requests: number; beyondByPlan: object }[] = recorded.bills
  const changedPlan = bills.find(({ requests }) => requests === 75)
  expect(changedPlan?.beyondByPlan).toEqual({ decouverte: 0, pro: 6, scale: 15 })
  const months = recording.tables.find(({ table }) => table === 'usage_months')?.rows ?? []
  const stored = months.filter(({ account_id }) => account_id === changedPlan?.accountId)
  expect(stored.map(({ requests }) => requests)).toEqual([47, 46])
  expect(answers.bills).toEqual(recorded.bills)
  expect(answers.billsOfLastMonth).toEqual(recorded.billsOfLastMonth)
})

test('the open request for a plan stays open, and every entry of the audit log is kept', () => {
  expect(recorded.requests).toHaveLength(1)
  expect(answers.requests).toEqual(recorded.requests)
  expect(answers.auditLog).toEqual(recorded.auditLog)
})

describe.each(Object.keys(asked.cookies))('the session of %s', (name) => {
  /** The pages of the session then and now. */
  function shown() {
    const { [name]: before } = recorded.members
    const { [name]: after } = answers.members
    if (before === undefined || after === undefined) throw new Error(`${name} was not recorded`)
    return { before, after }
  }

  test('the session opens the account with the same keys, requests, alerts and messages', () => {
    const { before, after } = shown()
    expect([before.startStatus, after.startStatus]).toEqual([303, 303])
    const { keys, alerts, ...rest } = before.exported
    expect(after.exported).toEqual({
      ...rest,
      // Sentences for the member, which a later version may word differently.
      afterDeletion: expect.any(String),
      alerts: alerts.map((alert: object) => ({ ...alert, description: expect.any(String) })),
      keys: keys.map(stateNow),
      // The old version kept no log of requests.
      requests: [],
    })
    expect(after.sessionIds).toEqual(before.sessionIds)
    expect(after.messages).toEqual(before.messages)
  })

  test('the session shows the same usage by day, for as long as the product shows that month', () => {
    const { before, after } = shown()
    const thisMonth = Temporal.Now.plainDateISO('UTC').toPlainYearMonth()
    const { months } = Temporal.PlainYearMonth.from(asked.month).until(thisMonth, { largestUnit: 'month' })
    if (months <= 12) expect(after.usageByDay).toEqual(before.usageByDay)
  })
})

test('a member signs in again to the same account by a mailed link', async () => {
  const before = recorded.members['alice']?.exported
  const browser = await signIn(createTestSite(url), mailbox, 'alice@example.org')
  const exported = await (await browser.ask('/account/settings/export')).json()
  expect(exported).toMatchObject({ memberId: before.memberId, account: before.account })
})

test('alerts already sent are not sent again for the same month', async () => {
  const clock = createTestClock(recording.recordedAt)
  const sql = createSql(database.url, 'upgrade test', 1)
  const fired = await evaluateAlerts({ sql, clock, realClock: clock, plans: readPlanTable(plansFile).plans })
  await sql.end({ timeout: 5 })
  const alerts: { id: string; condition: { kind: string } }[] = Object.values(recorded.members).flatMap(
    ({ exported }) => exported.alerts,
  )
  const sent = alerts.filter(({ condition }) => condition.kind === 'quota').map(({ id }) => id)
  expect(sent).toHaveLength(2)
  expect(fired.filter((id) => sent.includes(id))).toEqual([])
})

test('a webhook is signed with the secret that its member was shown, also after a rotation', async () => {
  const secrets = createWebhookSecrets(recording.secrets)
  const sql = createSql(database.url, 'upgrade test', 1)
  const rows = await sql<{ id: string; secretKeyId: string; secretGeneration: number }[]>`
    select id, secret_key_id, secret_generation from alert_subscriptions where channel = 'webhook'`
  await sql.end({ timeout: 5 })
  const shown = rows.map(({ id, secretKeyId, secretGeneration }) => ({
    alertId: id,
    secret: secrets.shown(id, secretKeyId, secretGeneration),
  }))
  expect(shown).toHaveLength(2)
  expect(new Set(shown)).toEqual(new Set(asked.webhooks))
})
