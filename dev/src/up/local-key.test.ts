import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { temporaryFolder } from '../embedded/test-servers.ts'
import { ensureDemoKey, ensureLocalKey } from './local-key.ts'

test('a key is created once; another on request, also at the limit of the plan, with a sentence for the user', async () => {
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

test('a data folder keeps one demo key, in the format of a key; the environment can replace it', async () => {
  const folders = { one: await temporaryFolder(), other: await temporaryFolder() }
  const made = await ensureDemoKey({ dataDir: folders.one }, {})
  expect(made).toMatch(/^hxw_[0-9a-f]{32}$/)
  expect(await ensureDemoKey({ dataDir: folders.one }, { DEMO_API_KEY: '' })).toBe(made)
  expect(await ensureDemoKey({ dataDir: folders.other }, {})).not.toBe(made)
  const chosen = `hxw_${'c'.repeat(32)}`
  expect(await ensureDemoKey({ dataDir: folders.one }, { DEMO_API_KEY: chosen })).toBe(chosen)
  for (const folder of Object.values(folders)) await rm(folder, { recursive: true })
})
