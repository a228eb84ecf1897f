import type { Sql } from '@hexawatt/shared/postgres/client'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'

/** Bytes of one account with one key and one counted month. */
export type AccountBytes = { redis: number; postgres: number }

/** Accounts that are stored to measure the growth of the tables: enough that pages and levels of the indexes count in full. */
const storedAccounts = 20_000
const measuredKeys = 500

/** Stores accounts, and measures the size of one account in Postgres and, from the load before, in Redis. */
export async function measureAccountBytes(sql: Sql, redis: RedisConnection): Promise<AccountBytes> {
  const before = await readTableBytes(sql)
  await storeAccounts(sql)
  const postgres = ((await readTableBytes(sql)) - before) / storedAccounts
  return { redis: await readStateBytes(redis), postgres }
}

async function readTableBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select (pg_total_relation_size('accounts') + pg_total_relation_size('api_keys')
      + pg_total_relation_size('usage_months'))::float8 as bytes`
  return row?.bytes ?? 0
}

async function storeAccounts(sql: Sql): Promise<void> {
  await sql`
    insert into accounts (id, name, plan)
    select 'acc_' || md5('a' || n), 'bench account ' || n, 'scale' from generate_series(1, ${storedAccounts}) n`
  await sql`
    insert into api_keys (id, account_id, name, key_sha256, prefix, last4)
    select 'key_' || md5('k' || n), 'acc_' || md5('a' || n), 'bench', encode(sha256(('s' || n)::bytea), 'hex'), 'hxw_', '0000'
    from generate_series(1, ${storedAccounts}) n`
  await sql`
    insert into usage_months (account_id, month, requests, plan)
    select 'acc_' || md5('a' || n), date_trunc('month', now())::date, 1, 'scale' from generate_series(1, ${storedAccounts}) n`
}

/** Mean of the limiter's states: the binary strings in this Redis that are no snapshot. */
async function readStateBytes(redis: RedisConnection): Promise<number> {
  const [, keys] = await redis.scan('0', 'MATCH', '*:limit:*', 'COUNT', measuredKeys)
  const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key)))
  return sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0) / sizes.length
}
