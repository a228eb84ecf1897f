import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { queueNames } from '@hexawatt/shared/queue/queue-names'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { runQueuesCommand } from './queues-command.ts'

const redisUrl = await createTestRedisUrl()
const redis = createRedis(redisUrl, createLogger('test', 'silent'))
const queue = new Queue('poll_rte', { connection: redis, prefix: queuePrefix })
let plannedAt: Temporal.Instant
const run = (...argv: string[]) => runQueuesCommand(argv, { REDIS_URL: redisUrl })

/** Cells of the row that begins with this word. */
const row = (text: string, first: string): string[] =>
  (text.split('\n').find((line) => line.startsWith(`${first} `)) ?? '').trimEnd().split(/ {2,}/)

/** Reason with content that no terminal should show: a key, a line break, and far more than a line. */
const reason = `bad_request: host answered 400 for hxw_0123456789abcdef0123456789abcdef:\n${'x'.repeat(5_000)}`

beforeAll(async () => {
  await whenRedisReady(redis)
  const ended = Promise.withResolvers<void>()
  const worker = new Worker(
    queue.name,
    async () => {
      throw new UnrecoverableError(reason)
    },
    { connection: { url: redisUrl, maxRetriesPerRequest: null }, prefix: queuePrefix, maxStalledCount: 0 },
  )
  worker.on('failed', () => ended.resolve())
  await queue.add('poll', { v: 2, source: 'consumption', reason: 'start' })
  await ended.promise
  await worker.close()
  await queue.add('poll', { v: 2, source: 'imbalance', reason: 'planned' }, { delay: 7_200_000 })
  plannedAt = Temporal.Now.instant().add({ hours: 1 })
  await queue.add('poll', { v: 2, source: 'consumption', reason: 'planned' }, { delay: 3_600_000 })
})
afterAll(async () => {
  await queue.close()
  redis.disconnect()
})

describe('bun run queues', () => {
  test('shows every queue with its jobs by state', async () => {
    const text = await run()
    expect(row(text, 'QUEUE')).toEqual(['QUEUE', 'WAITING', 'ACTIVE', 'DELAYED', 'FAILED'])
    for (const name of queueNames) expect(row(text, name)).toHaveLength(5)
    expect(row(text, 'poll_rte')).toEqual(['poll_rte', '0', '0', '2', '1'])
    expect(row(text, 'compute')).toEqual(['compute', '0', '0', '0', '0'])
  })

  test('shows when each source is polled next, the earliest first', async () => {
    const text = await run()
    const [, queueName, at = ''] = row(text, 'consumption')
    expect(queueName).toBe('poll_rte')
    expect(Math.abs(Temporal.Instant.from(at).since(plannedAt).total('seconds'))).toBeLessThan(30)
    expect(text.indexOf('\nconsumption ')).toBeLessThan(text.indexOf('\nimbalance '))
  })

  test('shows why a job failed in one bounded line without secrets', async () => {
    const text = await run()
    const shown = text.split('\n').filter((line) => line.includes('bad_request'))
    expect(shown).toHaveLength(1)
    expect(shown[0]?.length).toBeLessThan(300)
    expect(text).not.toContain('hxw_0123456789')
  })

  test('puts failed jobs back, and says when there are none', async () => {
    expect(await run('--retry-failed', 'poll_rte')).toContain('1 failed jobs')
    expect(row(await run(), 'poll_rte')).toEqual(['poll_rte', '1', '0', '2', '0'])
    expect(await run('--retry-failed', 'poll_rte')).toContain('no job has failed')
  })

  test.each([
    [['--retry-failed', 'nothing'], 'maintenance, not "nothing"'],
    [['--retry-failed'], 'bun run queues --help'],
    [['words'], 'bun run queues --help'],
  ])('%p is refused with one sentence', async (argv, sentence) => {
    await expect(run(...argv)).rejects.toThrow(sentence)
  })

  test.each([
    [{}, 'REDIS_URL is not set'],
    [{ REDIS_URL: 'not a url' }, 'REDIS_URL cannot be used: expected redis:// URLs'],
    [{ REDIS_URL: 'redis://127.0.0.1:1' }, 'Redis does not answer'],
  ])('settings %p are refused with one sentence', async (env, sentence) => {
    await expect(runQueuesCommand([], env)).rejects.toThrow(sentence)
  })

  test('prints, ends, and exits with a failure code when it fails', async () => {
    const start = (env: Record<string, string>) =>
      Bun.spawn([process.execPath, '--no-env-file', join(import.meta.dir, 'main.ts'), 'queues'], {
        env,
        stdout: 'pipe',
        stderr: 'pipe',
      })
    const shown = start({ REDIS_URL: redisUrl })
    expect([await shown.exited, await shown.stderr.text()]).toEqual([0, ''])
    expect(await shown.stdout.text()).toContain('poll_rte')
    const refused = start({})
    expect([await refused.exited, await refused.stdout.text()]).toEqual([1, ''])
  })
})
