import { beforeEach, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { hashApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { readAuditLog } from '../accounts/audit-log-store.ts'
import { requestPlan } from '../accounts/plan-changes.ts'
import { findStoredKey } from '../accounts/testing/stored-key.ts'
import { createSilentAccounts, storeTestMember } from '../testing/account-fixture.ts'
import {
  createBearerHeader,
  previousToken,
  readAnswer,
  startTestOperator,
  testBill,
  token,
} from './testing/operator-fixture.ts'

const { ask, audits, lines, sql, publishedKeys } = stopAtEnd(await startTestOperator())

beforeEach(() => {
  lines.length = 0
  publishedKeys.length = 0
})

test('a key is created, listed, rotated, given an expiry and revoked, with gateways notified and only ids in the audit', async () => {
  const created = await readAnswer(201, ask('POST', '/keys', { account: 'Ma Maison', plan: 'pro', name: 'first' }))
  expect(created).toMatchObject({ account: 'Ma Maison', plan: 'pro', name: 'first', expiresAt: null })
  expect(await findStoredKey(sql, hashApiKey(created.key))).toMatchObject({ revokedAt: null })
  const rotated = await readAnswer(201, ask('POST', `/keys/${created.keyId}/rotate`, { overlapHours: 2 }))
  expect(rotated.replaced.keyId).toBe(created.keyId)
  const moved = await readAnswer(200, ask('PATCH', `/keys/${rotated.keyId}`, { expiresAt: '2040-01-01T00:00:00Z' }))
  expect(moved).toMatchObject({ keyId: rotated.keyId, expiresAt: '2040-01-01T00:00:00Z', toldGateways: true })
  const revoked = await readAnswer(200, ask('POST', `/keys/${created.keyId}/revoke`))
  expect(revoked).toMatchObject({ keyId: created.keyId, wasRevoked: false })
  const { keys, isTruncated } = await readAnswer(200, ask('GET', '/keys?account=Ma%20Maison'))
  expect(isTruncated).toBe(false)
  expect(keys).toMatchObject([
    { keyId: created.keyId, state: 'revoked', replacedBy: rotated.keyId },
    { keyId: rotated.keyId, state: 'active', expiresAt: '2040-01-01T00:00:00Z' },
  ])
  expect(new Set(publishedKeys)).toEqual(new Set([hashApiKey(created.key), hashApiKey(rotated.key)]))
  const who = { audit: true, operator: 'current', outcome: 'done', requestId: expect.any(String) }
  const { accountId } = created
  expect(audits()).toEqual([
    { ...who, action: 'create key', keyId: created.keyId, accountId, plan: 'pro' },
    { ...who, action: 'rotate key', keyId: rotated.keyId, accountId, replacedKeyId: created.keyId },
    { ...who, action: 'change expiry', keyId: rotated.keyId, accountId },
    { ...who, action: 'revoke key', keyId: created.keyId, accountId },
    { ...who, action: 'list keys' },
  ])
  const log = JSON.stringify(lines)
  const secrets = [created.key, rotated.key].flatMap((key: string) => [key.slice(4), hashApiKey(key)])
  for (const secret of [...secrets, token, 'Ma Maison']) expect(log).not.toContain(secret)
})

test('no response contains the hash of a key', async () => {
  const created = await readAnswer(201, ask('POST', '/keys', { account: 'unhashed', plan: 'scale' }))
  const answers = [
    created,
    await readAnswer(200, ask('GET', '/keys')),
    await readAnswer(200, ask('PATCH', `/keys/${created.keyId}`, { expiresAt: null })),
    await readAnswer(200, ask('PUT', `/accounts/${created.accountId}/plan`, { plan: 'pro' })),
    await readAnswer(200, ask('POST', `/keys/${created.keyId}/revoke`, {})),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(hashApiKey(created.key))
})

test('an account’s plan is changed, and accounts and usage are listed', async () => {
  const { accountId } = await readAnswer(201, ask('POST', '/keys', { account: 'planned' }))
  const moved = await readAnswer(200, ask('PUT', `/accounts/${accountId}/plan`, { plan: 'scale' }))
  expect(moved).toEqual({
    accountId,
    account: 'planned',
    plan: 'scale',
    previousPlan: 'decouverte',
    toldGateways: true,
  })
  const { accounts } = await readAnswer(200, ask('GET', '/accounts'))
  expect(accounts).toContainEqual({
    accountId,
    account: 'planned',
    plan: 'scale',
    createdAt: expect.stringMatching(/Z$/),
    activeKeys: 1,
  })
  const usage = await readAnswer(200, ask('GET', '/usage?month=2026-11'))
  expect(usage).toEqual({ month: '2026-11', accounts: [{ ...testBill, month: '2026-11' }] })
})

test('members’ plan requests are listed, approved and refused', async () => {
  const { accountId } = await readAnswer(201, ask('POST', '/keys', { account: 'asking' }))
  const operator = createSilentAccounts({ sql, planTable: defaultPlanTable })
  const member = { ...operator, actor: await storeTestMember(operator, accountId) }
  const { requestId } = await requestPlan(member, accountId, 'scale')
  const { requests, isTruncated } = await readAnswer(200, ask('GET', '/plan-requests'))
  expect({ requests, isTruncated }).toMatchObject({
    requests: [{ requestId, accountId, account: 'asking', currentPlan: 'decouverte', plan: 'scale', state: 'open' }],
    isTruncated: false,
  })
  const refused = await readAnswer(200, ask('POST', `/plan-requests/${requestId}/refuse`))
  expect(refused).toMatchObject({ requestId, plan: 'decouverte', refusedPlan: 'scale' })
  const again = await requestPlan(member, accountId, 'pro')
  const approved = await readAnswer(200, ask('POST', `/plan-requests/${again.requestId}/approve`))
  expect(approved).toMatchObject({ accountId, plan: 'pro', previousPlan: 'decouverte' })
  expect((await ask('POST', `/plan-requests/${again.requestId}/approve`)).status).toBe(409)
  expect((await ask('POST', '/plan-requests/req_1/approve')).status).toBe(404)
  const { entries } = await readAuditLog(sql, {
    account: accountId,
    action: 'plan.set',
    from: null,
    to: null,
    before: null,
  })
  expect(entries).toMatchObject([{ actor: { kind: 'operator', id: 'listener:current' } }])
})

test('the previous token is accepted, and the audit says which token was used', async () => {
  await readAnswer(200, ask('GET', '/accounts', undefined, createBearerHeader(previousToken)))
  expect(audits()).toMatchObject([{ operator: 'previous', action: 'list accounts' }])
})
