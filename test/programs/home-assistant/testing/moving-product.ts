import { isDatasetId } from '@hexawatt/shared/grid/publishers'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { planPollAt } from '@hexawatt/svc-ingest/src/planning/next-poll.ts'
import { readPollNeed } from '@hexawatt/svc-ingest/src/planning/poll-need.ts'
import { createPollRun } from '@hexawatt/svc-ingest/src/planning/run-poll.ts'
import type { Source } from '@hexawatt/svc-ingest/src/sources/definition/source.ts'
import { computeRequestedHours } from '../../../testing/requested-hours.ts'
import type { System } from '../../../testing/system-fixture.ts'

/** Moments of polls: a little after the least interval of a source has passed, because its publisher counts by its own clock. */
const moments = { everyMs: minuteMs / 12, offsetMs: 0 }

/**
 * Lets a product live faster than time: its clock leaps from one planned poll to the next, and each poll asks the demo upstream, which publishes by the same
 * clock. The system's clock must run, because a publisher refuses calls that come too soon.
 */
export async function createMovingProduct({ ingest, clock, sql, store, refreshLive }: System) {
  const runPoll = createPollRun({ ...ingest, poll: store, pollOpen: async () => false })
  const planned = new Map<Source, number>()

  async function planNext(source: Source): Promise<void> {
    const { isWanted, state } = await readPollNeed(ingest, source, clock.now())
    const at = planPollAt(source.rhythm, state, clock.now(), moments)
    planned.set(source, isWanted ? at.epochMilliseconds : Number.POSITIVE_INFINITY)
  }

  /** Real time in the database leaps along: polls are planned by it. */
  async function leapTo(atMs: number): Promise<void> {
    const leapMs = atMs - clock.now().epochMilliseconds
    if (leapMs <= 0) return
    clock.advance({ milliseconds: leapMs })
    const seconds = leapMs / 1000
    await sql`update source_calls set last_call_at = last_call_at - make_interval(secs => ${seconds}::double precision)`
    await sql`update publisher_pauses set last_call_at = last_call_at - make_interval(secs => ${seconds}::double precision)`
  }

  for (const source of ingest.sources) if (!isDatasetId(source.id)) await planNext(source)
  return {
    /** Moves the clock without a poll. */
    leapTo: (instant: Temporal.Instant): Promise<void> => leapTo(instant.epochMilliseconds),
    /** Makes every poll that is due until then, and what the API serves from it. Returns the number of polls. */
    async liveUntil(instant: Temporal.Instant): Promise<number> {
      let polls = 0
      for (;;) {
        const [source, atMs] = [...planned].reduce((first, next) => (next[1] < first[1] ? next : first))
        if (atMs > instant.epochMilliseconds) break
        await leapTo(atMs)
        // A failed poll is planned again, as in production.
        await runPoll(source, 'planned', false).catch(() => undefined)
        await planNext(source)
        polls += 1
      }
      await leapTo(instant.epochMilliseconds)
      await computeRequestedHours(ingest)
      await refreshLive()
      return polls
    },
  }
}
