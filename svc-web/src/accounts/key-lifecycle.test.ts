import { expect, test } from 'bun:test'
import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { findPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { testActor } from '../testing/account-fixture.ts'
import { type ActingDeps, createKey, revokeKey, rotateKey, setExpiry } from './account-changes.ts'
import { listAccounts, listKeys } from './account-store.ts'
import { setPlan } from './plan-changes.ts'
import type { KeyRefusedError } from './refusals.ts'
import { findStoredKey } from './testing/stored-key.ts'

const { sql } = await useTestDatabase(10)
let told: string[] = []
const accounts: ActingDeps = {
  actor: testActor,
  sql,
  planTable: defaultPlanTable,
  async publishKeyChange(sha256s) {
    told.push(...sha256s)
    return true
  },
}

const hour = { hours: 1 }
const create = (account: string, plan: PlanId | null = null, expiresAt: Temporal.Instant | null = null) =>
  createKey(accounts, { account, plan, name: 'k', expiresAt })
const rotate = (keyId: string, overlapHours = 24) => rotateKey(accounts, { selector: { keyId }, overlapHours })
const expire = (keyId: string, expiresAt: Temporal.Instant | null) =>
  setExpiry(accounts, { selector: { keyId }, expiresAt })
const plan = (account: string, to: PlanId) => setPlan(accounts, { account: { name: account }, plan: to })

/** Lets a key be over, whatever the rules say. */
const letExpire = (keyId: string) =>
  sql`update api_keys set expires_at = now() - interval '1 second' where id = ${keyId}`

async function refusal(change: Promise<unknown>): Promise<string> {
  const error = await change.then(
    () => null,
    (reason: KeyRefusedError) => reason,
  )
  expect(error?.name).toBe('KeyRefusedError')
  return `${error?.reason}: ${error?.message}`
}

/** What gateways are told by a change, as ids of keys. */
async function toldBy(change: () => Promise<unknown>): Promise<string[]> {
  told = []
  await change()
  const rows = await sql<
    { id: string }[]
  >`select id from api_keys where key_sha256 = any(${told}) order by created_at, id`
  return rows.map(({ id }) => id)
}

test('a one-key plan can rotate its key: both are valid during the overlap and count as one', async () => {
  const old = await create('one key')
  const before = Temporal.Now.instant()
  const rotated = await rotate(old.keyId)
  const record = await findStoredKey(sql, rotated.replaced.sha256)
  expect(record?.revokedAt).toBeNull()
  expect(record?.expiresAt?.equals(rotated.replaced.expiresAt)).toBe(true)
  const overlapHours = rotated.replaced.expiresAt.since(before).total('hours')
  expect(Math.round(overlapHours)).toBe(24)
  expect(await listKeys(sql, 'one key')).toMatchObject([
    { keyId: old.keyId, name: 'k', replacedBy: rotated.keyId },
    { keyId: rotated.keyId, name: 'k', replacedBy: null, expiresAt: null },
  ])
  expect(await refusal(create('one key'))).toContain('already has 1 active key(s)')
})

test('an overlap never extends a key, and the new key inherits the expiry of the old one', async () => {
  const expiresAt = Temporal.Now.instant().add(hour).round('second')
  const { keyId } = await create('short', null, expiresAt)
  const { replaced, ...rotated } = await rotate(keyId, 720)
  expect([replaced.expiresAt.toString(), rotated.expiresAt?.toString()]).toEqual([`${expiresAt}`, `${expiresAt}`])
})

test('without an overlap the old key expires at once', async () => {
  const { keyId } = await create('no overlap')
  const { replaced } = await rotate(keyId, 0)
  expect(Temporal.Instant.compare(replaced.expiresAt, Temporal.Now.instant())).toBeLessThanOrEqual(0)
})

test('replaced, revoked and expired keys cannot be rotated', async () => {
  const replaced = await create('dead ends', 'scale')
  const { keyId } = await rotate(replaced.keyId)
  expect(await refusal(rotate(replaced.keyId))).toContain(
    `conflict: Key ${replaced.keyId} was already replaced by ${keyId}`,
  )
  const expired = await create('dead ends')
  await letExpire(expired.keyId)
  expect(await refusal(rotate(expired.keyId))).toContain('is expired')
  const revoked = await create('dead ends')
  await revokeKey(accounts, { keyId: revoked.keyId })
  expect(await refusal(rotate(revoked.keyId))).toContain('is revoked')
  expect(await refusal(rotate('key_0000000000000000'))).toContain('not_found: No such key')
})

test('at most as many replaced keys are valid at once as the plan allows keys', async () => {
  const first = await create('piled')
  const second = await rotate(first.keyId)
  expect(await refusal(rotate(second.keyId))).toContain('has 1 replaced key(s) that are still valid')
  const third = await rotate(second.keyId, 0)
  await revokeKey(accounts, { keyId: first.keyId })
  expect((await rotate(third.keyId)).replaced.keyId).toBe(third.keyId)
})

test('one of several concurrent rotations of a key succeeds', async () => {
  const { keyId } = await create('raced', 'scale')
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => rotate(keyId)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listKeys(sql, 'raced')).toHaveLength(2)
})

