import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { type Fixture, startFixture, until } from './testing/servers-fixture.ts'
import { isEverythingRecomputed } from './testing/stored-tables.ts'

/** Longest the whole test may take, ms. */
const testTimeoutMs = 240_000
/** After so long every connection of the program has noticed that Redis is away, and tries again and again, ms. */
const noticedMs = 3_000

let folder: string
let fixture: Fixture

beforeAll(async () => {
  folder = await temporaryFolder()
  fixture = await startFixture(folder)
}, testTimeoutMs)
afterAll(async () => {
  await fixture.stop()
  await rm(folder, { recursive: true, force: true })
})

test(
  'a program that is told to stop while Redis is away leaves in order, before its deadline',
  async () => {
    const sql = await fixture.createDatabase('stopped')
    const ingest = fixture.startIngest('stopped', 1)
    await until('everything stored', () => isEverythingRecomputed(sql))
    await sql.end({ timeout: 1 })
    await fixture.stopRedis()
    await Bun.sleep(noticedMs)
    await ingest.stop()
    const log = await ingest.log
    expect(log).toContain('"stopped"')
    expect(ingest.exitCode()).toBe(0)
  },
  testTimeoutMs,
)
