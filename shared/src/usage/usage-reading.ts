import type { PlanTable } from '../contract/plans.ts'
import type { Sql } from '../postgres/client.ts'
import type { RedisConnection } from '../redis/connect.ts'
import type { Logger } from '../telemetry/logger.ts'
import { createAccountRequestStore } from './account-request-store.ts'
import { createAccountUsage, createUsageExport } from './account-usage.ts'
import { createMonthCounts } from './month-counts.ts'
import { createUsageOverview } from './usage-bill.ts'
import { createUsageDayStore } from './usage-day-store.ts'
import { createUsageMonthStore } from './usage-month-store.ts'
import { createUsageReader } from './usage-reader.ts'

export type UsageReadingDeps = {
  sql: Sql
  /** The Redis in which the limiter counts. */
  redis: RedisConnection
  plans: PlanTable['plans']
  logger: Logger
}

/** Everything that pages, files and the operator's listener read of usage: bills of a month, one account, and an account's export. */
export function createUsageReading({ sql, redis, plans, logger }: UsageReadingDeps) {
  const reader = createUsageReader({
    store: createUsageMonthStore(sql),
    counts: createMonthCounts(redis, plans),
    plans,
    onStale: (error) => logger.warn({ err: error }, 'usage shown as of the last flush: redis did not answer'),
  })
  const dayStore = createUsageDayStore(sql)
  return {
    usageOf: createUsageOverview(reader, plans),
    accountUsage: createAccountUsage({ reader, dayStore, plans }),
    usageExport: createUsageExport({ reader, dayStore, plans }),
    accountRequests: createAccountRequestStore(sql),
  }
}
