import { createSql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { queryProblem } from '../embedded/database-store.ts'
import { SetupError } from '../embedded/setup-error.ts'
import type { RunPlan } from './run-plan.ts'
import type { Stores } from './stores.ts'

/**
 * Makes the stores ready for the programs: both answer, the schema is up to date, the database holds this kind of data.
 *
 * @throws SetupError when a store that the environment names does not answer
 * @throws DataModeMismatchError when the database holds another kind of data
 */
export async function prepareStores(stores: Stores, plan: RunPlan): Promise<void> {
  if (plan.redisUrl !== null) await assertRedisAnswers(plan.redisUrl)
  if (plan.databaseUrl !== null) await assertPostgresAnswers(plan.databaseUrl)
  const sql = createSql(stores.databaseUrl, 'up', 1)
  try {
    await migrate(sql)
    await ensureDataMode(sql, plan.mode)
  } finally {
    await sql.end({ timeout: 5 })
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
