import type { FeedId } from '@hexawatt/shared/grid/feeds'

/**
 * When a source is polled. `interval`: at this interval, and sooner when a publication of its feed falls due. `times`: at planned times, of which missed
 * ones are dropped and never made up for.
 */
export type Rhythm =
  | {
      kind: 'interval'
      everyMinutes: number
      /** The feed whose calendar says when something is due; null for references, which have none. */
      publicationOf: FeedId | null
      /** Least time between two calls of one application, where the publisher refuses more of them. It survives restarts. */
      minCallGapMinutes?: number
      /** A start of a program does not poll it before its interval has passed: where the publisher counts calls, restarts must not add any. */
      keepsIntervalAtStart?: true
    }
  | {
      kind: 'times'
      /** Minutes of every hour, or Paris hours of the day (`HH:MM`). */
      at: { minutes: readonly number[] } | { paris: readonly string[] }
      /** The later times of a day are left out once the newest answer has the final values of this daily feed. */
      until?: FeedId
    }

/** A rhythm of planned times. */
export type PlannedTimes = Extract<Rhythm, { kind: 'times' }>
