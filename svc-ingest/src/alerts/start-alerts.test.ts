import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { readMails } from '@hexawatt/shared/mail/mailbox'
import { createMailer } from '@hexawatt/shared/mail/mailer'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createAlertMail } from './alert-mail.ts'
import { createAddressReader, forgetDeliveries, readUnreportedDisabled } from './delivery-queue-store.ts'
import { type AlertsDeps, startAlerts } from './start-alerts.ts'
import { storeScore } from './testing/alert-snapshots.ts'
import {
  addAccount,
  addPending,
  addSubscription,
  createStillClock,
  readDeliveries,
  secrets,
  startAlertStores,
  startReceiver,
} from './testing/alerts-fixture.ts'

let stores: Awaited<ReturnType<typeof startAlertStores>>
let redisUrl: string
let folder: string
let alerts: ReturnType<typeof startAlerts>
const stopping = new AbortController()
const clock = createStillClock('2026-11-23T10:00:00Z')

beforeAll(async () => {
  stores = await startAlertStores()
  redisUrl = await createTestRedisUrl()
  folder = await mkdtemp(join(tmpdir(), 'hexawatt-alerts-'))
})
beforeEach(async () => {
  await stores.sql`delete from alert_subscriptions`
  alerts = startAlerts(createAlertsDeps())
})
afterEach(() => alerts.stop())
afterAll(async () => {
  stopping.abort()
  await rm(folder, { recursive: true })
  await stores.stop()
})

/** Dependencies with which svc-ingest starts alerts; mails are written to a folder. */
function createAlertsDeps(): AlertsDeps {
  const { sql } = stores
  const mailer = createMailer({ from: 'Hexawatt <alerts@example.org>', mailboxDir: folder }, createMetrics('mail'))
  const mail = createAlertMail({
    mailer,
    addressOf: createAddressReader(sql),
    publicBaseUrl: 'https://api.example.org',
  })
  return {
    sql,
    clock,
    realClock: clock,
    plans: defaultPlanTable.plans,
    queueAddress: redisUrl,
    logger: createLogger('test', 'silent'),
    metrics: createMetrics('test'),
    stopping: stopping.signal,
    random: () => 0.5,
    secrets,
    allowedReceivers: parseAllowedReceivers('127.0.0.1'),
    resolveName: async () => [],
    mail,
  }
}

/** An account with a member. @returns its id and the member's address */
async function addMember() {
  const accountId = await addAccount(stores.sql)
  const address = `${accountId}@example.org`
  await stores.sql`
    insert into members (id, account_id, address, address_verified) values (${accountId}, ${accountId}, ${address}, true)`
  return { accountId, address }
}

const mailsTo = async (address: string) => (await readMails(folder)).filter(({ to }) => to === address)

describe('alerts', () => {
  test('that fire are sent at once, by webhook, and by mail in the language of the alert with a link to the page', async () => {
    const { sql } = stores
    const { accountId, address } = await addMember()
    const receiver = startReceiver()
    const condition = { kind: 'score', side: 'above', threshold: 70 } as const
    await addSubscription(sql, { accountId, condition })
    await addSubscription(sql, { accountId, condition, url: receiver.url })
    await storeScore(sql, clock.now(), 50)
    alerts.noticeChange('score')
    await until('the first comparison', async () => {
      const [row] = await sql`select 1 from alert_subscriptions where is_armed having count(*) = 2`
      return row !== undefined
    })
    clock.advance({ minutes: 1 })
    await storeScore(sql, clock.now(), 81)
    alerts.noticeChange('score')
    await until('the mail', async () => (await mailsTo(address)).length === 1)
    await until('the webhook', async () => receiver.received.length === 1)
    const [mail] = await mailsTo(address)
    expect(mail?.subject).toBe('Alerte Hexawatt\u00a0: Note\u00a0: au moins 70/100')
    expect(mail?.text).toContain('Note\u00a0: 81/100.')
    expect(mail?.text).toEndWith('https://api.example.org/account/alerts\n')
    receiver.stop()
  })

  test('that are disabled are announced by mail once', async () => {
    const { sql } = stores
    const { accountId, address } = await addMember()
    const id = await addSubscription(sql, { accountId })
    await sql`update alert_subscriptions set state = 'disabled', disabled_at = ${clock.now()}, language = 'en' where id = ${id}`
    await alerts.stop()
    // A start begins with a sweep.
    const again = startAlerts(createAlertsDeps())
    await until('the note that the mail was sent', async () => {
      const [row] = await sql`select 1 from alert_subscriptions where id = ${id} and disabled_notice_at is not null`
      return row !== undefined
    })
    await again.stop()
    expect(await readUnreportedDisabled(sql, clock.now(), 10)).toEqual([])
    const mails = await mailsTo(address)
    expect(mails.map(({ subject }) => subject)).toEqual(['Hexawatt: one of your alerts is disabled'])
    expect(mails[0]?.text).toContain('Carbon intensity: at most 30')
  })
})

test('a mail to an account without a member counts as a failed delivery and names no person', async () => {
  const { sql } = stores
  const id = await addSubscription(sql, { accountId: await addAccount(sql) })
  await addPending(sql, id, 1, clock.now())
  await alerts.stop()
  const again = startAlerts(createAlertsDeps())
  await until('the attempt', async () => (await readDeliveries(sql, id))[0]?.attempts === 1)
  expect(await readDeliveries(sql, id)).toMatchObject([{ state: 'pending', lastError: 'no member' }])
  await again.stop()
})

test('finished messages are deleted after seven days, waiting ones never', async () => {
  const { sql } = stores
  const id = await addSubscription(sql, { accountId: await addAccount(sql) })
  const now = clock.now()
  for (const days of [8, 8, 6]) await addPending(sql, id, 1, now.subtract({ hours: 24 * days }))
  await sql`update alert_deliveries set state = 'failed' where subscription_id = ${id} and sequence > 1`
  expect(await forgetDeliveries(sql, now)).toBe(1)
  expect((await readDeliveries(sql, id)).map(({ sequence }) => sequence)).toEqual([1, 3])
})
