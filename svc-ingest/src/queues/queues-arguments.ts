import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { queueNames } from '../jobs/job-definitions.ts'

/** Failed jobs that one run shows of a queue, and that it tries again. */
export const maxShownFailures = 10
export const maxRetriedJobs = 100

export type QueuesCommand = { kind: 'help' } | { kind: 'show' } | { kind: 'retry'; queue: string }

/** What `bun run queues --help` prints. */
export const queuesUsage = `Shows the queues of svc-ingest.

  bun run queues
      Jobs of every queue by state, and the newest ${maxShownFailures} failed ones of each with their reason.
  bun run queues --retry-failed QUEUE
      Puts the newest ${maxRetriedJobs} failed jobs of a queue back to be done at once.

A failed poll need not be tried again: the next turn asks for what is missing. Queues: poll_SOURCE, compute, maintenance.

REDIS_URL: the product's Redis (taken from a running bun run up when it is not set).`

const options = { 'retry-failed': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

/**
 * Reads the command line of `bun run queues`.
 *
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parseQueuesArguments(argv: readonly string[]): QueuesCommand {
  const { help, 'retry-failed': queue } = readOptionsOnly(argv, 'bun run queues', options)
  if (help === true) return { kind: 'help' }
  if (queue === undefined) return { kind: 'show' }
  if (!queueNames.includes(queue)) {
    throw new UsageError(`"${queue}" is not a queue: use ${queueNames.join(', ')}.`)
  }
  return { kind: 'retry', queue }
}
