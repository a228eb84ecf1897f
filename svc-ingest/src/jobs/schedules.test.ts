import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { queueNameOf } from '@hexawatt/shared/queue/queue-names'
import { openQueue } from '@hexawatt/shared/queue/workers'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Queue, Worker } from 'bullmq'
import { pollJobOptions } from './job-definitions.ts'
import { startPollWorker } from './poll-worker.ts'
import { registerSchedule, restoreSchedule } from './schedules.ts'

const logger = createLogger('test', 'silent')
const hourMs = 3_600_000
const whenPostgresAnswers = async (): Promise<void> => undefined
let redisUrl: string
let open: { close: () => Promise<void> }[] = []

beforeEach(async () => {
  redisUrl = await createTestRedisUrl()
})
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
})

function queueOf(source: 'physical_flows' | 'generation_by_type'): Queue {
  const queue = openQueue(queueNameOf(source), { queueAddress: redisUrl, logger })
  open.push(queue)
  return queue
}

function workerDeps() {
  const hasRoom = async () => true
  return { queueAddress: redisUrl, logger, whenPostgresAnswers, hasRoom, stopping: new AbortController().signal }
}

function work(source: 'physical_flows' | 'generation_by_type', poll: () => Promise<void>): Worker {
  const takeTurn = async () => {
    await poll()
    return 'polled' as const
  }
  const worker = startPollWorker(source, { ...workerDeps(), takeTurn })
  open.push(worker)
  return worker
}

describe('schedules', () => {
  const flows = { source: 'physical_flows', everyMs: hourMs, firstDelayMs: 0 } as const

  test('however often and by however many programs they are registered, there is one of each', async () => {
    await Promise.all([1, 2, 3].map(() => registerSchedule(redisUrl, flows, logger)))
    await registerSchedule(redisUrl, flows, logger)
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    expect((await queue.getJobSchedulers()).map(({ key, every }) => [key, every])).toEqual([
      ['every_physical_flows', hourMs],
    ])
    // Each start asks once at once; the next turn stands only once.
    expect(await queue.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 4, delayed: 1 })
  })

  test('a schedule that Redis has lost has a turn at once and the next one within an interval, whichever program restores it', async () => {
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    const redis = createRedis(redisUrl, logger)
    await whenRedisReady(redis)
    open.push({ close: async () => redis.disconnect() })
    const delaysMs: number[] = []
    for (let round = 0; round < 10; round++) {
      await redis.flushdb()
      await Promise.all([1, 2].map(() => restoreSchedule(redisUrl, flows, logger)))
      expect(await queue.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 1, delayed: 1 })
      const [next] = await queue.getDelayed()
      delaysMs.push(next?.delay ?? Number.NaN)
    }
    // Ten random moments: of the former two intervals at least one would lie beyond the first.
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(hourMs)
  })

  test('a changed interval takes effect and a scheduler that is no longer declared goes', async () => {
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    await queue.upsertJobScheduler('of_an_older_release', { every: 1_000 }, { name: 'poll', data: {} })
    await registerSchedule(redisUrl, flows, logger)
    await registerSchedule(redisUrl, { ...flows, everyMs: 2 * hourMs }, logger)
    expect((await queue.getJobSchedulers()).map(({ key, every }) => [key, every])).toEqual([
      ['every_physical_flows', 2 * hourMs],
    ])
  })
})