test('concurrent rotations of several keys respect the same bound', async () => {
  for (let round = 0; round < 10; round += 1) {
    const account = `pile race ${round}`
    const [one, other] = [await create(account, 'pro'), await create(account)]
    const next = await rotate(one.keyId)
    const results = await Promise.allSettled([rotate(next.keyId), rotate(other.keyId)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a plan change applies to all keys at once, and a smaller plan is refused while there are too many keys', async () => {
  const { sha256 } = await revokeKey(accounts, { keyId: (await create('moved', 'scale')).keyId })
  const keys = [await create('moved'), await create('moved'), await create('moved')]
  expect(await refusal(plan('moved', 'pro'))).toBe(
    'conflict: Account "moved" has 3 active keys, and plan pro allows 2: revoke 1 first ' +
      '(bun run keys list --account "moved", then bun run keys revoke KEY_ID).',
  )
  await revokeKey(accounts, { keyId: keys[0]?.keyId ?? '' })
  await rotate(keys[1]?.keyId ?? '')
  expect(await plan('moved', 'pro')).toMatchObject({ plan: 'pro', previousPlan: 'scale', toldGateways: true })
  expect((await findStoredKey(sql, sha256))?.plan).toBe('pro')
  expect(await plan('moved', 'pro')).toMatchObject({ plan: 'pro', previousPlan: 'pro' })
  expect(await refusal(plan('nobody', 'pro'))).toContain('not_found: No such account')
})

test('a concurrent plan change and key creation never leave more keys than the plan allows', async () => {
  for (let round = 0; round < 5; round += 1) {
    const account = `plan race ${round}`
    await create(account, 'pro')
    await Promise.allSettled([plan(account, 'decouverte'), create(account)])
    const [listed] = (await listAccounts(sql)).filter((candidate) => candidate.account === account)
    const allowed = findPlan(defaultPlanTable.plans, listed?.plan ?? '')?.apiKeys ?? 0
    expect(listed?.activeKeys).toBeLessThanOrEqual(allowed)
  }
})

test('an expiry can be moved or removed, and an expired key revived while the plan has room', async () => {
  const { keyId } = await create('expiring')
  const at = Temporal.Now.instant().add(hour).round('second')
  expect((await expire(keyId, at)).expiresAt?.toString()).toBe(at.toString())
  expect((await expire(keyId, null)).expiresAt).toBeNull()
  expect(await refusal(expire(keyId, at.subtract({ hours: 2 })))).toContain('invalid: The expiry must be in the future')
  await letExpire(keyId)
  await expire(keyId, at)
  await letExpire(keyId)
  await create('expiring')
  expect(await refusal(expire(keyId, at))).toContain('already has 1 active key(s)')
})

test('a replaced key cannot be extended without bound or revived, and a revoked key has no expiry', async () => {
  const old = await create('overlapping')
  await rotate(old.keyId)
  const soon = Temporal.Now.instant().add(hour)
  await expire(old.keyId, soon)
  expect(await refusal(expire(old.keyId, null))).toContain('at most 720 hours from now')
  expect(await refusal(expire(old.keyId, soon.add({ hours: 721 })))).toContain('at most 720 hours from now')
  await letExpire(old.keyId)
  expect(await refusal(expire(old.keyId, soon))).toContain('its overlap is over')
  await revokeKey(accounts, { keyId: old.keyId })
  expect(await refusal(expire(old.keyId, soon))).toContain('is revoked')
})

test('gateways are notified of every affected key', async () => {
  const first = await create('told', 'scale')
  const second = await create('told')
  expect(await toldBy(() => expire(first.keyId, null))).toEqual([first.keyId])
  let rotatedId = ''
  const byRotation = await toldBy(async () => {
    rotatedId = (await rotate(first.keyId)).keyId
  })
  expect(byRotation).toEqual([first.keyId, rotatedId])
  expect(await toldBy(() => plan('told', 'pro'))).toEqual([first.keyId, second.keyId, rotatedId])
  expect(await toldBy(() => revokeKey(accounts, { keyId: second.keyId }))).toEqual([second.keyId])
  for (const keyId of [first.keyId, rotatedId]) await revokeKey(accounts, { keyId })
  expect(await toldBy(() => plan('told', 'scale'))).toEqual([])
})
