import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import { countPolls, createPollQueueFixture, type PollQueueFixture } from './testing/poll-queue-fixture.ts'

let fixture: PollQueueFixture
beforeEach(async () => {
  fixture = await createPollQueueFixture([
    'physical_flows',
    'generation_by_type',
    'energy_charts_price',
    'energy_charts_flows',
    'energy_charts_generation',
  ])
})
afterEach(() => fixture.stop())

describe('the workers of polls', () => {
  test('poll at once after a start, although a killed worker has left its poll unfinished', async () => {
    const { plan, work, getSource, polledMinutesAgo, startPolls } = fixture
    polledMinutesAgo.set('physical_flows', 60)
    await plan.planNext(getSource('physical_flows'))
    let isStarted = false
    const killed = work('rte', async () => {
      isStarted = true
      return new Promise<never>(() => undefined)
    })
    await until('the job that is killed', () => isStarted)
    // As a SIGKILL would: the connection goes, the job stays active and locked.
    await killed.disconnect()
    const { polls, runPoll } = countPolls()
    work('rte', runPoll)
    await startPolls()
    await until('the poll of the start', () => polls['physical_flows'] === 1)
  })

  test('poll the sources of an open publisher one at a time, the preferred first', async () => {
    const { work, queueOf, plan, getSource } = fixture
    const queue = await queueOf('energy-charts')
    const order: string[] = []
    let running = 0
    // Added the other way round: the order is that of the registry.
    const ids = ['energy_charts_generation', 'energy_charts_flows', 'energy_charts_price']
    for (const id of ids) await plan.planStart(getSource(id))
    work('energy-charts', async ({ id }) => {
      expect(++running).toBe(1)
      await Bun.sleep(5)
      running--
      order.push(id)
      return 'polled'
    })
    await until('all polls', () => order.length === 3)
    expect(order).toEqual(['energy_charts_price', 'energy_charts_flows', 'energy_charts_generation'])
    await until('their next polls', async () => (await queue.getDelayedCount()) === 3)
  })

  test('do not hold up the polls of a publisher by jobs that find nothing due: a start of three programs adds nine', async () => {
    const { work, queueOf, startPolls } = fixture
    const queue = await queueOf('energy-charts')
    for (let program = 0; program < 3; program++) await startPolls()
    let jobs = 0
    work('energy-charts', async () => {
      jobs += 1
      return 'not due'
    })
    await until('the end of all jobs', () => jobs === 9)
    await until('the next polls', async () => (await queue.getDelayedCount()) === 3)
  })

  test('lose no attempt to an outage of Postgres, however long or often it comes', async () => {
    const retries: boolean[] = []
    const failures = ['ECONNREFUSED', '25006', '57P03', '08006', '40001']
    const isBack = Promise.withResolvers<void>()
    const { plan, work, queueOf, getSource, polledMinutesAgo } = fixture
    const queue = await queueOf('rte')
    polledMinutesAgo.set('physical_flows', 60)
    await plan.planNext(getSource('physical_flows'))
    work(
      'rte',
      async (_source, _reason, isRetry) => {
        retries.push(isRetry)
        const code = failures[retries.length - 1]
        if (code !== undefined) throw Object.assign(new Error('failing over'), { code })
        polledMinutesAgo.clear()
        return 'polled'
      },
      { whenPostgresAnswers: () => isBack.promise },
    )
    await until('the first attempt', () => retries.length === 1)
    expect(await queue.getActiveCount()).toBe(1)
    isBack.resolve()
    await until('the end of the job', async () => (await queue.getDelayedCount()) === 1)
    expect(retries).toEqual([false, ...failures.map(() => true)])
    expect(await queue.getFailedCount()).toBe(0)
  })

  test('poll a source at most once in a minute, also when its poll has left no trace and it is still due', async () => {
    const { plan, work, queueOf, getSource, polledMinutesAgo } = fixture
    const queue = await queueOf('energy-charts')
    polledMinutesAgo.set('energy_charts_price', 24 * 60)
    await plan.planNext(getSource('energy_charts_price'))
    const { polls, runPoll } = countPolls({
      energy_charts_price: async () => {
        throw new Error('permission denied for table source_status')
      },
    })
    work('energy-charts', runPoll)
    await until('the next poll', async () => (await queue.getDelayedCount()) === 1)
    const [next] = await queue.getDelayed()
    expect([polls['energy_charts_price'], next?.delay]).toEqual([1, 60_000])
  })

  test('plan the next poll as soon as Postgres is back when it was away at the end of a poll', async () => {
    let isAway = true
    const { plan, work, queueOf, getSource, polledMinutesAgo } = fixture
    const queue = await queueOf('rte')
    const flaky = {
      ...plan,
      async planAfterPoll(source: Parameters<typeof plan.planAfterPoll>[0]) {
        if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        await plan.planAfterPoll(source)
      },
    }
    polledMinutesAgo.set('physical_flows', 60)
    await plan.planNext(getSource('physical_flows'))
    const whenPostgresAnswers = async () => {
      isAway = false
    }
    const { polls, runPoll } = countPolls({ physical_flows: async () => polledMinutesAgo.clear() })
    work('rte', runPoll, { plan: flaky, whenPostgresAnswers })
    await until('the next poll', async () => (await queue.getDelayedCount()) === 1)
    expect(polls).toEqual({ physical_flows: 1 })
  })

  test('call no publisher while Postgres has no room for the answer, and look at the source again a minute later', async () => {
    const { plan, work, queueOf, getSource, polledMinutesAgo } = fixture
    const queue = await queueOf('rte')
    polledMinutesAgo.set('physical_flows', 60)
    await plan.planNext(getSource('physical_flows'))
    const { polls, runPoll } = countPolls()
    work('rte', runPoll, { hasRoom: async () => false })
    await until('the next look', async () => (await queue.getDelayedCount()) === 1)
    expect((await queue.getDelayed()).map(({ delay }) => delay)).toEqual([60_000])
    expect([polls, await queue.getFailedCount()]).toEqual([{}, 0])
  })

  test('refuse a job of an unknown version', async () => {
    const { work, queueOf } = fixture
    const queue = await queueOf('rte')
    const { polls, runPoll } = countPolls()
    work('rte', runPoll)
    await queue.add('poll', { v: 3, source: 'physical_flows', reason: 'start' }, { attempts: 1 })
    await until('the failed job', async () => (await queue.getFailedCount()) === 1)
    expect(polls).toEqual({})
  })

  test('end a job of a source that is not polled any more without a poll and without a next job', async () => {
    const { work, queueOf } = fixture
    const queue = await queueOf('rte')
    const { polls, runPoll } = countPolls()
    work('rte', runPoll)
    await queue.add('poll', { v: 2, source: 'imbalance', reason: 'planned' })
    await until('the end of the job', async () => (await queue.getCompletedCount()) === 1)
    expect([polls, await queue.getDelayedCount()]).toEqual([{}, 0])
  })
})
