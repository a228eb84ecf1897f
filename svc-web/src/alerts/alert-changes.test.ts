import { expect, test } from 'bun:test'
import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { storeTestMember } from '../testing/account-fixture.ts'
import { createAlertChanges, createAlertsMemberData } from './alert-changes.ts'
import { listDeliveries } from './alert-store.ts'

const { sql } = await useTestDatabase(10)

const changes = createAlertChanges({
  sql,
  plans: defaultPlanTable.plans,
  secrets: createWebhookSecrets({ ALERT_SIGNING_KEY: 'a signing key of at least thirty-two characters' }),
  allowedReceivers: parseAllowedReceivers(''),
  realTimeMs: () => Date.now(),
})
const request = {
  condition: { kind: 'carbon', side: 'below', threshold: 30 },
  channel: 'webhook',
  url: 'https://hook.example.com/in',
  language: 'en',
} as const

async function newMember(id: string) {
  await sql`insert into accounts (id, name, plan) values (${id}, ${id}, 'pro')`
  const { id: memberId } = await storeTestMember({ sql }, id)
  return { memberId, accountId: id, address: 'a@example.org', sessionId: 's' }
}

test('a member deleted during the request leaves no alert behind', async () => {
  const member = await newMember('acc_gone')
  await sql`delete from members where id = ${member.memberId}`
  await expect(changes.create(member, request)).rejects.toMatchObject({ refusal: { code: 'unknown' } })
  expect(await createAlertsMemberData(sql).exportData(member)).toEqual([])
})

test('an account export lists its alerts without secrets, and a deletion removes them with their messages', async () => {
  const [member, other] = [await newMember('acc_leaving'), await newMember('acc_staying')]
  const { id } = await changes.create(member, request)
  const { id: kept } = await changes.create(other, request)
  await changes.test(member, id)
  const data = createAlertsMemberData(sql)
  const exported = await data.exportData(member)
  expect(exported).toMatchObject([{ id, url: request.url, description: expect.stringContaining('at most 30') }])
  expect(JSON.stringify(exported)).not.toMatch(/secret|whsec/i)
  expect(await listDeliveries(sql, id)).toHaveLength(1)
  await sql.begin((tx) => data.remove?.(tx, member))
  expect(await data.exportData(member)).toEqual([])
  expect(await listDeliveries(sql, id)).toEqual([])
  expect(await data.exportData(other)).toMatchObject([{ id: kept }])
})

test('a member changes alerts at most a hundred times a day, because every change is logged for ever', async () => {
  const member = await newMember('acc_busy')
  const { id } = await changes.create(member, request)
  for (let rotation = 0; rotation < 99; rotation += 1) await changes.rotate(member, id)
  await expect(changes.rotate(member, id)).rejects.toMatchObject({ refusal: { code: 'too_many_changes' } })
  const [row] = await sql`select secret_generation from alert_subscriptions where id = ${id}`
  expect(row).toEqual({ secretGeneration: 100 })
})
