import { sourceIds } from '../grid/feeds.ts'
import { datasetIds } from '../grid/publishers.ts'

/** What is polled: a feed of the operator, a reference, or a dataset of an open source. */
export type PolledSource = (typeof sourceIds)[number] | (typeof datasetIds)[number]

/** One queue for each source: a source that must wait (429) delays no other. */
export const queueNameOf = (source: PolledSource): string => `poll_${source}`

/** Queue of what is computed once for all programs. */
export const computeQueueName = 'compute'

/** Queue of maintenance tasks, which run next to the polls. */
export const maintenanceQueueName = 'maintenance'

/** Queue of the subscriptions to alerts that have something to send. */
export const alertQueueName = 'alerts'

/** Every queue of the product. */
export const queueNames: readonly string[] = [
  ...sourceIds.map(queueNameOf),
  ...datasetIds.map(queueNameOf),
  computeQueueName,
  alertQueueName,
  maintenanceQueueName,
]
