import { expect, test } from 'bun:test'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { makeTemporaryFolder } from '../embedded/test-servers.ts'
import { ensureDemoKey, ensureLocalKey, keepKey } from './local-key.ts'

test('a demo key is created once, and another on request even at the limit of the plan, with a sentence for the user', async () => {
  const database = await createTestDatabase()
  const told: string[] = []
  const say = (sentence: string) => void told.push(sentence)
  const stores = { databaseUrl: database.url, redisUrl: await createTestRedisUrl(), plansFile: undefined, say }
  expect(await ensureLocalKey({ ...stores, another: false })).toStartWith('hxw_')
  expect(await ensureLocalKey({ ...stores, another: false })).toBeNull()
  const keys = new Set<string | null>()
  for (let made = 0; made < 5; made += 1) keys.add(await ensureLocalKey({ ...stores, another: true }))
  expect(keys.size).toBe(5)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('oldest key')
  await database.drop()
})

test('with another plan table the key belongs to its largest plan, and as many keys are kept as that plan allows', async () => {
  const [database, folder] = [await createTestDatabase(), await makeTemporaryFolder()]
  const plansFile = join(folder, 'plans.json')
  const { decouverte, pro } = defaultPlanTable.plans
  const atelier = { ...pro, name: 'Atelier', index: 4, apiKeys: 2 }
  await Bun.write(plansFile, JSON.stringify({ ...defaultPlanTable, plans: { decouverte, atelier } }))
  const told: string[] = []
  const say = (sentence: string) => void told.push(sentence)
  const stores = { databaseUrl: database.url, redisUrl: await createTestRedisUrl(), plansFile, say }
  expect(await ensureLocalKey({ ...stores, another: false })).toStartWith('hxw_')
  for (let made = 0; made < 2; made += 1) expect(await ensureLocalKey({ ...stores, another: true })).toStartWith('hxw_')
  expect(told).toHaveLength(1)
  const sql = createSql(database.url, 'local-key test', 1)
  const [found] = await sql<{ plan: string }[]>`select plan from accounts`
  expect(found?.plan).toBe('atelier')
  await sql.end({ timeout: 5 })
  await Promise.all([database.drop(), rm(folder, { recursive: true })])
})

test('a data folder keeps one demo key of the usual format, and the environment can replace it', async () => {
  const folders = { one: await makeTemporaryFolder(), other: await makeTemporaryFolder() }
  const made = await ensureDemoKey({ dataDir: folders.one }, {})
  expect(made).toMatch(/^hxw_[0-9a-f]{32}$/)
  expect(await ensureDemoKey({ dataDir: folders.one }, { DEMO_API_KEY: '' })).toBe(made)
  expect(await ensureDemoKey({ dataDir: folders.other }, {})).not.toBe(made)
  const chosen = `hxw_${'c'.repeat(32)}`
  expect(await ensureDemoKey({ dataDir: folders.one }, { DEMO_API_KEY: chosen })).toBe(chosen)
  for (const folder of Object.values(folders)) await rm(folder, { recursive: true })
})

test('a key that goes to a file can be read by its owner only, and a later start names the file as long as it is there', async () => {
  const dataDir = await makeTemporaryFolder()
  expect(await keepKey({ key: 'hxw_1', dataDir, inFile: false })).toEqual({ kind: 'text', key: 'hxw_1' })
  expect(await keepKey({ key: null, dataDir, inFile: true })).toEqual({ kind: 'earlier' })
  const path = join(dataDir, 'api-key')
  expect(await keepKey({ key: 'hxw_1', dataDir, inFile: true })).toEqual({ kind: 'file', path })
  expect([await Bun.file(path).text(), (await stat(path)).mode & 0o777]).toEqual(['hxw_1\n', 0o600])
  expect(await keepKey({ key: null, dataDir, inFile: true })).toEqual({ kind: 'file', path })
  expect(await keepKey({ key: 'hxw_2', dataDir, inFile: true })).toEqual({ kind: 'file', path })
  expect(await Bun.file(path).text()).toBe('hxw_2\n')
  await rm(dataDir, { recursive: true })
})
