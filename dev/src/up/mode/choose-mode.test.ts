import { afterAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createSql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { freePort } from '../../embedded/loopback-port.ts'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { openRunFile } from '../data-folder/run-file.ts'
import { chooseMode } from './choose-mode.ts'
import { readHeldMode } from './held-mode.ts'

const folder = await makeTemporaryFolder()
const nothingAsked = { mode: null, replayDir: null, asOf: null, prefersReal: false }
const holdsNothing = async () => null
const credentials = { RTE_CLIENT_ID: 'id', RTE_CLIENT_SECRET: 'secret' }

/** Stands for the portal: says one row, the page of a closed portal, a used-up quota, or nothing at all. */
let asked = 0
const portal = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    asked++
    const { pathname } = new URL(url)
    if (pathname.startsWith('/page')) {
      return new Response('<html>maintenance</html>', { headers: { 'content-type': 'text/html' } })
    }
    if (pathname.startsWith('/quota')) return Response.json({ errorcode: 10_002 }, { status: 429 })
    return Response.json({ total_count: 1, results: [{}] })
  },
})
const silent = createServer(() => undefined).listen(0, '127.0.0.1')
const silentAddress = silent.address()
const silentPort = typeof silentAddress === 'object' ? silentAddress?.port : 0
const at = (path: string) => ({ OPEN_ODRE_BASE_URL: `http://127.0.0.1:${portal.port}/${path}` })
const refusing = { OPEN_ODRE_BASE_URL: `http://127.0.0.1:${await freePort()}` }
const hanging = { OPEN_ODRE_BASE_URL: `http://127.0.0.1:${silentPort}` }
/** An address of the documentation, which no network routes. */
const unroutable = { OPEN_ODRE_BASE_URL: 'http://192.0.2.1' }

afterAll(async () => {
  await portal.stop(true)
  silent.close()
  await rm(folder, { recursive: true, force: true })
})

test('without credentials the mode is open when a publisher answers', async () => {
  expect(await chooseMode(nothingAsked, at('portal'), holdsNothing)).toMatchObject({ mode: 'open', modeSentence: null })
})

for (const [what, env] of [
  ['refuses the connection', refusing],
  ['never answers', hanging],
  ['lies at an address that is not routed', unroutable],
  ['answers with a web page', at('page')],
  ['has no calls left', at('quota')],
] as const) {
  test(`a publisher that ${what} makes it demo, loudly`, async () => {
    const choice = await chooseMode(nothingAsked, env, holdsNothing, 200)
    expect(choice).toMatchObject({ mode: 'demo', openAnswers: null })
    expect(choice.modeSentence).toMatch(/^NO REAL DATA:.*INVENTED.*--open/)
  })
}

test('stored real data make the mode open at once, and whether a publisher answers is found out later', async () => {
  const choice = await chooseMode(nothingAsked, hanging, async () => 'live', 200)
  expect(choice.mode).toBe('open')
  expect(await choice.openAnswers).toBe(false)
})

test('no publisher is asked when the mode is named, with credentials, at a chosen instant, or on stored demo data', async () => {
  asked = 0
  const env = at('portal')
  const modes = [
    await chooseMode({ ...nothingAsked, mode: 'demo' }, { ...env, ...credentials }, holdsNothing),
    await chooseMode({ ...nothingAsked, mode: 'live' }, env, holdsNothing),
    await chooseMode({ ...nothingAsked, replayDir: 'recordings' }, { ...env, ...credentials }, holdsNothing),
    await chooseMode(nothingAsked, { ...env, ...credentials }, holdsNothing),
    await chooseMode({ ...nothingAsked, asOf: Temporal.Instant.from('2026-02-03T18:20:00Z') }, env, holdsNothing),
    await chooseMode(nothingAsked, env, async () => 'demo'),
  ].map(({ mode }) => mode)
  expect(modes).toEqual(['demo', 'live', 'replay', 'live', 'demo', 'demo'])
  expect(asked).toBe(0)
})

test('--open makes the mode open even with credentials and without a network', async () => {
  const choice = await chooseMode({ ...nothingAsked, mode: 'open' }, { ...refusing, ...credentials }, holdsNothing)
  expect([choice.mode, await choice.openAnswers]).toEqual(['open', false])
})

test('the kind of the stored data is read from the note of the folder, or from the database that the environment names', async () => {
  const inFolder = { databaseUrl: null, dataDirs: [`${folder}/absent`, folder] }
  expect(await readHeldMode(inFolder)).toBeNull()
  const runFile = await openRunFile(folder)
  await runFile.note({ servedMode: 'open' })
  await runFile.close()
  expect(await readHeldMode(inFolder)).toBe('open')
  const database = await createTestDatabase()
  const inDatabase = { databaseUrl: database.url, dataDirs: [folder] }
  const sql = createSql(database.url, 'test', 1)
  await migrate(sql)
  expect(await readHeldMode(inDatabase)).toBeNull()
  await ensureDataMode(sql, 'demo')
  expect(await readHeldMode(inDatabase)).toBe('demo')
  await sql.end({ timeout: 1 })
  await database.drop()
  expect(await readHeldMode({ databaseUrl: 'postgres://u@127.0.0.1:1/x', dataDirs: [] })).toBeNull()
})

test('where real data are preferred, no start shows invented values unasked: live with credentials, else open, also while no publisher answers', async () => {
  const preferring = { ...nothingAsked, prefersReal: true }
  const heldDemo = async () => 'demo' as const
  expect(await chooseMode(preferring, refusing, heldDemo)).toMatchObject({ mode: 'open', modeSentence: null })
  expect(await chooseMode(preferring, { ...refusing, ...credentials }, holdsNothing)).toMatchObject({ mode: 'live' })
  expect(await chooseMode({ ...preferring, mode: 'demo' }, refusing, holdsNothing)).toMatchObject({ mode: 'demo' })
})
