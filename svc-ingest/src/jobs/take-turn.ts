import { findNextPublication } from '@hexawatt/shared/grid/feed-calendar'
import type { SourceId } from '@hexawatt/shared/grid/feeds'
import { type DatasetId, isDatasetId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { findSource, sourceOf } from '../sources/registry.ts'
import type { PollJob } from './job-definitions.ts'
import { isPollDue, type PollRhythm, pollRhythm } from './poll-rhythm.ts'
import { claimSourceCall, readSourceCall, type SourceCall, type SourceCallRow } from './source-call-store.ts'

type TurnDeps = {
  sql: Sql
  clock: Clock
  /** Name of the application that calls an API. */
  applicationOf: (api: string) => string
  /** Polls the source and stores what is new. */
  poll: (source: SourceId, signal?: AbortSignal) => Promise<void>
  /** Polls a dataset of an open source if it has to be asked; says whether it was. */
  pollOpen: (dataset: DatasetId, asked: 'turn' | 'now', signal?: AbortSignal) => Promise<boolean>
  /** The default rhythm when absent. */
  rhythm?: PollRhythm
}

/** `not due`: no poll is due. `too soon`: the publisher's minimum interval has not passed. */
export type TurnOutcome = 'polled' | 'not due' | 'too soon'

/**
 * Makes the work of a poll job: a regular turn polls only when something is due, a start and a retry poll at once, and none of them
 * before the minimum interval of the source has passed.
 */
export function createTurns(deps: TurnDeps) {
  /** Time since the first missing publication was due, ms; null for references and before anything was received. */
  function overdueMs(source: SourceId, row: SourceCallRow): number | null {
    const rhythm = findSource(source)?.rhythm
    const feed = rhythm?.kind === 'interval' ? rhythm.publicationOf : null
    const due =
      feed === null ? null : findNextPublication(feed, { ...row, lastSuccess: row.lastSuccessAt, publisher: 'rte' })
    return due && deps.clock.now().epochMilliseconds - due.epochMilliseconds
  }

  /** References are public: their calls belong to no application. */
  function callOf(source: SourceId): SourceCall {
    const { api, rhythm } = sourceOf(source)
    const application = api === undefined ? 'none' : deps.applicationOf(api)
    const minCallGapMinutes = rhythm.kind === 'interval' ? (rhythm.minCallGapMinutes ?? 0) : 0
    return { source, application, minIntervalMs: minCallGapMinutes * minuteMs }
  }

  async function isDue(source: SourceId): Promise<boolean> {
    const rhythm = findSource(source)?.rhythm
    if (rhythm?.kind !== 'interval') return false
    const pollEveryMs = rhythm.everyMinutes * minuteMs
    const row = await readSourceCall(deps.sql, source)
    return isPollDue({ ...row, pollEveryMs, overdueMs: overdueMs(source, row) }, deps.rhythm ?? pollRhythm)
  }

  /** @throws UpstreamError as the poll does */
  return async function takeTurn(
    { source, asked }: PollJob,
    isRetry: boolean,
    signal?: AbortSignal,
  ): Promise<TurnOutcome> {
    if (isDatasetId(source)) {
      // A failed poll is not made again before the next planned time: retries of a dead publisher would use up its budget of the day.
      const isPolled = await deps.pollOpen(source, asked === 'start' && !isRetry ? 'now' : 'turn', signal)
      return isPolled ? 'polled' : 'not due'
    }
    if (asked === 'turn' && !isRetry && !(await isDue(source))) return 'not due'
    if (!(await claimSourceCall(deps.sql, callOf(source)))) return 'too soon'
    await deps.poll(source, signal)
    return 'polled'
  }
}
