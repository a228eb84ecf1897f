import { flag, required } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import type { ValueKind } from '@hexawatt/shared/command-line/value-kinds'
import { isUsageMonth } from '@hexawatt/shared/usage/month-count'

export type UsageCommand = { month: string; json: boolean }

/**
 * The command line of `bun run usage`.
 *
 * @param now decides which months have begun
 */
export function createUsageCommandLine(now: Temporal.Instant): CommandLine<UsageCommand> {
  const running = now.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth().toString()
  const month: ValueKind<string> = {
    placeholder: 'YYYY-MM',
    accepts: `a calendar month such as ${running}`,
    read: (text) => (isUsageMonth(text) ? text : null),
  }
  return {
    name: 'usage',
    notes,
    command: command({
      summary: 'Prints the usage and the bill of every account for a month.',
      examples: [`--month ${running}`, `--month ${running} --json`],
      inputs: {
        month: required(month, `calendar month in UTC (current month: ${running})`),
        json: flag('print a JSON array with one account per line instead of CSV'),
      },
      read(asked) {
        // Both texts sort as the months do.
        if (asked.month <= running) return asked
        throw new UsageError(`The month ${asked.month} has not begun yet (UTC); the current month is ${running}.`)
      },
    }),
  }
}

const notes = `Answers with status 200 are counted.
  plan         the largest plan of the month: its price is the base price; its quota and cap apply until the end of the month
  requests     counted requests            beyond_by_plan  requests beyond the quota, by the plan in force when they were served, which prices them
  included     requests within the quota   base_eur        price of the plan
  beyond       requests beyond it          overage_eur     price of the requests beyond the quota
                                           eur             base_eur + overage_eur
Accounts without requests are listed too. No plan change lowers a bill: requests already served keep their price.
An amount is empty when the plan table no longer has the plan that prices it.
Amounts are rounded half away from zero to cents. A CSV name that begins with = + - or @ gets an apostrophe before it, because a
spreadsheet would take it for a formula: join on account_id.

DATABASE_URL: the product's Postgres (taken from a running bun run up when it is not set).
REDIS_URL: holds the newest counts; without it the figures are those of the last hourly flush.
PLANS_FILE: the plan table of the gateways, if it is not the default.`
