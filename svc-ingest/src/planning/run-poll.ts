import type { DataMode, ReportedSourceId } from '@hexawatt/shared/grid/feeds'
import { type DatasetId, isDatasetId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { minuteMs } from '@hexawatt/shared/time/instant'
import type { Source } from '../sources/definition/source.ts'
import { isDue, type PollReason } from './poll-if-due.ts'
import { readPollNeed } from './poll-need.ts'
import { claimSourceCall, type SourceCall } from './source-call-store.ts'

type RunDeps = {
  sql: Sql
  mode: DataMode
  clock: Clock
  /** Name of the application that calls an API. */
  nameApplication: (api: string) => string
  /** Polls a feed of the operator or a reference and stores new values. */
  poll: (source: ReportedSourceId, signal?: AbortSignal) => Promise<void>
  /** Polls a dataset of an open publisher if it is due; says whether it was. */
  pollOpen: (dataset: DatasetId, reason: PollReason, signal?: AbortSignal) => Promise<boolean>
}

/** `not due`: no poll is due. `too soon`: the publisher's least interval between two calls has not passed. */
export type PollOutcome = 'polled' | 'not due' | 'too soon'

/**
 * Makes the work of a poll job: a planned poll is made only if it is still due, because another program may have made it. A start, a retry and the end of a
 * pause poll the operator and the references at once, but never before the least interval between two calls of the source has passed.
 */
export function createPollRun(deps: RunDeps) {
  const { sql, clock } = deps

  /** References are public: their calls belong to no application. */
  function describeCall({ api, rhythm }: Source, source: ReportedSourceId): SourceCall {
    const minCallGapMinutes = rhythm.kind === 'interval' ? (rhythm.minCallGapMinutes ?? 0) : 0
    const application = api === undefined ? 'none' : deps.nameApplication(api)
    return { source, application, minIntervalMs: minCallGapMinutes * minuteMs }
  }

  async function isPlannedPollDue(source: Source): Promise<boolean> {
    const now = clock.now()
    return isDue(source, await readPollNeed(deps, source, now), now)
  }

  /**
   * @param isRetry whether the job was begun before: its poll failed, or its worker was killed
   * @throws UpstreamError as the poll does
   */
  return async function runPoll(
    source: Source,
    reason: PollReason,
    isRetry: boolean,
    signal?: AbortSignal,
  ): Promise<PollOutcome> {
    const { id } = source
    if (isDatasetId(id)) {
      // A failed poll is not made again before the next planned time: repetitions of a dead publisher would use up its budget of the day.
      const isPolled = await deps.pollOpen(id, isRetry ? 'planned' : reason, signal)
      return isPolled ? 'polled' : 'not due'
    }
    const mayWait = reason === 'planned' || (reason === 'start' && keepsIntervalAtStart(source))
    if (mayWait && !isRetry && !(await isPlannedPollDue(source))) return 'not due'
    if (!(await claimSourceCall(sql, describeCall(source, id)))) return 'too soon'
    await deps.poll(id, signal)
    return 'polled'
  }
}

function keepsIntervalAtStart({ rhythm }: Source): boolean {
  return rhythm.kind === 'interval' && rhythm.keepsIntervalAtStart === true
}
