import { planIds } from '@hexawatt/shared/contract/plans'
import { stringify } from 'csv-stringify/sync'
import type { PlanCounts } from '../usage/month-count.ts'
import type { UsageBill } from '../usage/usage-bill.ts'

/** What `bun run usage --help` prints. */
export const usageUsage = `Prints what every account used in a month, and what it owes for it.

  bun run usage --month YYYY-MM [--json]

A month is a calendar month in UTC; what counts are answers with status 200. CSV by default, --json: a JSON array with an account a line.
  plan         the largest plan of the month, whose price is the base price and whose quota and cap hold until its end
  requests     counted requests            beyond_by_plan  those beyond it by the plan in force when they were served, which prices them
  included     those within the quota      base_eur        price of the plan
  beyond       those beyond it             overage_eur     price of the requests beyond the quota
                                           eur             both together
Every account is listed, also with no request. No change of plan lowers a bill: what was served stays priced as it was.
Amounts are rounded half away from zero to cents. A CSV name that begins with = + - or @ gets an apostrophe before it, since a
spreadsheet would take it for a formula: join on account_id.

DATABASE_URL: the product's Postgres (taken from a running bun run up when it is not set).
REDIS_URL: holds the newest counts, which are stored first; without it the numbers are those of the last hourly flush.
PLANS_FILE: the plan table of the gateways, when they have one.`

/** The columns of the CSV in their order: the name in the header, and where its value stands in a bill. */
const csvColumns = [
  ['account', 'account'],
  ['account_id', 'accountId'],
  ['plan', 'plan'],
  ['month', 'month'],
  ['requests', 'requests'],
  ['included', 'included'],
  ['beyond', 'beyond'],
  ['beyond_by_plan', 'beyondByPlan'],
  ['base_eur', 'baseEur'],
  ['overage_eur', 'overageEur'],
  ['eur', 'eur'],
] as const satisfies readonly (readonly [string, keyof UsageBill])[]

type Pages = AsyncIterable<readonly UsageBill[]>

/** Bills as RFC 4180 CSV with a header, piece by piece. */
export async function* usageCsv(pages: Pages): AsyncGenerator<string, void> {
  yield csv([csvColumns.map(([name]) => name)])
  for await (const page of pages) yield csv(page.map(csvRecord))
}

/** Bills as one JSON array, piece by piece: an account a line. */
export async function* usageJson(pages: Pages): AsyncGenerator<string, void> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + page.map((bill) => JSON.stringify(bill)).join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

function csvRecord(bill: UsageBill): (string | number)[] {
  return csvColumns.map(([, field]) => (field === 'beyondByPlan' ? shownCounts(bill[field]) : bill[field]))
}

/** Such as `pro 12 scale 40`; empty when there is nothing. */
function shownCounts(counts: PlanCounts): string {
  return planIds
    .filter((plan) => counts[plan] > 0)
    .map((plan) => `${plan} ${counts[plan]}`)
    .join(' ')
}

/** The library quotes as RFC 4180 says, but for lone line breaks, and puts an apostrophe before what a spreadsheet would run. */
function csv(records: (string | number)[][]): string {
  return stringify(records, { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: true })
}
