import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { countPolls, createPollQueueFixture, type PollQueueFixture } from './testing/poll-queue-fixture.ts'

let fixture: PollQueueFixture
beforeEach(async () => {
  fixture = await createPollQueueFixture([
    'physical_flows',
    'generation_by_type',
    'energy_charts_price',
    'energy_charts_flows',
    'energy_charts_generation',
    'weather',
  ])
})
afterEach(() => fixture.stop())

const isDelayed = async (queue: Awaited<ReturnType<PollQueueFixture['queueOf']>>, source: string) =>
  // A job that is replaced while the list is read is missing in it.
  (await queue.getDelayed()).filter((job) => job?.data.source === source)

describe('after a poll', () => {
  test('with or without success, its source has one planned job', async () => {
    const { plan, getSource, queueOf, polledMinutesAgo, work } = fixture
    const queue = await queueOf('rte')
    for (const id of ['physical_flows', 'generation_by_type']) {
      polledMinutesAgo.set(id, 60)
      await plan.planNext(getSource(id))
    }
    polledMinutesAgo.clear()
    const failure = async () => {
      throw new UpstreamError('unusable', 'no')
    }
    const { polls, runPoll } = countPolls({ physical_flows: failure })
    work('rte', runPoll)
    await until('both polls', async () => (await queue.getDelayedCount()) === 2)
    expect(polls).toEqual({ physical_flows: 1, generation_by_type: 1 })
    const delaysMs = (await queue.getDelayed()).map(({ delay }) => delay)
    // A quarter of an hour, spread over a minute.
    expect(delaysMs.every((ms) => ms > 14 * 60_000 && ms < 16 * 60_000)).toBe(true)
    expect((await queue.getFailed()).map(({ failedReason }) => failedReason)).toEqual(['unusable: no'])
  })

  test('the fallbacks of its feeds are planned again: a fallback that is due now is polled at once', async () => {
    const { plan, getSource, polledMinutesAgo, work, queueOf } = fixture
    const queue = await queueOf('energy-charts')
    await plan.planNext(getSource('energy_charts_flows'))
    const { polls, runPoll } = countPolls({
      physical_flows: async () => {
        polledMinutesAgo.set('energy_charts_flows', 24 * 60)
      },
      energy_charts_flows: async () => {
        polledMinutesAgo.clear()
      },
    })
    work('rte', runPoll)
    work('energy-charts', runPoll)
    polledMinutesAgo.set('physical_flows', 60)
    await plan.planNext(getSource('physical_flows'))
    await until('the poll of the fallback', () => polls['energy_charts_flows'] === 1)
    await until('its next poll', async () => (await isDelayed(queue, 'energy_charts_flows')).length === 1)
  })

  test('a failed poll of a publisher with a budget of the day is not retried at once', async () => {
    const { queueOf, work, plan, getSource } = fixture
    const queue = await queueOf('open-meteo')
    const { polls, runPoll } = countPolls({
      weather: async () => {
        throw new UpstreamError('transient', 'no')
      },
    })
    work('open-meteo', runPoll)
    await plan.planStart(getSource('weather'))
    await until('the failed job', async () => (await queue.getFailedCount()) === 1)
    expect(polls).toEqual({ weather: 1 })
    expect((await isDelayed(queue, 'weather')).filter(({ attemptsMade }) => attemptsMade > 0)).toEqual([])
  })

  test('a transient failure of the operator is retried, and a failure that a repetition cannot mend is final', async () => {
    const { queueOf, work, startPolls } = fixture
    const queue = await queueOf('rte')
    const { polls, runPoll } = countPolls({
      physical_flows: async () => {
        throw new UpstreamError('unusable', 'no')
      },
      generation_by_type: async () => {
        throw new UpstreamError('transient', 'no')
      },
    })
    work('rte', runPoll)
    await startPolls()
    await until('the failed job', async () => (await queue.getFailedCount()) === 1)
    await until('the retry', async () => (await isDelayed(queue, 'generation_by_type')).length === 2)
    expect(polls).toEqual({ physical_flows: 1, generation_by_type: 1 })
    const [retry] = (await isDelayed(queue, 'generation_by_type')).filter(({ attemptsMade }) => attemptsMade === 1)
    expect(retry?.data.reason).toBe('start')
  })

  test('a failed poll of an open publisher is not repeated before the next planned time', async () => {
    const { queueOf, work, startPolls } = fixture
    const queue = await queueOf('energy-charts')
    const { runPoll } = countPolls({
      energy_charts_price: async () => {
        throw new UpstreamError('transient', 'no')
      },
    })
    work('energy-charts', runPoll)
    await startPolls()
    await until('the failed job', async () => (await queue.getFailedCount()) === 1)
    await until('its next poll', async () => (await isDelayed(queue, 'energy_charts_price')).length === 1)
  })
})

describe('a 429 of the operator', () => {
  const refusal = (retryAfterMs?: number) => async () => {
    throw new UpstreamError('rate_limited', '429', retryAfterMs === undefined ? {} : { retryAfterMs })
  }

  test('delays its own source and costs no attempt; other sources of the publisher go on', async () => {
    const { queueOf, work, plan, getSource, polledMinutesAgo, startPolls } = fixture
    const queue = await queueOf('rte')
    const { polls, runPoll } = countPolls({
      physical_flows: refusal(3_600_000),
      generation_by_type: async () => polledMinutesAgo.clear(),
    })
    work('rte', runPoll)
    await startPolls()
    await until('the pause', async () => (await isDelayed(queue, 'physical_flows'))[0]?.data.reason === 'after pause')
    const [paused] = await isDelayed(queue, 'physical_flows')
    expect([paused?.data.reason, paused?.delay]).toEqual(['after pause', 3_600_000])
    await until('the first poll', async () => (await isDelayed(queue, 'generation_by_type')).length === 1)
    polledMinutesAgo.set('generation_by_type', 60)
    await plan.planNext(getSource('generation_by_type'))
    await until('a further poll', () => polls['generation_by_type'] === 2)
    expect(polls['physical_flows']).toBe(1)
    expect(await queue.getFailedCount()).toBe(0)
  })

  test('without a time delays its source by a minute', async () => {
    const { queueOf, work, startPolls } = fixture
    const queue = await queueOf('rte')
    work('rte', countPolls({ physical_flows: refusal() }).runPoll)
    await startPolls()
    await until('the pause', async () => (await isDelayed(queue, 'physical_flows'))[0]?.data.reason === 'after pause')
    expect((await isDelayed(queue, 'physical_flows'))[0]?.delay).toBe(60_000)
  })

  test('holds across a restart: a start does not poll the source before its pause has passed', async () => {
    const { queueOf, work, startPolls } = fixture
    const queue = await queueOf('rte')
    const { polls, runPoll } = countPolls({ physical_flows: refusal(3_600_000) })
    work('rte', runPoll)
    await startPolls()
    await until('the pause', async () => (await isDelayed(queue, 'physical_flows'))[0]?.data.reason === 'after pause')
    await startPolls()
    await until('the second start', () => polls['generation_by_type'] === 2)
    await until(
      'the end of its jobs',
      async () => (await queue.getActiveCount()) + (await queue.getWaitingCount()) === 0,
    )
    expect(polls['physical_flows']).toBe(1)
    expect((await isDelayed(queue, 'physical_flows')).map(({ data }) => data.reason)).toEqual(['after pause'])
  })
})
