import { sourceIds } from '../grid/feeds.ts'
import { datasetIds, type SourceName, sourceNames } from '../grid/publishers.ts'

/** Queue of the polls of a publisher. */
export const pollQueueNameOf = (publisher: SourceName): string => `poll_${publisher}`

/** Queue of what is computed once for all programs. */
export const computeQueueName = 'compute'

/** Queue of maintenance tasks, which run next to the polls. */
export const maintenanceQueueName = 'maintenance'

/** Queue of the subscriptions to alerts that have something to send. */
export const alertQueueName = 'alerts'

/** Every queue of the product. */
export const queueNames: readonly string[] = [
  ...sourceNames.map(pollQueueNameOf),
  computeQueueName,
  alertQueueName,
  maintenanceQueueName,
]

/** Queues of the releases that had one for each source: they are removed when the programs of such a release have stopped. */
export const formerPollQueueNames: readonly string[] = [...sourceIds, ...datasetIds].map((id) => `poll_${id}`)
