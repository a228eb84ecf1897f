import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { fingerprintKey } from '@hexawatt/shared/keys/api-key'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createSilentAccounts } from '../testing/account-fixture.ts'
import { createKey, revokeKey } from './account-changes.ts'
import type { KeySelector, NewKey } from './account-inputs.ts'
import { listAccounts, listKeys } from './account-store.ts'
import { KeyRefusedError } from './refusals.ts'
import { findStoredKey } from './testing/stored-key.ts'

const { sql } = await useTestDatabase(10)
const accounts = createSilentAccounts({ sql, planTable: defaultPlanTable })

const create = (account: string, more: Partial<NewKey> = {}) =>
  createKey(accounts, { account, plan: null, name: 'k', expiresAt: null, ...more })
const revoke = (selector: KeySelector) => revokeKey(accounts, selector)

test('a key is stored as its hash with the plan of its account, and the key itself nowhere', async () => {
  const { key, ...created } = await create('found', { plan: 'pro' })
  expect(await findStoredKey(sql, fingerprintKey(key).sha256)).toEqual({
    accountId: created.accountId,
    keyId: created.keyId,
    plan: 'pro',
    expiresAt: null,
    revokedAt: null,
  })
  const [row] = await sql<{ text: string }[]>`select k::text as text from api_keys k where id = ${created.keyId}`
  expect(row?.text).not.toContain(key)
})

test('an existing account keeps its plan, and another plan is refused with the remedy', async () => {
  await create('kept', { plan: 'scale' })
  expect((await create('kept')).plan).toBe('scale')
  await expect(create('kept', { plan: 'pro' })).rejects.toThrow('is on plan scale, not pro: omit --plan')
})

test('concurrent creations never exceed the plan’s number of keys', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => create('raced', { plan: 'scale' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await listKeys(sql, 'raced')).toHaveLength(5)
})

test('a revoked or expired key makes room for another', async () => {
  const first = await create('places')
  await expect(create('places')).rejects.toThrow(KeyRefusedError)
  await revoke({ keyId: first.keyId })
  const second = await create('places')
  await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${second.keyId}`
  expect((await create('places')).account).toBe('places')
})

test('a key is revoked by id, by its two ends or by its hash, and revoking twice is no error', async () => {
  const { key, keyId } = await create('revoked')
  const print = fingerprintKey(key)
  expect(await revoke({ prefix: print.prefix, last4: print.last4 })).toMatchObject({ keyId, wasRevoked: false })
  expect(await revoke({ keyId })).toMatchObject({ sha256: print.sha256, wasRevoked: true })
  expect(await revoke({ sha256: print.sha256 })).toMatchObject({ wasRevoked: true })
  expect((await findStoredKey(sql, print.sha256))?.revokedAt).not.toBeNull()
})

test('two ends that match two keys revoke none', async () => {
  const [one, other] = [await create('twins', { plan: 'pro' }), await create('twins')]
  const { prefix, last4 } = fingerprintKey(one.key)
  const ends = { prefix, last4 }
  await sql`update api_keys set ${sql(ends)} where id = ${other.keyId}`
  await expect(revoke(ends)).rejects.toThrow('More than one key has these first and last characters')
  expect((await listKeys(sql, 'twins')).every(({ revokedAt }) => revokedAt === null)).toBe(true)
})

test('revoking an unknown key is refused', async () => {
  await expect(revoke({ keyId: 'key_0000000000000000' })).rejects.toThrow('No such key')
})

test('an expiry is stored exactly', async () => {
  const expiresAt = Temporal.Instant.from('2030-01-31T23:00:00Z')
  const { key } = await create('expiring', { expiresAt })
  expect((await findStoredKey(sql, fingerprintKey(key).sha256))?.expiresAt?.equals(expiresAt)).toBe(true)
})

test('a key that expires in the past is refused', async () => {
  const expiresAt = Temporal.Now.instant().subtract({ seconds: 1 })
  await expect(create('too late', { expiresAt })).rejects.toThrow('must be in the future')
  expect(await listKeys(sql, 'too late')).toEqual([])
})

test('accounts are listed by name with their active keys', async () => {
  await create('zz counted', { plan: 'pro' })
  const { keyId } = await create('zz counted')
  await revoke({ keyId })
  expect((await listAccounts(sql)).at(-1)).toMatchObject({ account: 'zz counted', plan: 'pro', activeKeys: 1 })
})
