import { join } from 'node:path'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { isDamage, queryProblem } from '../embedded/database-store.ts'
import { watchDisk } from '../embedded/files/disk-room.ts'
import { freePorts } from '../embedded/loopback-port.ts'
import { startEmbeddedPostgres } from '../embedded/postgres.ts'
import { findCluster, makeDamageError } from '../embedded/postgres-files.ts'
import type { EmbeddedServer } from '../embedded/processes.ts'
import { startEmbeddedRedis } from '../embedded/redis.ts'
import { SetupError } from '../embedded/setup-error.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import { type ProgramDatabases, prepareProgramDatabases } from './data-folder/program-databases.ts'
import type { RunPlan } from './run-plan.ts'
import { type Supervised, superviseLogged, type Teardown } from './supervised.ts'

export type Stores = {
  /** As the owner. */
  databaseUrl: string
  redisUrl: string
  supervised: Supervised[]
}

type StoresInput = { plan: RunPlan; folder: DataFolder; teardown: Teardown; say: (sentence: string) => void }

type EmbeddedStore = Supervised<EmbeddedServer>

/**
 * Starts the embedded stores that the environment does not name, both at once. The teardown aborts a start in progress and stops the started stores (Redis
 * first), also when the other failed.
 * / @throws SetupError with the remedy
 */
export async function startStores(input: StoresInput): Promise<Stores> {
  const { plan, teardown } = input
  const [postgresPort = 0, redisPort = 0] = await freePorts(2, [plan.port])
  const starting = new AbortController()
  const starts = [
    plan.databaseUrl === null ? startPostgres(input, postgresPort, starting.signal) : null,
    plan.redisUrl === null ? startRedis(input, redisPort, starting.signal) : null,
  ] as const
  teardown.add(async () => {
    starting.abort()
    const [postgres, redis] = await Promise.allSettled(starts)
    for (const start of [redis, postgres]) if (start.status === 'fulfilled') await start.value?.stop()
  })
  const endWatch = watchDisk(input.folder.dataDir, input.say)
  teardown.add(async () => endWatch())
  const [postgres, redis] = await Promise.all(starts)
  return {
    databaseUrl: plan.databaseUrl ?? postgres?.first.url ?? '',
    redisUrl: plan.redisUrl ?? redis?.first.url ?? '',
    supervised: [postgres, redis].filter((store) => store !== null),
  }
}

/** With a fixed port: the programs know the address, so a restarted server must listen there again. */
function startPostgres(input: StoresInput, port: number, signal: AbortSignal): Promise<EmbeddedStore> {
  const { dataDir } = input.folder
  const { say } = input
  return superviseLogged({
    name: 'PostgreSQL',
    logFile: join(dataDir, 'postgres.log'),
    say,
    start: () => startEmbeddedPostgres({ dataDir, say, port, signal }),
  })
}

function startRedis(input: StoresInput, port: number, signal: AbortSignal): Promise<EmbeddedStore> {
  const { dataDir, cacheDir } = input.folder
  const { say } = input
  return superviseLogged({
    name: 'Redis',
    logFile: join(dataDir, 'redis.log'),
    say,
    start: () => startEmbeddedRedis({ dataDir, cacheDir, say, port, signal }),
  })
}

/**
 * Prepares the stores for the programs: both answer, the schema is current, every program has its role, the database holds this kind of data.
 *
 * @returns the address of the database for each program
 * @throws SetupError when a store that the environment names does not answer, or the embedded database is damaged
 * @throws DataModeMismatchError when the database holds another kind of data
 */
export async function prepareStores(
  { databaseUrl }: Stores,
  { plan, folder, say }: Omit<StoresInput, 'teardown'>,
): Promise<ProgramDatabases> {
  if (plan.redisUrl !== null) await assertRedisAnswers(plan.redisUrl)
  if (plan.databaseUrl !== null) await assertPostgresAnswers(plan.databaseUrl)
  try {
    return await prepareProgramDatabases({
      databaseUrl,
      isEmbedded: plan.databaseUrl === null,
      mode: plan.mode,
      dataDir: folder.dataDir,
      say,
    })
  } catch (error) {
    if (plan.databaseUrl !== null || !isDamage(error)) throw error
    throw makeDamageError(findCluster(folder.dataDir), error)
  }
}

async function assertPostgresAnswers(databaseUrl: string): Promise<void> {
  const problem = await queryProblem(databaseUrl)
  if (problem === null) return
  throw new SetupError(
    `PostgreSQL does not answer (${problem}): correct or start what DATABASE_URL names, or unset it.`,
  )
}

async function assertRedisAnswers(redisUrl: string): Promise<void> {
  const redis = createRedis(redisUrl, createLogger('up', 'silent'))
  await whenRedisReady(redis)
  const answers = redis.status === 'ready'
  redis.disconnect()
  if (!answers) throw new SetupError('Redis does not answer: correct or start what REDIS_URL names, or unset it.')
}
