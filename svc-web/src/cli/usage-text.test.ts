import { expect, test } from 'bun:test'
import type { UsageBill } from '@hexawatt/shared/usage/usage-bill'
import { writeUsageCsv, writeUsageJson } from './usage-text.ts'

const header = 'account,account_id,plan,month,requests,included,beyond,beyond_by_plan,base_eur,overage_eur,eur\r\n'

function bill(account: string): UsageBill {
  return {
    account,
    accountId: 'acc_1',
    plan: 'pro',
    month: '2026-11',
    requests: 30_005,
    included: 30_000,
    beyond: 5,
    beyondByPlan: { decouverte: 0, pro: 5, scale: 0 },
    baseEur: '99.00',
    overageEur: '0.01',
    eur: '99.01',
  }
}

async function* pages(...names: string[][]): AsyncGenerator<UsageBill[], void> {
  for (const page of names) yield page.map(bill)
}

const joined = async (pieces: AsyncIterable<string>): Promise<string> => (await Array.fromAsync(pieces)).join('')

/** The first cell of the one record, byte for byte. */
async function accountCell(name: string): Promise<string> {
  const text = await joined(writeUsageCsv(pages([name])))
  const rest = ',acc_1,pro,2026-11,30005,30000,5,pro 5,99.00,0.01,99.01\r\n'
  expect(text.startsWith(header)).toBe(true)
  expect(text.endsWith(rest)).toBe(true)
  return text.slice(header.length, -rest.length)
}

test('the CSV is exact to the byte', async () => {
  expect(await joined(writeUsageCsv(pages(['Ma Maison'], ['Énergie, "Nord"', '0'])))).toBe(
    `${header}Ma Maison,acc_1,pro,2026-11,30005,30000,5,pro 5,99.00,0.01,99.01\r\n` +
      '"Énergie, ""Nord""",acc_1,pro,2026-11,30005,30000,5,pro 5,99.00,0.01,99.01\r\n' +
      '0,acc_1,pro,2026-11,30005,30000,5,pro 5,99.00,0.01,99.01\r\n',
  )
})

test('without accounts the CSV has only its header', async () => {
  expect(await joined(writeUsageCsv(pages()))).toBe(header)
  expect(await joined(writeUsageJson(pages()))).toBe('[]\n')
})

test.each([
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['a=b', 'a=b'],
  ['line\nbreak', '"line\nbreak"'],
  ['carriage\rreturn', '"carriage\rreturn"'],
])('a spreadsheet reads the name %j as text', async (name, cell) => {
  expect(await accountCell(name)).toBe(cell)
})

test('JSON contains every account of every page unchanged', async () => {
  const text = await joined(writeUsageJson(pages(['=1'], [], ['b', 'c'])))
  expect(JSON.parse(text)).toEqual([bill('=1'), bill('b'), bill('c')])
  expect(text.trimEnd().split('\n')).toHaveLength(3)
})
