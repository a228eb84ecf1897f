import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { createSilentAccounts, testActor } from '../testing/account-fixture.ts'
import { createKey, revokeKey, rotateKey, setExpiry } from './account-changes.ts'
import { type AuditFilter, auditLog, readAuditLog } from './audit-log-store.ts'
import { setPlan } from './plan-changes.ts'

const { sql } = await useTestDatabase(5)
const accounts = createSilentAccounts({ sql, planTable: defaultPlanTable })

const any: AuditFilter = { account: null, action: null, from: null, to: null, before: null }
const read = (filter: Partial<AuditFilter>, limit?: number) => readAuditLog(sql, { ...any, ...filter }, limit)
const create = (account: string) =>
  createKey(accounts, { account, plan: 'pro', name: 'bob@example.org', expiresAt: null })

/** Actions and details of an account, oldest first. */
async function recorded(account: string) {
  const { entries } = await read({ account })
  return entries.map(({ action, details }) => ({ action, details })).reverse()
}

test('every effective change of keys and plans is recorded with its actor', async () => {
  const { keyId, accountId } = await create('every change')
  const rotated = await rotateKey(accounts, { selector: { keyId }, overlapHours: 1 })
  const expiresAt = Temporal.Instant.from('2040-01-01T00:00:00Z')
  await setExpiry(accounts, { selector: { keyId: rotated.keyId }, expiresAt })
  await setPlan(accounts, { account: { accountId }, plan: 'scale' })
  await setPlan(accounts, { account: { accountId }, plan: 'scale' })
  await revokeKey(accounts, { keyId })
  await revokeKey(accounts, { keyId })
  expect(await recorded(accountId)).toEqual([
    { action: 'account.created', details: { plan: 'pro' } },
    { action: 'key.created', details: { keyId, expiresAt: null } },
    {
      action: 'key.rotated',
      details: {
        keyId: rotated.keyId,
        replacedKeyId: keyId,
        replacedEndsAt: isoSeconds(rotated.replaced.expiresAt),
      },
    },
    { action: 'key.expiry_set', details: { keyId: rotated.keyId, expiresAt: '2040-01-01T00:00:00Z', before: null } },
    { action: 'plan.set', details: { plan: 'scale', previousPlan: 'pro' } },
    { action: 'key.revoked', details: { keyId } },
  ])
  const { entries } = await read({ account: 'every change' })
  for (const entry of entries) expect(entry).toMatchObject({ actor: testActor, accountId, account: 'every change' })
})

test('a change and its audit entry are committed or rolled back together', async () => {
  const { accountId } = await create('together')
  const before = await recorded(accountId)
  await expect(
    createKey(accounts, { account: 'together', plan: 'scale', name: 'k', expiresAt: null }),
  ).rejects.toThrow()
  expect(await recorded(accountId)).toEqual(before)
  const nameless = { ...accounts, actor: { kind: 'system', id: '' } } as const
  await expect(setPlan(nameless, { account: { accountId }, plan: 'scale' })).rejects.toThrow('audit_log')
  const [account] = await sql<{ plan: string }[]>`select plan from accounts where id = ${accountId}`
  expect(account?.plan).toBe('pro')
  expect(await recorded(accountId)).toEqual(before)
})

test('the audit log refuses every update, deletion and truncation', async () => {
  await create('append only')
  await expect(sql`update audit_log set actor_id = 'nobody'`.execute()).rejects.toThrow(
    'append-only: UPDATE is refused',
  )
  await expect(sql`delete from audit_log`.execute()).rejects.toThrow('append-only: DELETE is refused')
  await expect(sql`delete from audit_log where false`.execute()).rejects.toThrow('append-only: DELETE is refused')
  await expect(sql`truncate audit_log`.execute()).rejects.toThrow('append-only: TRUNCATE is refused')
  expect(await recorded('append only')).toHaveLength(2)
})

test('the audit log hides keys and e-mail addresses', async () => {
  const { key, accountId } = await create('hidden')
  const details = { note: `${key} of bob@example.org`, count: 1 }
  const actor = { kind: 'member', id: 'carol@example.org' } as const
  await sql.begin((tx) => auditLog(tx, { actor, action: 'key.created', accountId, details }))
  const { entries } = await read({ account: accountId }, 1)
  expect(entries[0]).toMatchObject({
    actor: { kind: 'member', id: '[hidden]' },
    details: { note: 'hxw_[hidden] of [hidden]', count: 1 },
  })
  expect(JSON.stringify((await read({})).entries)).not.toContain('@')
})

test('audit pages go from the newest entry to the oldest without a gap, and filters apply', async () => {
  const { accountId, keyId } = await create('paged')
  for (const plan of ['scale', 'pro', 'scale'] as const) await setPlan(accounts, { account: { accountId }, plan })
  const whole = (await read({ account: accountId })).entries
  const pages: string[][] = []
  let before: string | null = null
  do {
    const page = await read({ account: accountId, before }, 2)
    pages.push(page.entries.map(({ id }) => id))
    before = page.next
  } while (before !== null)
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(pages.flat()).toEqual(whole.map(({ id }) => id))
  const created = await read({ account: accountId, action: 'key.created' })
  expect(created.entries.map(({ details }) => details['keyId'])).toEqual([keyId])
  const [newest] = whole
  const at = newest?.at ?? Temporal.Now.instant()
  const since = (await read({ account: accountId, from: at })).entries
  const until = (await read({ account: accountId, to: at })).entries
  expect(since.length).toBeGreaterThan(0)
  expect([...since, ...until]).toEqual(whole)
})
