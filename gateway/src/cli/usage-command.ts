import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { createSql } from '@hexawatt/shared/postgres/client'
import { commandRedisTarget } from '@hexawatt/shared/redis/settings'
import { createMonthCounts } from '../limits/month-counts.ts'
import { billsOf } from '../usage/usage-bill.ts'
import { storeCounts } from '../usage/usage-flush.ts'
import { createUsageStore, type UsageStore } from '../usage/usage-store.ts'
import { commandDatabaseUrl, commandFailure, withCommandRedis } from './command-stores.ts'
import { type UsageCommand, usageCommandLine } from './usage-arguments.ts'
import { usageCsv, usageJson } from './usage-text.ts'

export type UsageCommandInput = {
  argv: readonly string[]
  env: EnvSource
  now: Temporal.Instant
  /** Prints a part of the list. */
  print: (text: string) => void
  /** Prints a message to the operator that is not part of the list. */
  say: (sentence: string) => void
}

/**
 * Runs `bun run usage`: stores the newest counts, then prints the bills of the month.
 *
 * @returns exit code: 0, or 1 after one sentence; the list is then incomplete
 */
export async function runUsageCommand(input: UsageCommandInput): Promise<0 | 1> {
  try {
    const command = readCommandLine(usageCommandLine(input.now), input.argv)
    if ('helpText' in command) input.print(`${command.helpText}\n`)
    else await printBills(command, input)
    return 0
  } catch (error) {
    input.say(commandFailure(error))
    return 1
  }
}

async function printBills({ month, json }: UsageCommand, { env, print, say }: UsageCommandInput): Promise<void> {
  const { plans } = readPlanTable(env['PLANS_FILE'])
  const sql = createSql(commandDatabaseUrl(env), 'usage', 1)
  try {
    const store = createUsageStore(sql, plans)
    await store.openMonth()
    await storeNewestCounts(env, store, say)
    const bills = billsOf(store, plans, month)
    for await (const piece of json ? usageJson(bills) : usageCsv(bills)) print(piece)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Stores what Redis counted since the last flush; without Redis a sentence says how old the numbers may be. */
async function storeNewestCounts(env: EnvSource, store: UsageStore, say: (sentence: string) => void) {
  const target = commandRedisTarget(env, 'limits')
  if (target === null) {
    return say('REDIS_URL is not set: the numbers are those of the last flush, which gateways do every hour.')
  }
  await withCommandRedis(target, 'usage', async (redis) => {
    try {
      await storeCounts({ counts: createMonthCounts(redis), store })
    } catch {
      say('The newest counts could not be stored (check REDIS_URL): the numbers are those of the last hourly flush.')
    }
  })
}
