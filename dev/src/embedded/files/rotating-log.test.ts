import { afterAll, expect, test } from 'bun:test'
import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createSql } from '@hexawatt/shared/postgres/client'
import { until } from '@hexawatt/shared/testing/until'
import { startEmbeddedPostgres } from '../postgres.ts'
import { startServerProcess } from '../processes.ts'
import { startEmbeddedRedis } from '../redis.ts'
import { makeTemporaryFolder } from '../test-servers.ts'
import { rotateLog } from './rotating-log.ts'

const folder = await makeTemporaryFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0

/** More than a log may hold, in lines. */
const excess = `${'x'.repeat(99)}\n`.repeat(90_000)

test('the log of a program that keeps writing is bounded in size and in number of files, and no line is cut', async () => {
  const logFile = join(folder, 'writer.log')
  const script = 'for (let n = 0; n < 4000; n++) { console.log("line " + n); if (n % 20 === 0) await Bun.sleep(1) }'
  const writer = await startServerProcess({
    command: [process.execPath, '-e', script],
    env: {},
    workingDir: folder,
    logFile,
  })
  while (!writer.hasExited()) {
    await rotateLog(logFile, { maxBytes: 4_000, olderFiles: 2 })
    await Bun.sleep(2)
  }
  const files = (await readdir(folder)).filter((name) => name.startsWith('writer.log')).sort()
  expect(files).toEqual(['writer.log', 'writer.log.1', 'writer.log.2'])
  const texts = await Promise.all(['.2', '.1', ''].map((suffix) => readFile(`${logFile}${suffix}`, 'utf8')))
  for (const text of texts) expect(text.length).toBeLessThan(20_000)
  const lines = texts.join('').trimEnd().split('\n')
  expect(lines.filter((line) => !/^line \d+$/.test(line))).toEqual([])
  const numbers = lines.map((line) => Number(line.slice('line '.length)))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(numbers.at(-1)).toBe(3999)
})

test('a log below the limit is not rotated', async () => {
  const logFile = join(folder, 'small.log')
  await appendFile(logFile, 'one line\n')
  await rotateLog(logFile, { maxBytes: 100, olderFiles: 2 })
  expect(await readFile(logFile, 'utf8')).toBe('one line\n')
})

test('rotating a log that does not exist yet does not fail', async () => {
  await rotateLog(join(folder, 'none.log'), { maxBytes: 1, olderFiles: 1 })
})

test('the logs of Postgres and Redis rotate while they run, and later lines go to the new file', async () => {
  const dataDir = join(folder, 'stores')
  const cacheDir = resolve(import.meta.dir, '../../../../.hexawatt/cache')
  const [postgres, redis] = await Promise.all([
    startEmbeddedPostgres({ dataDir, isExpendable: true }),
    startEmbeddedRedis({ dataDir, cacheDir }),
  ])
  const logs = ['postgres.log', 'redis.log'].map((name) => join(dataDir, name))
  try {
    for (const log of logs) await appendFile(log, excess)
    for (const log of logs) {
      await until(`${log} is rotated`, async () => (await sizeOf(`${log}.1`)) > excess.length)
      expect(await sizeOf(log)).toBeLessThan(1_000)
    }
    const sql = createSql(postgres.url, 'test', 1)
    await sql`select 1 / 0`.catch(() => undefined)
    await sql.end({ timeout: 1 })
    expect(await readFile(logs[0] ?? '', 'utf8')).toContain('division by zero')
  } finally {
    await Promise.all([postgres.stop(), redis.stop()])
  }
  const text = await readFile(logs[1] ?? '', 'utf8')
  expect(text).toContain('Redis is now ready to exit')
  expect(text).not.toContain('\0')
})
