import { afterEach, expect, test } from 'bun:test'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { planPollAt } from '@hexawatt/svc-ingest/src/planning/next-poll.ts'
import { readPollNeed } from '@hexawatt/svc-ingest/src/planning/poll-need.ts'
import { createPollRun } from '@hexawatt/svc-ingest/src/planning/run-poll.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import type { Source } from '@hexawatt/svc-ingest/src/sources/definition/source.ts'
import { type IngestFixture, startIngestFixture, upstreamSettings } from './testing/ingest-fixture.ts'

/** Ten o'clock in Paris: the colours, the auction and the schedules of the next day are published in the six hours from here. */
const start = '2026-02-03T09:00:00Z'
const hours = 6
const minuteMs = 60_000

let fixture: IngestFixture | null = null
let counter: ReturnType<typeof startCallCounter> | null = null
afterEach(async () => {
  await fixture?.stop()
  await counter?.stop()
  fixture = null
  counter = null
})

/** A way to the demo upstream that counts the calls of each publisher. */
function startCallCounter() {
  let calls: Record<string, number> = {}
  let upstreamUrl = ''
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch({ url, method, headers, body }) {
      const { pathname, search } = new URL(url)
      const [, first = '', second = ''] = pathname.split('/')
      const name = first === 'open' ? second : first === 'open_api' ? 'rte' : first === 'token' ? 'token' : 'references'
      calls[name] = (calls[name] ?? 0) + 1
      return fetch(`${upstreamUrl}${pathname}${search}`, { method, headers, body, decompress: false })
    },
  })
  return {
    settings: upstreamSettings(server.url.origin),
    leadTo(url: string): void {
      upstreamUrl = url
    },
    /** Calls since the last question. */
    take(): Record<string, number> {
      const taken = calls
      calls = {}
      return taken
    },
    stop: () => server.stop(true),
  }
}

/**
 * Lives through hours of a program that has just started: the job of each source runs at the instant that was planned for it, on a clock that leaps from one
 * to the next; real time in the database leaps along.
 */
async function simulateHours(mode: 'open' | 'live') {
  counter = startCallCounter()
  fixture = await startIngestFixture(start, { mode, settings: counter.settings })
  counter.leadTo(fixture.upstreamUrl)
  const { deps, clock, sql } = fixture
  await seedReferences(deps.sql)
  const poller = createPoller(deps)
  const runPoll = createPollRun({ ...deps, poll: poller.store, pollOpen: poller.storeOpen })
  const planned = new Map<string, number>()

  async function planNext(source: Source): Promise<void> {
    const { isWanted, state } = await readPollNeed(deps, source, clock.now())
    const at = planPollAt(source.rhythm, state, clock.now(), { everyMs: minuteMs, offsetMs: 0 })
    // A fallback that no feed needs is planned again by the polls of the sources before it.
    planned.set(source.id, isWanted ? at.epochMilliseconds : Number.POSITIVE_INFINITY)
  }

  let [jobs, idleJobs] = [0, 0]
  async function runJob(source: Source, reason: 'start' | 'planned'): Promise<void> {
    jobs++
    const outcome = await runPoll(source, reason, false).catch(() => 'failed')
    if (outcome === 'not due' || outcome === 'too soon') idleJobs++
    await planNext(source)
    for (const other of deps.sources) {
      const isFallback = other.rhythm.kind === 'times' && other.fills.some((feed) => source.fills.includes(feed))
      if (isFallback && other !== source) await planNext(other)
    }
  }

  for (const source of deps.sources) await runJob(source, 'start')
  counter.take()
  ;[jobs, idleJobs] = [0, 0]
  const endMs = clock.now().epochMilliseconds + hours * 60 * minuteMs
  for (;;) {
    const [id, atMs] = [...planned].reduce((first, next) => (next[1] < first[1] ? next : first))
    if (atMs > endMs) break
    const leapMs = Math.max(0, atMs - clock.now().epochMilliseconds)
    clock.advance({ milliseconds: leapMs })
    await sql`update source_calls set last_call_at = last_call_at - make_interval(secs => ${leapMs / 1000}::double precision)`
    await sql`update publisher_pauses set last_call_at = last_call_at - make_interval(secs => ${leapMs / 1000}::double precision)`
    const source = deps.sources.find((candidate) => candidate.id === id)
    if (source === undefined) throw new Error(`${id} is not polled`)
    await runJob(source, 'planned')
  }
  const { token: _token, ...calls } = counter.take()
  return { jobs, idleJobs, calls }
}

/** The figures of feeds come from the release whose queues ticked every minute, counted over the same hours. */
test('six hours of open mode make the same calls as looking at each source once a minute, by jobs of which each polls', async () => {
  const { jobs, idleJobs, calls } = await simulateHours('open')
  // Each of six neighbours is asked every three hours.
  const ofNeighbours = 6 * 2
  expect(calls).toEqual({ odre: 30, 'energy-charts': 14 + ofNeighbours, 'rte-services': 1 })
  expect(idleJobs).toBe(0)
  expect(jobs).toBeLessThan(50 + ofNeighbours)
}, 300_000)
