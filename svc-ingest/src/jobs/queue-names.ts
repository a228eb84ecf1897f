import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { maintenanceQueueName } from './maintenance-job.ts'
import { computeQueueName } from './point-job.ts'
import { queueNameOf } from './poll-job.ts'

/** Every queue of the product. */
export const queueNames: readonly string[] = [...sourceIds.map(queueNameOf), computeQueueName, maintenanceQueueName]
