import type { SourceName } from '@hexawatt/shared/grid/publishers'
import { pollQueueNameOf } from '@hexawatt/shared/queue/queue-names'
import { openQueues } from '@hexawatt/shared/queue/read-queues'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import type { Queue } from 'bullmq'
import { planPollAt } from '../planning/next-poll.ts'
import type { PollReason } from '../planning/poll-if-due.ts'
import type { PollNeed } from '../planning/poll-need.ts'
import type { Source } from '../sources/definition/source.ts'
import { publisherPolicies } from '../sources/publishers.ts'
import { type PollJob, pollJobOptions } from './job-definitions.ts'

type PollPlanDeps = {
  /** Connection of the queues; their jobs are added and read on it. */
  redis: RedisConnection
  clock: Clock
  /** Sources that this installation polls, the preferred of each publisher first. */
  sources: readonly Source[]
  readNeed: (source: Source, now: Temporal.Instant) => Promise<PollNeed>
  /** The polls of a source run in one moment of each such interval, ms. */
  spreadMs?: number
}

/** A fallback source that no feed needs is looked at again after this time, ms; the polls of the sources before it plan it sooner. */
const lookAgainMs = 24 * hourMs
/** At a start references are polled after the feeds, ms: the shipped content serves until then. */
const firstReferenceDelayMs = 2_000
/** Most jobs of a queue that are read: every source has one or two. */
const maxReadJobs = 1_000

/**
 * The planned polls: each source has one delayed job in the queue of its publisher, at the instant at which it is to be polled next. A plan replaces the
 * former one in one step; a plan made while the source is polled becomes a job when the poll ends. So one job is left, however many programs plan.
 */
export function createPollPlan({ redis, clock, sources, readNeed, spreadMs = minuteMs }: PollPlanDeps) {
  let queues: ReadonlyMap<string, Queue<PollJob>> | null = null
  const offsetsMs = new Map(sources.map(({ id }) => [id, Math.floor(Math.random() * spreadMs)]))
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))]

  function openQueue(publisher: SourceName): Queue<PollJob> {
    // Queues that are opened while Redis is away stay unusable when it is back.
    if (redis.status !== 'ready') throw new Error('redis is not connected')
    queues ??= new Map(openQueues(redis, publishers.map(pollQueueNameOf)).map((queue) => [queue.name, queue]))
    const queue = queues.get(pollQueueNameOf(publisher))
    if (queue === undefined) throw new Error(`no source of ${publisher} is polled here`)
    return queue
  }

  async function add({ id, publisher }: Source, reason: PollReason, delayMs: number): Promise<void> {
    const job: PollJob = { v: 2, source: id, reason }
    await openQueue(publisher).add('poll', job, {
      ...pollJobOptions,
      // A failed poll of a publisher with a budget is not made again before the next planned one: repetitions would use up the budget of the day.
      ...(publisherPolicies[publisher].pace !== null
        ? { attempts: 1, priority: 1 + sources.findIndex((source) => source.id === id) }
        : {}),
      delay: Math.max(0, Math.ceil(delayMs)),
      // A start is added in any case: the unfinished poll of a killed worker would hold it up until its lock expires.
      ...(reason === 'start' ? {} : { deduplication: { id, replace: true, keepLastIfActive: true } }),
    })
  }

  async function planNext(source: Source, leastDelayMs = 0): Promise<void> {
    const now = clock.now()
    const { isWanted, state } = await readNeed(source, now)
    const moments = { everyMs: spreadMs, offsetMs: offsetsMs.get(source.id) ?? 0 }
    const at = planPollAt(source.rhythm, state, now, moments)
    await add(source, 'planned', isWanted ? Math.max(leastDelayMs, at.since(now).total('milliseconds')) : lookAgainMs)
  }

  /** Plans the fallback sources of the feeds of a source again: its poll may be the one after which they begin or end to stand in. */
  async function planFallbacksOf({ id, fills }: Source): Promise<void> {
    const fallbacks = sources.filter(
      (source) =>
        source.id !== id && source.rhythm.kind === 'times' && source.fills.some((feed) => fills.includes(feed)),
    )
    for (const fallback of fallbacks) await planNext(fallback)
  }

  return {
    /** Plans the next poll of a source by its rhythm; at once when it is to be polled now. */
    planNext: (source: Source) => planNext(source),
    /**
     * Plans the next poll of a source that was polled just now, and those of the fallbacks of its feeds. A poll that left no record of itself, and so seems to
     * be due still, is not repeated within a minute.
     */
    async planAfterPoll(source: Source): Promise<void> {
      await planNext(source, spreadMs)
      await planFallbacksOf(source)
    },
    /** Looks at a source again after a while, whether or not it is to be polled then. */
    planLook: (source: Source, delayMs: number) => add(source, 'planned', delayMs),
    /** Polls a source after the pause that its publisher asked for. */
    planAfterPause: (source: Source, pauseMs: number) => add(source, 'after pause', pauseMs),
    /** Polls a source at the start of a program: a restart must not wait for the planned time. */
    planStart(source: Source): Promise<void> {
      const isReference = source.rhythm.kind === 'interval' && source.rhythm.publicationOf === null
      return add(source, 'start', isReference ? firstReferenceDelayMs : 0)
    },
    /** Whether a source waits for the end of a pause that its publisher asked for. */
    async isPaused({ id, publisher }: Source): Promise<boolean> {
      const queue = openQueue(publisher)
      const jobId = await queue.getDeduplicationJobId(id)
      const job = jobId === null ? undefined : await queue.getJob(jobId)
      return job?.data.reason === 'after pause' && (await job.isDelayed())
    },
    /** Sources that have no job, neither planned nor running. @throws errors of Redis */
    async findUnplanned(): Promise<Source[]> {
      const planned = new Set<string>()
      for (const publisher of publishers) {
        const jobs = await openQueue(publisher).getJobs(['active', 'waiting', 'prioritized', 'delayed'], 0, maxReadJobs)
        // A job that is replaced while the list is read is missing in it.
        for (const job of jobs) if (job !== undefined) planned.add(job.data.source)
      }
      return sources.filter(({ id }) => !planned.has(id))
    },
  }
}
export type PollPlan = ReturnType<typeof createPollPlan>
