import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { createSql } from '@hexawatt/shared/postgres/client'
import { findCommandRedisTarget } from '@hexawatt/shared/redis/settings'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import { listBills } from '@hexawatt/shared/usage/usage-bill'
import { createUsageMonthStore } from '@hexawatt/shared/usage/usage-month-store'
import { createUsageReader, type UsageReaderDeps } from '@hexawatt/shared/usage/usage-reader'
import { describeCommandFailure, readCommandDatabaseUrl, withCommandRedis } from './command-stores.ts'
import { createUsageCommandLine, type UsageCommand } from './usage-arguments.ts'
import { writeUsageCsv, writeUsageJson } from './usage-text.ts'

export type UsageCommandInput = {
  argv: readonly string[]
  env: EnvSource
  now: Temporal.Instant
  /** Prints a part of the list. */
  print: (text: string) => void
  /** Prints a message for the operator that is not part of the list. */
  say: (sentence: string) => void
}

/**
 * Runs `bun run usage`: prints the month's current bills. It writes nothing.
 * @returns exit code: 0, or 1 after one sentence; the list is then incomplete
 */
export async function runUsageCommand(input: UsageCommandInput): Promise<0 | 1> {
  try {
    const command = readCommandLine(createUsageCommandLine(input.now), input.argv)
    if ('helpText' in command) input.print(`${command.helpText}\n`)
    else await printBills(command, input)
    return 0
  } catch (error) {
    input.say(describeCommandFailure(error))
    return 1
  }
}

async function printBills({ month, json }: UsageCommand, input: UsageCommandInput): Promise<void> {
  const { env, print } = input
  const { plans } = readPlanTable(env['PLANS_FILE'])
  const sql = createSql(readCommandDatabaseUrl(env), 'usage', 1)
  try {
    await withNewestCounts(input, plans, async ({ counts, onStale }) => {
      const bills = listBills(
        createUsageReader({ store: createUsageMonthStore(sql), counts, plans, onStale }),
        plans,
        month,
      )
      for await (const piece of json ? writeUsageJson(bills) : writeUsageCsv(bills)) print(piece)
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Includes the requests that Redis has counted since the last flush; without Redis a sentence says how old the figures may be. */
async function withNewestCounts(
  { env, say }: UsageCommandInput,
  plans: PlanTable['plans'],
  read: (sources: Pick<UsageReaderDeps, 'counts' | 'onStale'>) => Promise<void>,
): Promise<void> {
  const target = findCommandRedisTarget(env, 'limits')
  if (target === null) {
    say('REDIS_URL is not set: the figures are those of the last hourly flush.')
    return read({ counts: null, onStale: () => undefined })
  }
  let hasSaid = false
  const onStale = (): void => {
    if (!hasSaid)
      say('The newest counts could not be read (check REDIS_URL): the figures are those of the last hourly flush.')
    hasSaid = true
  }
  await withCommandRedis(target, 'usage', (redis) => read({ counts: createMonthCounts(redis, plans), onStale }))
}
