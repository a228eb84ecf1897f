import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '@hexawatt/dev/src/commands/run-command.ts'
import { type Figure, reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { containerTimeoutMs, engine } from './testing/engine.ts'
import {
  inside,
  readFixedMemoryMb,
  readLog,
  readOpenListeners,
  readRefusal,
  runHome,
  stopHome,
  waitForHome,
} from './testing/home-container.ts'
import { buildHome, readImageBytes } from './testing/images.ts'

const name = 'hexawatt-test-home'
const volume = 'hexawatt-test-home-data'
const fullVolume = 'hexawatt-test-home-full'
const port = 18_190
const url = `http://127.0.0.1:${port}`
/** The line of the pages, as a project of its own: demo data, since no publisher answers in a test. */
const home = { name, args: ['--demo'], options: ['--publish', `127.0.0.1:${port}:8080`, '--volume', `${volume}:/data`] }
const figures: Figure[] = []
const addFigure = (name: string, value: string | number, target?: string) =>
  void figures.push({ name, value, ...(target === undefined ? {} : { target }) })

/** Files of the data folder that hold secrets. */
const secretFiles = 'api-key postgres-password redis-password session-secret alert-signing-key database-passwords/*'

/** Most memory at rest, MB: 480 of the product and 120 of the demo upstream, which runs in the same container. */
const restingMb = 600

/** Waits for at most two minutes until the container has given back the memory of its first start. @returns memory that it cannot give back, MB */
async function readRestingMemoryMb(): Promise<number> {
  let memoryMb = Number.POSITIVE_INFINITY
  const isResting = async (): Promise<boolean> => {
    memoryMb = await readFixedMemoryMb(name)
    return memoryMb < restingMb
  }
  await pollUntil(isResting, { intervalMs: 2_000, timeoutMs: 120_000 })
  return memoryMb
}

/** Status of a request from another address of this machine's loopback. */
function statusFrom(localAddress: string, key: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const options = { localAddress, headers: { 'x-api-key': key }, agent: false as const }
  const call = request(`${url}/v1/carbon/intensity`, options, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
  call.on('error', reject).end()
  return promise
}

describe.skipIf(engine.missing !== null)('the one-line image', () => {
  let image = ''
  beforeAll(async () => {
    image = await buildHome()
    addFigure('image with its base, MB', Math.round((await readImageBytes(image)) / 1e6), 'at most 450')
    await runHome({ ...home, image })
    addFigure('first start until healthy and ready, s', (await waitForHome(name, 'stops everything')).toFixed(1))
  }, containerTimeoutMs)
  afterAll(async () => {
    await reportFigures('The image for a home', figures)
    await runCommand(['docker', 'rm', '--force', '--volumes', name])
    await runCommand(['docker', 'volume', 'rm', '--force', volume, fullVolume])
  })

  test('answers with the first key, which only its file in the volume holds: neither the log nor `docker inspect` has a secret', async () => {
    const key = await inside(name, ['cat', '/data/demo/api-key'])
    expect(key).toMatch(/^hxw_[0-9a-f]{32}$/)
    expect(await inside(name, ['stat', '--format=%a %u', '/data/demo/api-key'])).toBe('600 1000')
    const answer = await fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
    expect(answer.status).toBe(200)
    const log = await readLog(name)
    expect(log).toContain('Key    in /data/demo/api-key')
    const secrets = (await inside(name, ['sh', '-c', `cd /data/demo && cat ${secretFiles}`])).split('\n')
    expect(secrets.length).toBeGreaterThan(10)
    const seen = log + (await runCommand(['docker', 'inspect', name]))
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([])
  })

  test('warns about plain HTTP once', async () => {
    expect((await readLog(name)).match(/WARNING Plain HTTP/g)).toHaveLength(1)
  })

  test('listens beyond its loopback on the port of the gateway only, and every process is user 1000', async () => {
    expect(await readOpenListeners(name)).toEqual(['00000000:8080'])
    const users = await inside(name, ['sh', '-c', 'stat --format=%u /proc/[0-9]*'])
    expect(new Set(users.split('\n'))).toEqual(new Set(['1000']))
  })

  test('the commands of an operator act on the running product', async () => {
    expect(await inside(name, ['hexawatt', 'keys', 'list'])).toContain('first-start')
    expect(await inside(name, ['hexawatt', 'feeds', 'status'])).toContain('demo data')
  })

  test('clients whose connections the engine forwards itself share one address, and with it the limits of an address', async () => {
    const demoKey = await inside(name, ['cat', '/data/demo/demo-key'])
    const statuses: number[] = []
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']) {
      statuses.push(await statusFrom(address, demoKey))
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    // A client on the network of the container has an address of its own.
    const own = await inside(name, [
      'bun',
      '-e',
      `const { status } = await fetch('http://' + require('node:os').hostname() + ':8080/v1/carbon/intensity', { headers: { 'x-api-key': '${demoKey}' } }); console.log(status)`,
    ])
    expect(own).toBe('200')
  })

  test(
    'a second container on the same volume is refused in one sentence',
    async () => {
      const options = ['--volume', `${volume}:/data`]
      const { exitCode, lines } = await readRefusal({ ...home, name: `${name}-second`, image, options })
      expect([exitCode, lines]).toEqual([1, [expect.stringContaining('Another Hexawatt runs on /data,')]])
    },
    containerTimeoutMs,
  )

  test(
    'a folder of the host that belongs to root, and a full volume, are refused in one sentence',
    async () => {
      // The engine makes a folder that is not there, as root.
      const parent = await mkdtemp(join(tmpdir(), 'hexawatt-home-'))
      const bound = await readRefusal({ name: `${name}-bound`, image, options: ['--volume', `${parent}/data:/data`] })
      await rm(parent, { recursive: true })
      expect([bound.exitCode, bound.lines]).toEqual([1, [expect.stringContaining('`chown -R 1000:1000 FOLDER`')]])
      await runCommand(
        `docker volume create --driver local --opt type=tmpfs --opt device=tmpfs --opt o=size=64k,uid=1000,gid=1000 ${fullVolume}`.split(
          ' ',
        ),
      )
      const filled = ['--volume', `${fullVolume}:/data`]
      const full = await readRefusal({ name: `${name}-full`, image, options: filled, args: ['--demo'] })
      expect([full.exitCode, full.lines]).toEqual([1, [expect.stringContaining('The disk of /data/demo is full')]])
    },
    containerTimeoutMs,
  )

  test(
    'rests at the memory that its page allows, with that of the demo upstream in addition, within two minutes of a first start',
    async () => {
      const memoryMb = await readRestingMemoryMb()
      addFigure('memory at rest, demo upstream included, MB', Math.round(memoryMb), `at most ${restingMb}`)
      expect(memoryMb).toBeGreaterThan(100)
      expect(memoryMb).toBeLessThan(restingMb)
    },
    containerTimeoutMs,
  )

  test(
    'stops in order within the ten seconds of the engine, and starts again on a read-only file system with the same key and without recovery',
    async () => {
      const key = await inside(name, ['cat', '/data/demo/api-key'])
      const { seconds, exitCode } = await stopHome(name)
      addFigure('stop, s', seconds.toFixed(1), 'below 10')
      expect(exitCode).toBe(0)
      await runCommand(['docker', 'rm', name])
      await runHome({ ...home, image, options: [...home.options, '--read-only', '--tmpfs', '/tmp'] })
      addFigure('next start until ready, s', (await waitForHome(name, 'stops everything')).toFixed(1))
      expect((await fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })).status).toBe(200)
      expect(await inside(name, ['cat', '/data/demo/api-key'])).toBe(key)
      const databaseLog = await inside(name, ['cat', '/data/demo/postgres.log'])
      expect(databaseLog.match(/database system was shut down at/g)?.length).toBeGreaterThan(1)
      expect(databaseLog).not.toMatch(/not properly shut down|was interrupted|automatic recovery/)
    },
    containerTimeoutMs,
  )

  test(
    'an older image refuses a volume that a newer one has migrated, in one sentence',
    async () => {
      const script = `const { installation } = await Bun.file('/data/demo/run.json').json()
      const { createSql } = await import('/app/shared/src/postgres/client.ts')
      const sql = createSql(installation.databaseUrl, 'test', 1)
      await sql\`insert into schema_migrations (name, sha256) values ('9999_later.sql', '')\`
      await sql.end()`
      await inside(name, ['bun', '-e', script])
      await stopHome(name)
      const options = ['--volume', `${volume}:/data`]
      const { exitCode, lines } = await readRefusal({ ...home, name: `${name}-older`, image, options })
      expect([exitCode, lines]).toEqual([
        1,
        [expect.stringContaining('newer version of Hexawatt (its schema has 9999_later.sql)')],
      ])
    },
    containerTimeoutMs,
  )
})
