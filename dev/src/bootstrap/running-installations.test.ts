import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  actsOnStores,
  chooseTarget,
  findRunningFolder,
  type RunningInstallation,
  readRunningInstallations,
  upScript,
} from './running-installations.ts'

const root = await mkdtemp(join(tmpdir(), 'hexawatt-running-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const installationOn = (port: number): RunningInstallation => ({
  port,
  mode: 'demo',
  dataDir: `/data/${port}`,
  databaseUrl: `postgres://owner:secret@127.0.0.1:${port + 1}/hexawatt`,
  databases: {
    'svc-web': `postgres://web:secret@127.0.0.1:${port + 1}/hexawatt`,
    'svc-ingest': `postgres://ingest:secret@127.0.0.1:${port + 1}/hexawatt`,
  },
  redisUrl: `redis://127.0.0.1:${port + 2}`,
  healthUrl: `http://127.0.0.1:${port + 3}/healthz`,
  ingest: { DATA_MODE: 'demo' },
})
const [first, second] = [installationOn(8_080), installationOn(9_000)]

const migrate = 'shared/src/postgres/migrate-main.ts'

test('a command runs with the rights of its program, a reader of the archive with those of svc-ingest, and migrate with those of the owner', () => {
  const userOf = (script: string) => {
    const target = chooseTarget([first], {}, script)
    return 'settings' in target ? new URL(target.settings['DATABASE_URL'] ?? '').username : target.refusal
  }
  expect(userOf('svc-web/src/main.ts')).toBe('web')
  expect(userOf('svc-ingest/src/cli/main.ts')).toBe('ingest')
  expect(userOf('analysis/src/refit/cli.ts')).toBe('ingest')
  expect(userOf(migrate)).toBe('owner')
})

test('every operator command works on the stores of a running installation', async () => {
  const { scripts } = await Bun.file(join(import.meta.dir, '../../../package.json')).json()
  const commands = ['keys', 'usage', 'feeds', 'audit', 'archive', 'backfill', 'points', 'queues', 'migrate']
  expect(commands.filter((name) => !actsOnStores(scripts[name].split(' ')[2]))).toEqual([])
  expect(actsOnStores(scripts.up.split(' ')[2])).toBe(false)
})

test('a command gets the stores and the upstreams of the only running installation, and says which one it is', () => {
  expect(chooseTarget([first], {}, migrate)).toEqual({
    settings: { DATABASE_URL: first.databaseUrl, REDIS_URL: first.redisUrl, DATA_MODE: 'demo' },
    sentence: 'Acts on http://localhost:8080 (demo data in /data/8080).',
  })
})

test('with two running installations a command is refused, and the refusal lists both and how to name one', () => {
  expect(chooseTarget([first, second], {}, migrate)).toEqual({
    refusal:
      '2 installations are running. Choose one by its port: put UP_PORT=8080 before the command.' +
      '\n  http://localhost:8080 (demo data in /data/8080)\n  http://localhost:9000 (demo data in /data/9000)',
  })
})

test('a command takes the installation whose port is named, and refuses a port on which none runs', () => {
  expect(chooseTarget([first, second], { UP_PORT: '9000' }, migrate)).toMatchObject({
    settings: { DATABASE_URL: second.databaseUrl },
    sentence: 'Acts on http://localhost:9000 (demo data in /data/9000).',
  })
  for (const running of [[first], []]) {
    expect(chooseTarget(running, { UP_PORT: '9000' }, migrate)).toMatchObject({
      refusal: expect.stringContaining('No running installation uses port 9000 (UP_PORT).'),
    })
  }
})

test('a database named by the environment is used, shown without its password, and gets no upstreams of a running installation', () => {
  const DATABASE_URL = 'postgres://me:hunter2@db.example:5432/other'
  expect(chooseTarget([first, second], { DATABASE_URL }, migrate)).toEqual({
    settings: {},
    sentence: 'Acts on the database db.example:5432/other of DATABASE_URL.',
  })
  // Its own Redis, when it is the database of a running installation.
  for (const url of [second.databaseUrl, second.databases['svc-web']]) {
    expect(chooseTarget([first, second], { DATABASE_URL: url }, migrate)).toMatchObject({
      settings: { REDIS_URL: second.redisUrl },
    })
  }
})

test('without a running installation and a database nothing is added, so the command itself refuses', () => {
  expect(chooseTarget([], {}, migrate)).toEqual({ settings: {}, sentence: null })
})

test('an installation counts as running only while its `up` lives: its file alone, or another program with its process id, does not count', async () => {
  await mkdir(findRunningFolder(root), { recursive: true })
  const up = Bun.spawn(['sleep', '60'], { argv0: upScript })
  const other = Bun.spawn(['sleep', '60'])
  const dead = Bun.spawn(['true'])
  await dead.exited
  for (const [index, pid] of [up.pid, other.pid, dead.pid].entries()) {
    const content = JSON.stringify({ pid, installation: installationOn(8_080 + index) })
    await writeFile(join(findRunningFolder(root), `${pid}.json`), content)
  }
  await writeFile(join(findRunningFolder(root), 'broken.json'), '{')
  expect(readRunningInstallations(root).map(({ port }) => port)).toEqual([8_080])
  for (const child of [up, other]) child.kill()
  expect(readRunningInstallations(join(root, 'nowhere'))).toEqual([])
})
