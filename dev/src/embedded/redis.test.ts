import { afterAll, expect, test } from 'bun:test'
import { chmod, mkdir, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { startEmbeddedRedis } from './redis.ts'
import { processFacts } from './system/process-facts.ts'
import { makeTemporaryFolder } from './test-servers.ts'

const folder = await makeTemporaryFolder({ holdsPrograms: true })
const dataDir = join(folder, 'data')
const cacheDir = resolve(import.meta.dir, '../../../.hexawatt/cache')
afterAll(() => rm(folder, { recursive: true, force: true }))

test('data survive a restart of Redis, and Redis evicts nothing', async () => {
  const first = await startEmbeddedRedis({ dataDir, cacheDir })
  await withRedis(first.url, (redis) => redis.set('kept', 'yes'))
  await first.stop()
  const second = await startEmbeddedRedis({ dataDir, cacheDir })
  expect(await withRedis(second.url, (redis) => redis.get('kept'))).toBe('yes')
  expect(await withRedis(second.url, (redis) => redis.config('GET', 'maxmemory-policy'))).toEqual([
    'maxmemory-policy',
    'noeviction',
  ])
  await second.stop()
})

test('the password of Redis is not shown in the process list', async () => {
  const server = await startEmbeddedRedis({ dataDir, cacheDir })
  const { password } = new URL(server.url)
  expect(password.length).toBeGreaterThan(40)
  expect((await processFacts(server.pid))?.commandLine).not.toContain(password)
  await server.stop()
})

test('other users cannot enter the data folder of Redis, even one that an earlier version left open', async () => {
  const workingDir = join(dataDir, 'redis')
  const rights = async () => (await stat(workingDir)).mode & 0o777
  expect(await rights()).toBe(0o700)
  await chmod(workingDir, 0o755)
  const server = await startEmbeddedRedis({ dataDir, cacheDir })
  expect(await rights()).toBe(0o700)
  await server.stop()
})

test('a Redis left running by a killed launcher is stopped and replaced, and its data are kept', async () => {
  const leftover = await startEmbeddedRedis({ dataDir, cacheDir })
  await withRedis(leftover.url, (redis) => redis.set('late', 'yes'))
  const next = await startEmbeddedRedis({ dataDir, cacheDir })
  await leftover.exited
  expect(await withRedis(next.url, (redis) => redis.get('late'))).toBe('yes')
  await next.stop()
})

test('Redis starts on a file whose last command was cut by a power failure', async () => {
  const server = await startEmbeddedRedis({ dataDir, cacheDir })
  await withRedis(server.url, (redis) => redis.set('cut', 'x'.repeat(100)))
  await server.stop()
  const appendDir = join(dataDir, 'redis/appendonlydir')
  const newest = (await readdir(appendDir)).find((name) => name.endsWith('.incr.aof')) ?? ''
  const { length } = await readFile(join(appendDir, newest))
  await truncate(join(appendDir, newest), length - 20)
  const next = await startEmbeddedRedis({ dataDir, cacheDir })
  expect(await withRedis(next.url, (redis) => redis.get('kept'))).toBe('yes')
  await next.stop()
})

/** Damages a file of the data: its content, its length, or the list of its parts. */
const damages: Record<string, (appendDir: string, files: readonly string[]) => Promise<unknown>> = {
  'a command in the middle': (dir, files) => overwrite(join(dir, fileOf(files, '.incr.aof')), 300),
  'the header of the base': (dir, files) => overwrite(join(dir, fileOf(files, '.base.rdb')), 0),
  'the end of the base': (dir, files) => truncate(join(dir, fileOf(files, '.base.rdb')), 50),
  'a base that is missing': (dir, files) => rm(join(dir, fileOf(files, '.base.rdb'))),
  'the list of the files': (dir, files) => Bun.write(join(dir, fileOf(files, '.manifest')), 'no list\n'),
}
const fileOf = (files: readonly string[], ending: string) => files.find((name) => name.endsWith(ending)) ?? ''

async function overwrite(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  await Bun.write(path, bytes.fill('X', at, at + 8))
}

for (const [what, damage] of Object.entries(damages)) {
  test(`damaged files are moved aside and the start goes on without them: ${what}`, async () => {
    const dataDir = join(folder, what)
    const server = await startEmbeddedRedis({ dataDir, cacheDir })
    await withRedis(server.url, async (redis) => {
      await redis.set('lost', 'x'.repeat(200))
      await redis.bgrewriteaof()
      while (!(await redis.info('persistence')).includes('aof_rewrite_in_progress:0')) await Bun.sleep(10)
      for (let n = 0; n < 60; n += 1) await redis.set(`later-${n}`, 'y'.repeat(20))
    })
    await server.stop()
    const appendDir = join(dataDir, 'redis/appendonlydir')
    await damage(appendDir, await readdir(appendDir))
    const told: string[] = []
    const next = await startEmbeddedRedis({ dataDir, cacheDir, say: (sentence) => void told.push(sentence) })
    expect(await withRedis(next.url, (redis) => redis.get('lost'))).toBeNull()
    expect(told).toEqual([expect.stringContaining(`moved to ${dataDir}/redis-damaged`)])
    await next.stop()
    expect(await readdir(join(dataDir, 'redis-damaged'))).toContain('appendonlydir')
  })
}

test('files that Redis is not permitted to read are not treated as damaged and stay where they are', async () => {
  const dataDir = join(folder, 'closed')
  await mkdir(join(dataDir, 'redis'), { recursive: true })
  // Stands for every other cause: it is the same line of the log.
  const log = "Can't open or create append-only dir appendonlydir: Permission denied"
  const bin = join(folder, 'closed-bin')
  await Bun.write(join(bin, 'redis-server'), `#!/bin/sh\ncat > /dev/null\necho "${log}"\nexit 1\n`)
  await chmod(join(bin, 'redis-server'), 0o755)
  const script = `
    import { startEmbeddedRedis } from ${JSON.stringify(`${import.meta.dir}/redis.ts`)}
    await startEmbeddedRedis(${JSON.stringify({ dataDir, cacheDir })}).catch((error) => console.log(error.message))`
  const start = Bun.spawn([process.execPath, '-e', script], { env: { PATH: bin }, stdout: 'pipe' })
  expect(await start.stdout.text()).toContain(log)
  expect(await readdir(dataDir)).not.toContain('redis-damaged')
})
