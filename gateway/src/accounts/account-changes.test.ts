import { afterAll, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase } from '@hexawatt/shared/testing/stores'
import { createApiKey, fingerprint } from '../auth/api-key.ts'
import { createKeyStore } from '../auth/key-store.ts'
import type { NewKey } from './key-creation.ts'
import { KeyRefusedError } from './key-refused-error.ts'

const database = await createTestDatabase()
const sql = createSql(database.url, 'key-store test', 10)
const store = createKeyStore(sql, defaultPlanTable)

afterAll(async () => {
  await sql.end({ timeout: 5 })
  await database.drop()
})

function newKey(account: string, more: Partial<NewKey> = {}): NewKey {
  return { account, plan: null, name: 'k', expiresAt: null, fingerprint: fingerprint(createApiKey()), ...more }
}

test('a key is found by its hash with the plan of its account, and the key itself is stored nowhere', async () => {
  const key = createApiKey()
  const created = await store.create(newKey('found', { plan: 'pro', fingerprint: fingerprint(key) }))
  const record = await store.find(fingerprint(key).sha256)
  expect(record?.principal).toEqual({
    v: 2,
    accountId: created.accountId,
    keyId: created.keyId,
    plan: 'pro',
    entitlements: {
      forecastHours: 48,
      customWeights: true,
      historyDays: 31,
      analytics: true,
      deepestHistoryDays: 3_660,
    },
  })
  expect(record).toMatchObject({ isRevoked: false, expiresAtMs: null })
  const [row] = await sql<{ text: string }[]>`select k::text as text from api_keys k where id = ${created.keyId}`
  expect(row?.text).not.toContain(key)
})

test('an unknown hash finds nothing', async () => {
  expect(await store.find('0'.repeat(64))).toBeNull()
})

test('an existing account keeps its plan, and another plan is refused with the remedy', async () => {
  await store.create(newKey('kept', { plan: 'scale' }))
  expect((await store.create(newKey('kept'))).plan).toBe('scale')
  await expect(store.create(newKey('kept', { plan: 'pro' }))).rejects.toThrow(
    'is on plan scale, not pro: leave --plan out',
  )
})

test('creations that race never exceed the plan’s number of keys', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => store.create(newKey('raced', { plan: 'scale' }))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await store.list('raced')).toHaveLength(5)
})

test('a revoked and an expired key make place for another', async () => {
  const first = await store.create(newKey('places'))
  await expect(store.create(newKey('places'))).rejects.toThrow(KeyRefusedError)
  await store.revoke({ keyId: first.keyId })
  const second = await store.create(newKey('places'))
  await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${second.keyId}`
  expect((await store.create(newKey('places'))).account).toBe('places')
})

test('revoking works by id, by the two ends and by the hash, and again is no error', async () => {
  const print = fingerprint(createApiKey())
  const { keyId } = await store.create(newKey('revoked', { fingerprint: print }))
  expect(await store.revoke({ prefix: print.prefix, last4: print.last4 })).toMatchObject({ keyId, wasRevoked: false })
  expect(await store.revoke({ keyId })).toMatchObject({ sha256: print.sha256, wasRevoked: true })
  expect(await store.revoke({ sha256: print.sha256 })).toMatchObject({ wasRevoked: true })
  expect((await store.find(print.sha256))?.isRevoked).toBe(true)
})

test('ends that fit two keys revoke none', async () => {
  const [one, other] = [fingerprint(createApiKey()), fingerprint(createApiKey())]
  const ends = { prefix: one.prefix, last4: one.last4 }
  await store.create(newKey('twins', { plan: 'pro', fingerprint: one }))
  await store.create(newKey('twins', { fingerprint: { ...other, ...ends } }))
  await expect(store.revoke(ends)).rejects.toThrow('More than one key has these ends')
  expect((await store.list('twins')).every(({ revokedAt }) => revokedAt === null)).toBe(true)
})

test('a key that does not exist cannot be revoked', async () => {
  await expect(store.revoke({ keyId: 'key_0000000000000000' })).rejects.toThrow('No such key')
})

test('an expiry is stored as the instant it is', async () => {
  const print = fingerprint(createApiKey())
  const expiresAt = Temporal.Instant.from('2030-01-31T23:00:00Z')
  await store.create(newKey('expiring', { expiresAt, fingerprint: print }))
  expect((await store.find(print.sha256))?.expiresAtMs).toBe(expiresAt.epochMilliseconds)
})

test('a key that would be over before it begins is refused', async () => {
  const expiresAt = Temporal.Now.instant().subtract({ seconds: 1 })
  await expect(store.create(newKey('too late', { expiresAt }))).rejects.toThrow('must lie in the future')
  expect(await store.list('too late')).toEqual([])
})

test('accounts are listed by name with the keys that count', async () => {
  await store.create(newKey('zz counted', { plan: 'pro' }))
  const { keyId } = await store.create(newKey('zz counted'))
  await store.revoke({ keyId })
  expect((await store.listAccounts()).at(-1)).toMatchObject({ account: 'zz counted', plan: 'pro', activeKeys: 1 })
})
