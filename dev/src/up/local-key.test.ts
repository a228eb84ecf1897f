import { expect, test } from 'bun:test'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores'
import { ensureLocalKey } from './local-key.ts'

test('a key is made once; another on demand, also when the plan is full, and then the user is told', async () => {
  const database = await createTestDatabase()
  const told: string[] = []
  const say = (sentence: string) => void told.push(sentence)
  const stores = { databaseUrl: database.url, redisUrl: await createTestRedisUrl(), say }
  expect(await ensureLocalKey({ ...stores, another: false })).toStartWith('hxw_')
  expect(await ensureLocalKey({ ...stores, another: false })).toBeNull()
  const keys = new Set<string | null>()
  for (let made = 0; made < 5; made += 1) keys.add(await ensureLocalKey({ ...stores, another: true }))
  expect(keys.size).toBe(5)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('oldest key')
  await database.drop()
})
