import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis } from '@hexawatt/shared/redis/client'
import { findCommandRedisTarget } from '@hexawatt/shared/redis/settings'
import { createLogger } from '@hexawatt/shared/telemetry/logger'

// Runs in a container of svc-ingest, with its settings and its connections: each store is written to ten times a second, and each confirmed write is a
// line of JSON. In Postgres each write also reads the one before it.

/** Pause between two writes to a store, ms. */
const pauseMs = 100
const redisKey = '{hexawatt}:test-writes'

/** One confirmed write. Times are ms of the system's clock. */
export type ConfirmedWrite = {
  store: 'postgres' | 'redis'
  sentAtMs: number
  confirmedAtMs: number
  isEarlierLost: boolean
}

async function writeAgainAndAgain(
  store: ConfirmedWrite['store'],
  write: (n: number) => Promise<number>,
): Promise<void> {
  let confirmed = 0
  for (let n = 1; ; n += 1) {
    const sentAtMs = Date.now()
    const earlier = await write(n).catch(() => null)
    if (earlier !== null) {
      const line: ConfirmedWrite = { store, sentAtMs, confirmedAtMs: Date.now(), isEarlierLost: earlier < confirmed }
      console.log(JSON.stringify(line))
      confirmed = n
    }
    await Bun.sleep(pauseMs)
  }
}

const { DATABASE_URL = '' } = Bun.env
const sql = createSql(DATABASE_URL, 'test', 1)
const start = Temporal.Instant.from('2020-01-01T00:00:00Z')
const target = findCommandRedisTarget(Bun.env, 'queues')
if (target === null) throw new Error('no Redis')
const redis = createRedis(target, createLogger('test', 'silent'))

await Promise.all([
  writeAgainAndAgain('postgres', async (n) => {
    const [row] = await sql<{ earlier: number }[]>`
      with stored as (select extract(epoch from stamped_at - ${start})::int as earlier from data_stamp)
      update data_stamp set stamped_at = ${start.add({ seconds: n })}
      returning (select earlier from stored) as earlier`
    return row === undefined || row.earlier > 1_000_000 ? 0 : row.earlier
  }),
  writeAgainAndAgain('redis', async (n) => Number((await redis.set(redisKey, n, 'EX', 3_600, 'GET')) ?? 0)),
])
