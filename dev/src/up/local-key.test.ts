import { expect, test } from 'bun:test'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { makeTemporaryFolder } from '../embedded/test-servers.ts'
import { ensureDemoKey, ensureLocalKey } from './local-key.ts'

/** A new key on the screen. */
const shown = { kind: 'text' as const, key: expect.stringMatching(/^hxw_[0-9a-f]{32}$/) }

test('a demo key is created once, and another on request even at the limit of the plan, with a sentence for the user', async () => {
  const database = await createTestDatabase()
  const told: string[] = []
  const say = (sentence: string) => void told.push(sentence)
  const place = { dataDir: '/nowhere', inFile: false }
  const stores = {
    databaseUrl: database.url,
    redisUrl: await createTestRedisUrl(),
    plansFile: undefined,
    ...place,
    say,
  }
  expect(await ensureLocalKey({ ...stores, another: false })).toEqual(shown)
  expect(await ensureLocalKey({ ...stores, another: false })).toEqual({ kind: 'earlier' })
  const keys = new Set<string>()
  for (let made = 0; made < 5; made += 1) keys.add(JSON.stringify(await ensureLocalKey({ ...stores, another: true })))
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
  const place = { dataDir: '/nowhere', inFile: false }
  const stores = { databaseUrl: database.url, redisUrl: await createTestRedisUrl(), plansFile, ...place, say }
  expect(await ensureLocalKey({ ...stores, another: false })).toEqual(shown)
  for (let made = 0; made < 2; made += 1) expect(await ensureLocalKey({ ...stores, another: true })).toEqual(shown)
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

test('a key that goes to a file is there, for its owner only, as soon as it has been made; a later start names the file as long as it is there', async () => {
  const [database, dataDir] = [await createTestDatabase(), await makeTemporaryFolder()]
  const redisUrl = await createTestRedisUrl()
  const ensure = (another: boolean) =>
    ensureLocalKey({
      ...{ databaseUrl: database.url, redisUrl, plansFile: undefined, dataDir, inFile: true, another },
      say: () => undefined,
    })
  const path = join(dataDir, 'api-key')
  expect(await ensure(false)).toEqual({ kind: 'file', path })
  const first = await Bun.file(path).text()
  expect([first, (await stat(path)).mode & 0o777]).toEqual([expect.stringMatching(/^hxw_[0-9a-f]{32}\n$/), 0o600])
  expect(await ensure(false)).toEqual({ kind: 'file', path })
  expect(await Bun.file(path).text()).toBe(first)
  expect(await ensure(true)).toEqual({ kind: 'file', path })
  expect(await Bun.file(path).text()).not.toBe(first)
  await rm(path)
  expect(await ensure(false)).toEqual({ kind: 'earlier' })
  await Promise.all([database.drop(), rm(dataDir, { recursive: true })])
})
