import { createSql, type TransactionSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'

/** Rows that stand for all of a table: the newest values of feeds, and small payloads. Nothing that the tests read rests on the others. */
const thinned: Readonly<Record<string, string>> = {
  feed_values: `(feed, series, slot_start) in (select feed, series, max(slot_start) from feed_values group by feed, series)`,
  raw_payloads: 'octet_length(body_zstd) <= 1500',
}

/** Everything that Postgres holds at one instant but what {@link thinned} leaves out, as JSON of rows. */
export async function dumpPostgres(url: string) {
  const sql = createSql(url, 'upgrade fixture', 1)
  try {
    return await sql.begin('isolation level repeatable read', async (tx) => {
      return { partitions: await partitionsOf(tx), sequences: await sequencesOf(tx), tables: await tablesOf(tx) }
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function partitionsOf(tx: TransactionSql) {
  return tx<{ name: string; parent: string; bounds: string }[]>`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind = 'r' order by c.relname`
}

function sequencesOf(tx: TransactionSql) {
  return tx<{ name: string; value: string }[]>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`
}

/** Tables with their columns, without generated ones. */
async function tablesOf(tx: TransactionSql) {
  const tables = await tx<{ table: string; columns: string[] }[]>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`
  const dumped = []
  for (const { table, columns } of tables) {
    const names = columns.map((column) => `"${column}"`).join(', ')
    // As text: not every type has an order.
    const order = columns
      .slice(0, 2)
      .map((column) => `"${column}"::text`)
      .join(', ')
    const rows = await tx.unsafe<{ row: string }[]>(
      `select row_to_json(kept)::text as row
       from (select ${names} from ${table} where ${thinned[table] ?? 'true'} order by ${order}) kept`,
    )
    dumped.push({ table, columns, rows: rows.map(({ row }) => JSON.parse(row)) })
  }
  return dumped
}

/** Strings of Redis as Base64: limits, snapshots, stamps. Queues and the signs of life of gateways are left out. */
export async function dumpRedis(url: string) {
  const redis = createRedis(url, createLogger('upgrade fixture', 'silent'))
  try {
    await whenRedisReady(redis)
    const strings: { key: string; value: string }[] = []
    for (const key of (await redis.keys('*')).sort()) {
      if ((await redis.type(key)) !== 'string' || isOfQueue(key)) continue
      const value = await redis.getBuffer(key)
      if (value !== null) strings.push({ key, value: value.toString('base64') })
    }
    return strings
  } finally {
    redis.disconnect()
  }
}

/** Names of BullMQ have the queue after the prefix; the product's own ones say what they hold. */
const isOfQueue = (key: string): boolean =>
  key.startsWith(`${queuePrefix}:`) && !/^(snapshot|zone|sign-in|usage-flush)/.test(key.slice(queuePrefix.length + 1))
