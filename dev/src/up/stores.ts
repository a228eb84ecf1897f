import { join } from 'node:path'
import { freePorts } from '../embedded/loopback-port.ts'
import { type EmbeddedServer, startEmbeddedPostgres } from '../embedded/postgres.ts'
import { startEmbeddedRedis } from '../embedded/redis.ts'
import type { DataFolder } from './data-folder.ts'
import type { RunPlan } from './run-plan.ts'
import { type Supervised, supervise } from './supervised.ts'
import type { Teardown } from './teardown.ts'

export type Stores = { databaseUrl: string; redisUrl: string; supervised: Supervised[] }

export type StoresInput = { plan: RunPlan; folder: DataFolder; teardown: Teardown; say: (sentence: string) => void }

type EmbeddedStore = Supervised<EmbeddedServer>

/**
 * Starts the embedded stores that are not given by the environment, both at once. What was started is stopped by the
 * teardown (Redis first), also when the other one failed.
 *
 * @throws SetupError with the remedy
 */
export async function startStores(input: StoresInput): Promise<Stores> {
  const { plan, teardown } = input
  const [postgresPort = 0, redisPort = 0] = await freePorts(2, [plan.port])
  const starts = await Promise.allSettled([
    plan.databaseUrl === null ? startPostgres(input, postgresPort) : null,
    plan.redisUrl === null ? startRedis(input, redisPort) : null,
  ])
  const supervised = starts.flatMap((start) =>
    start.status === 'fulfilled' && start.value !== null ? [start.value] : [],
  )
  for (const store of supervised) teardown.add(() => store.stop())
  const [postgres, redis] = starts.map(startedOrThrow)
  return {
    databaseUrl: plan.databaseUrl ?? postgres?.first.url ?? '',
    redisUrl: plan.redisUrl ?? redis?.first.url ?? '',
    supervised,
  }
}

function startedOrThrow(start: PromiseSettledResult<EmbeddedStore | null>): EmbeddedStore | null {
  if (start.status === 'rejected') throw start.reason
  return start.value
}

/** The port stays: the programs know the address, and a server that is started again must be found where it was. */
function startPostgres({ folder: { dataDir }, say }: StoresInput, port: number): Promise<EmbeddedStore> {
  return supervise<EmbeddedServer>({
    name: 'PostgreSQL',
    logFile: join(dataDir, 'postgres.log'),
    say,
    start: () => startEmbeddedPostgres({ dataDir, say, port }),
  })
}

function startRedis({ folder: { dataDir, cacheDir }, say }: StoresInput, port: number): Promise<EmbeddedStore> {
  return supervise<EmbeddedServer>({
    name: 'Redis',
    logFile: join(dataDir, 'redis.log'),
    say,
    start: () => startEmbeddedRedis({ dataDir, cacheDir, say, port }),
  })
}
