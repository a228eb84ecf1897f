import { readPackedMonths } from '@hexawatt/gateway/src/limits/month-counts.ts'
import { RedisClient } from 'bun'
import type { RedisNode } from './redis-node.ts'

/** The months of all accounts in these masters, in requests by account. */
export async function readMonths(masters: readonly RedisNode[]): Promise<Map<string, number>> {
  const months = new Map<string, number>()
  for (const master of masters) {
    const client = new RedisClient(master.url, { autoReconnect: false })
    try {
      await client.connect()
      let cursor = '0'
      do {
        const page = await client.send('SCAN', [cursor, 'MATCH', '*:limit:*:a:*', 'COUNT', '500'])
        if (!Array.isArray(page)) throw new Error('SCAN answered something else than a page')
        cursor = String(page[0])
        for (const key of page[1] as string[]) {
          const state = await client.getBuffer(key)
          const requests = state === null ? 0 : (readPackedMonths(state)?.requests ?? 0)
          const accountId = key.slice(key.lastIndexOf(':a:') + 3)
          months.set(accountId, (months.get(accountId) ?? 0) + requests)
        }
      } while (cursor !== '0')
    } finally {
      client.close()
    }
  }
  return months
}

export function sumOf(months: ReadonlyMap<string, number>): number {
  return [...months.values()].reduce((sum, requests) => sum + requests, 0)
}
