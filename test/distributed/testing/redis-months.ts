import { readStateMonths } from '@hexawatt/shared/redis/limit-state'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import type { RedisNode } from './redis-node.ts'

/** The months of all accounts in these masters, in requests by account. */
export async function readMonths(masters: readonly Pick<RedisNode, 'url'>[]): Promise<Map<string, number>> {
  const months = new Map<string, number>()
  for (const master of masters) {
    await withRedis(master.url, async (redis) => {
      for await (const keys of redis.scanStream({ match: '*:limit:*:a:*', count: 500 })) {
        for (const key of keys) {
          const state = await redis.getBuffer(key)
          const requests = state === null ? 0 : (readStateMonths(state)?.requests ?? 0)
          const accountId = key.slice(key.lastIndexOf(':a:') + 3)
          months.set(accountId, (months.get(accountId) ?? 0) + requests)
        }
      }
    })
  }
  return months
}

export function sumOf(months: ReadonlyMap<string, number>): number {
  return [...months.values()].reduce((sum, requests) => sum + requests, 0)
}