describe('workers', () => {
  test('a start polls at once although a killed worker has left its poll unfinished', async () => {
    const schedule = { source: 'physical_flows', everyMs: hourMs, firstDelayMs: 0 } as const
    await registerSchedule(redisUrl, schedule, logger)
    const stuck = new Promise<never>(() => undefined)
    let started = false
    const killed = startPollWorker('physical_flows', {
      ...workerDeps(),
      takeTurn: () => {
        started = true
        return stuck
      },
    })
    await until('the job that is killed', () => started)
    // As a SIGKILL would: the connection goes, the job stays active and locked.
    await killed.disconnect()
    let polls = 0
    work('physical_flows', async () => {
      polls++
    })
    await registerSchedule(redisUrl, schedule, logger)
    await until('its repetition', () => polls === 1)
  })

  test('a 429 pauses its own source and costs no attempt; other sources go on', async () => {
    const polled = { physical_flows: 0, generation_by_type: 0 }
    const [flows, generation] = [queueOf('physical_flows'), queueOf('generation_by_type')]
    await Promise.all([flows.waitUntilReady(), generation.waitUntilReady()])
    work('physical_flows', async () => {
      polled.physical_flows++
      throw new UpstreamError('rate_limited', '429', { retryAfterMs: 60_000 })
    })
    work('generation_by_type', async () => {
      polled.generation_by_type++
    })
    await flows.add('poll', { v: 1, source: 'physical_flows' }, pollJobOptions)
    await until('the poll of the flows', () => polled.physical_flows === 1)
    for (let job = 0; job < 3; job++)
      await generation.add('poll', { v: 1, source: 'generation_by_type' }, pollJobOptions)
    await until('three polls of the generation', () => polled.generation_by_type === 3)
    await until('the pause of the flows', async () => (await flows.getRateLimitTtl()) > 0)
    expect(polled.physical_flows).toBe(1)
    expect(await flows.getJobCountByTypes('failed')).toBe(0)
  })

  test('a 429 without a time pauses its source for a minute', async () => {
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    work('physical_flows', async () => {
      throw new UpstreamError('rate_limited', '429')
    })
    await queue.add('poll', { v: 1, source: 'physical_flows' }, pollJobOptions)
    await until('the pause of the queue', async () => (await queue.getRateLimitTtl()) > 55_000)
  })

  test('what asking again cannot mend ends the job at once; the rest is tried again', async () => {
    let polls = 0
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    work('physical_flows', async () => {
      polls++
      throw new UpstreamError(polls === 1 ? 'unusable' : 'transient', 'no')
    })
    await queue.add('poll', { v: 1, source: 'physical_flows' }, pollJobOptions)
    await until('the failed job', async () => (await queue.getJobCountByTypes('failed')) === 1)
    await queue.add('poll', { v: 1, source: 'physical_flows' }, pollJobOptions)
    await until('the delayed job', async () => (await queue.getJobCountByTypes('delayed')) === 1)
    expect(polls).toBe(2)
  })

  test('an outage of Postgres costs no attempt, however long it lasts and however often it comes', async () => {
    const turns: boolean[] = []
    const failures = ['ECONNREFUSED', '25006', '57P03', '08006', '40001']
    const isBack = Promise.withResolvers<void>()
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    const worker = startPollWorker('physical_flows', {
      ...workerDeps(),
      takeTurn: async (_, isRetry) => {
        turns.push(isRetry)
        const code = failures[turns.length - 1]
        if (code !== undefined) throw Object.assign(new Error('failing over'), { code })
        return 'polled'
      },
      whenPostgresAnswers: () => isBack.promise,
    })
    open.push(worker)
    const job = await queue.add('poll', { v: 1, source: 'physical_flows' }, { ...pollJobOptions, attempts: 1 })
    await until('the first turn', () => turns.length === 1)
    expect(await job.getState()).toBe('active')
    isBack.resolve()
    await until('the end of the job', async () => (await job.getState()) === 'completed')
    expect(turns).toEqual([false, ...failures.map(() => true)])
  })

  test('no publisher is asked while Postgres has no room for the answer; the job is no failure, and the next turn asks', async () => {
    let hasRoom = false
    let turns = 0
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    const worker = startPollWorker('physical_flows', {
      ...workerDeps(),
      hasRoom: async () => hasRoom,
      takeTurn: async () => {
        turns += 1
        return 'polled'
      },
    })
    open.push(worker)
    const job = await queue.add('poll', { v: 1, source: 'physical_flows' }, pollJobOptions)
    await until('the end of the job', async () => (await job.getState()) === 'completed')
    expect(turns).toBe(0)
    hasRoom = true
    await queue.add('poll', { v: 1, source: 'physical_flows' }, pollJobOptions)
    await until('the turn', () => turns === 1)
  })

  test('a job of an unknown version is refused, not guessed at', async () => {
    let polls = 0
    const queue = queueOf('physical_flows')
    await queue.waitUntilReady()
    work('physical_flows', async () => {
      polls++
    })
    await queue.add('poll', { v: 2, source: 'physical_flows' }, { attempts: 1 })
    await until('the failed job', async () => (await queue.getJobCountByTypes('failed')) === 1)
    expect(polls).toBe(0)
  })
})
