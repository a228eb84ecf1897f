import type { LoadedPast } from '@hexawatt/shared/contract/status'
import { retryThroughOutages, type ThroughOutagesDeps } from '@hexawatt/shared/postgres/postgres-unavailable'
import { feedsChange, type PublishChange } from '@hexawatt/shared/snapshot/data-changes'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import { type LoadPastDeps, loadNextPiece } from '../past/load-past.ts'
import { readPastProgress } from '../past/past-progress.ts'
import { type Repetition, repeatWork } from './repeat-work.ts'

type StartDeps = Omit<LoadPastDeps, 'holder'> & ThroughOutagesDeps & { metrics: Metrics; publishChange: PublishChange }

/** Least time between two pieces of a publisher, ms: the past is not urgent, and the operator names no rate. */
const pieceEveryMs = 10_000

/**
 * Loads the past of this installation in the background, a piece of each publisher at a time, newest first. Postgres has the progress: a restart goes on where
 * it stopped, and of several programs one at a time loads from a publisher.
 */
export function startPast(deps: StartDeps, everyMs = pieceEveryMs): Repetition {
  const { logger, metrics, sql, clock, contents, stopping } = deps
  const publishers = [...new Set(contents.map(({ publisher }) => publisher))]
  const holder = crypto.randomUUID()
  addReadGauges(metrics, {
    labelNames: [],
    labels: () => ({}),
    read: async () => [await readPastProgress(sql, contents, clock.now())].filter((progress) => progress !== null),
    gauges: [
      {
        name: 'ingest_past_known_days',
        help: 'Days of the last year whose past is loaded; 365 when all of it is',
        value: ({ knownDays }: LoadedPast) => knownDays,
      },
    ],
  })
  let logged = ''

  async function logProgress(): Promise<void> {
    const progress = await readPastProgress(sql, contents, clock.now())
    if (progress === null || JSON.stringify(progress) === logged) return
    logged = JSON.stringify(progress)
    const { knownDays, wantedDays, ...rest } = progress
    logger.info({ history: `${knownDays} of ${wantedDays} days`, ...rest }, 'history')
  }

  return repeatWork(logger, {
    label: 'load the past',
    everyMs,
    work: () =>
      retryThroughOutages(deps, async () => {
        const steps = publishers.map((publisher) => loadNextPiece({ ...deps, holder }, publisher, stopping))
        const outcomes = await Promise.allSettled(steps)
        if (outcomes.some((step) => step.status === 'fulfilled' && step.value === 'loaded')) {
          await logProgress()
          // Forecast and status follow at once.
          await deps.publishChange(feedsChange)
        }
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      }),
  })
}
