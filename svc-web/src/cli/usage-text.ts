import { formatCsv } from '@hexawatt/shared/usage/csv-text'
import { listPricedPlans, type UsageBill } from '@hexawatt/shared/usage/usage-bill'

/** The columns of the CSV in order: the name in the header, and the value's place in a bill. */
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
export async function* writeUsageCsv(pages: Pages): AsyncGenerator<string, void> {
  // Written with the first page: a read that fails at once prints nothing.
  let header = formatCsv([csvColumns.map(([name]) => name)])
  for await (const page of pages) {
    yield header + formatCsv(page.map(writeCsvRecord))
    header = ''
  }
  if (header !== '') yield header
}

/** Bills as one JSON array, piece by piece: one account per line. */
export async function* writeUsageJson(pages: Pages): AsyncGenerator<string, void> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + page.map((bill) => JSON.stringify(bill)).join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

function writeCsvRecord(bill: UsageBill): (string | number)[] {
  return csvColumns.map(([, field]) => (field === 'beyondByPlan' ? formatCounts(bill) : (bill[field] ?? '')))
}

/** Such as `pro 12 scale 40`; empty when there is nothing. */
function formatCounts(bill: UsageBill): string {
  return listPricedPlans(bill)
    .map(([plan, count]) => `${plan} ${count}`)
    .join(' ')
}
