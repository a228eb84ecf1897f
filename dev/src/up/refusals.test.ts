import { afterAll, expect, test } from 'bun:test'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createSql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { freePort } from '../embedded/loopback-port.ts'
import { makeTemporaryFolder } from '../embedded/test-servers.ts'
import { lockFolder } from './data-folder/folder-lock.ts'
import { projectFolder, repositoryRoot } from './data-folder/places.ts'
import { programNames } from './program-settings.ts'

const folder = await makeTemporaryFolder()
const port = String(await freePort())
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Stands for every publisher of open data: nothing answers there. */
const noPublisher = { OPEN_ODRE_BASE_URL: `http://127.0.0.1:${port}` }
const bareEnv = { PATH: Bun.env['PATH'] ?? '', HOME: folder }

/** Runs `up` until it refuses, and holds it to the form of every refusal: exit code 1 and one line on standard error. */
async function refusal(
  args: readonly string[],
  env: Record<string, string> = bareEnv,
  script = join(import.meta.dir, 'main.ts'),
): Promise<string> {
  const up = Bun.spawn([process.execPath, '--no-env-file', script, ...args], {
    env,
    stdin: 'ignore',
    stderr: 'pipe',
  })
  const stderr = await new Response(up.stderr).text()
  expect(await up.exited).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  return stderr.trim()
}

const inFolder = (...args: string[]) => ['--port', port, '--data-dir', join(folder, 'data'), ...args]
const demoIn = (dataDir: string, ...args: string[]) => ['--demo', '--port', port, '--data-dir', dataDir, ...args]

const credentials = { RTE_CLIENT_ID: 'id', RTE_CLIENT_SECRET: 'secret' }
const asOf = ['--as-of', '2025-01-15T12:00:00Z']
test.each<[guarantee: string, args: string[], sentence: RegExp, env?: Record<string, string>]>([
  ['an unknown option is refused, with where to read the known ones', ['--prot', '1'], /'--prot'.*--help/],
  ['a word that belongs to no option is refused', ['start'], /start.*--help/],
  ['a port of the wrong form is refused', ['--port', '70000'], /1 to 65535/],
  [
    'an instant without a UTC offset is refused, with an example',
    inFolder('--demo', '--as-of', '2025-01-15T12:00'),
    /2025-01-15T12:00:00Z/,
  ],
  [
    'a replay folder that does not exist is refused',
    inFolder('--replay', join(folder, 'nowhere')),
    /nowhere.*--replay/,
  ],
  ['live data cannot be moved to another instant', inFolder(...asOf), /--replay/, credentials],
  ['open data cannot be moved to another instant', inFolder('--open', ...asOf), /--replay/, noPublisher],
  [
    'two modes at once are refused',
    inFolder('--demo', '--open'),
    /Only one of --demo, --open, --live and --replay DIR/,
  ],
  ['two modes at once are refused, also when one is a replay', inFolder('--live', '--replay', folder), /Only one of/],
  [
    '--live without credentials is refused, with what is missing and the mode that needs none',
    inFolder('--live'),
    /RTE_CLIENT_ID and RTE_CLIENT_SECRET.*--open/,
  ],
  [
    'half of the live credentials is refused before anything is started',
    inFolder(),
    /RTE_CLIENT_SECRET/,
    { RTE_CLIENT_ID: 'id' },
  ],
  // An address of the documentation.
  [
    'an address that does not belong to this machine is refused, with the option that chooses another',
    inFolder('--demo', '--host', '192.0.2.1'),
    /192\.0\.2\.1 is no address of this machine.*--host/,
  ],
])('%s', async (_guarantee, args, sentence, env = {}) => {
  expect(await refusal(args, { ...bareEnv, ...env })).toMatch(sentence)
})

test('a port in use is refused, with the option that chooses another', async () => {
  const otherServer = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => otherServer.once('listening', listening))
  const address = otherServer.address()
  const taken = typeof address === 'object' && address !== null ? String(address.port) : ''
  expect(await refusal(['--demo', '--port', taken, '--data-dir', join(folder, 'data')])).toMatch(
    `Port ${taken} is taken`,
  )
  otherServer.close()
})

test('a data folder that cannot be written is refused, with the option that chooses another', async () => {
  await writeFile(join(folder, 'a-file'), '')
  expect(await refusal(demoIn(join(folder, 'a-file/data')))).toMatch(/--data-dir/)
})

test('a data folder in use by another `up` is refused, with its process id', async () => {
  const dataDir = join(folder, 'held')
  await mkdir(dataDir)
  const holder = Bun.spawn(['sleep', '60'], { argv0: 'src/up/main.ts' })
  const notes = { 'run.json': { pid: holder.pid, servedMode: null, history: null }, 'up.pid': holder.pid }
  // The second is that of a version before the first.
  for (const [name, content] of Object.entries(notes)) {
    await writeFile(join(dataDir, name), JSON.stringify(content))
    expect(await refusal(demoIn(dataDir))).toContain(`process ${holder.pid}`)
    await rm(join(dataDir, name))
  }
  holder.kill()
})

test('without Redis and package tools the refusal names the three ways to get Redis', async () => {
  const project = await projectWithoutCache()
  const args = demoIn(join(folder, 'without-redis'))
  const env = { PATH: join(folder, 'empty'), HOME: folder }
  const sentence = await refusal(args, env, join(project, 'dev/src/up/main.ts'))
  expect(sentence).toMatch(/REDIS_URL.*redis-server.*Debian/)
})

/** A project in which no Redis was ever unpacked: the launcher copied, the rest linked. */
async function projectWithoutCache(): Promise<string> {
  const project = join(folder, 'project')
  await cp(join(repositoryRoot, 'dev'), join(project, 'dev'), { recursive: true, verbatimSymlinks: true })
  const programs = programNames.filter((name) => name !== 'upstream')
  for (const name of ['node_modules', 'shared', 'package.json', ...programs]) {
    await symlink(join(repositoryRoot, name), join(project, name))
  }
  return project
}

test('a database that holds another kind of data is refused, with the remedy', async () => {
  const database = await createTestDatabase()
  const sql = createSql(database.url, 'test', 1)
  await migrate(sql)
  await ensureDataMode(sql, 'replay')
  await sql.end({ timeout: 1 })
  const stores = { DATABASE_URL: database.url, REDIS_URL: await createTestRedisUrl() }
  expect(await refusal(inFolder('--demo'), { ...bareEnv, ...stores })).toMatch(/replay data.*demo mode.*--data-dir/)
  await database.drop()
})

test('a database that does not answer is refused without showing its password', async () => {
  const stores = { DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/x`, REDIS_URL: await createTestRedisUrl() }
  const sentence = await refusal(inFolder('--demo'), { ...bareEnv, ...stores })
  expect(sentence).toMatch(/DATABASE_URL/)
  expect(sentence).not.toContain('hunter2')
})

test.skipIf(Bun.which('flock') === null)(
  'a container is refused on the volume of another one, also with another kind of data: commands of the first would act on the second',
  async () => {
    await mkdir(projectFolder, { recursive: true })
    const unlock = await lockFolder(projectFolder)
    const dataDir = join(folder, 'of-a-container')
    expect(await refusal(demoIn(dataDir), { ...bareEnv, UP_IMAGE: 'home' })).toStartWith('Another Hexawatt runs on ')
    unlock()
  },
)
