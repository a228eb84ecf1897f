import { expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { statusGroups } from '@hexawatt/shared/usage/usage-day-store'
import { createFormat } from '@hexawatt/svc-web/src/kit/format.ts'
import { createUsagePages } from '@hexawatt/svc-web/src/pages/account/usage/usage-page.ts'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import type { TestSite } from '../testing/site-fixture.ts'
import { useTestSite } from '../testing/use-site.ts'

const { pro } = generousPlanTable.plans
const planTable = { ...generousPlanTable, plans: { ...generousPlanTable.plans, pro: { ...pro, monthlyQuota: 10 } } }
const { gateway: one, startAnother, stores, service } = await useTestSite({ planTable })
const other = await startAnother()
const month = Temporal.Now.zonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth().toString()

type Asked = { path?: string; method?: string; headers?: Record<string, string>; body?: string }
async function ask(gateway: TestSite, key: string, { path = '/v1/carbon/intensity', headers, ...init }: Asked = {}) {
  const response = await fetch(`${gateway.url}${path}`, { ...init, headers: { 'x-api-key': key, ...headers } })
  await response.arrayBuffer()
  return response.status
}

/** The account's bill as `bun run usage` prints it. */
async function printedBill(accountId: string): Promise<unknown> {
  const file = `/tmp/plans-${crypto.randomUUID()}.json`
  await Bun.write(file, JSON.stringify(planTable))
  const script = Bun.fileURLToPath(import.meta.resolve('@hexawatt/svc-web/src/cli/usage-main.ts'))
  const env = { DATABASE_URL: stores.databaseUrl, REDIS_URL: stores.redisUrl, PLANS_FILE: file }
  const child = Bun.spawn([process.execPath, script, '--month', month, '--json'], { env, stdout: 'pipe' })
  const bills: { accountId: string }[] = JSON.parse(await child.stdout.text())
  await Bun.file(file).delete()
  return bills.find((bill) => bill.accountId === accountId)
}

/** The usage of an account when both gateways have stored their counts. */
async function usageOf(accountId: string, keyId: string | null = null) {
  await Promise.all([one.flushUsage(), other.flushUsage()])
  return one.accountUsage({ accountId, month, keyId })
}

const [page, file] = createUsagePages({ accountUsage: one.accountUsage, realTimeMs: () => Date.now() })

/** Content of a member's page, as the text of its markup, or as a file. */
async function shown(
  shownPage: typeof page,
  accountId: string,
  query = '',
  language: Language = 'en',
): Promise<string> {
  const content = await shownPage?.show({
    request: new Request(`http://localhost:8080${shownPage.path}${query}`),
    query: new URLSearchParams(query),
    member: { memberId: 'm', accountId, address: 'a@example.org', sessionId: 's' },
    language,
    format: createFormat(language),
    formToken: '',
    form: null,
  })
  if (content === undefined) throw new Error('there is no such page')
  return 'markup' in content ? content.markup : String(content.body)
}

/** A figure of the page, such as the bill. */
const figure = (markup: string, id: string) => markup.match(new RegExp(`id="usage-${id}">([^<]*)<`))?.[1]

/** Sums of the columns of a CSV without quoted cells, by their names. */
function columnSum(csv: string, name: string): number {
  const [head = [], ...records] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return records.reduce((sum, cells) => sum + Number(cells[head.indexOf(name)]), 0)
}

test('page, CSV, command line and operator’s listener show the same figures over two gateways, and the successful requests per day add up to the month', async () => {
  const first = await createTestKey(one, 'pro')
  const second = await createTestKey(one, 'pro', first.account)
  const history = { path: '/v1/score/history' }
  const message = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const post = { path: '/mcp', method: 'POST', headers: { 'content-type': 'application/json' } }
  const statuses: number[] = []
  for (const [gateway, key] of [
    [one, first.key],
    [other, second.key],
  ] as const) {
    for (let request = 0; request < 6; request += 1) statuses.push(await ask(gateway, key))
    statuses.push(await ask(gateway, key, { method: 'HEAD' }))
    statuses.push(await ask(gateway, key, { headers: { 'if-none-match': 'W/"1"' } }))
    statuses.push(await ask(gateway, key, { path: '/v1/carbon/intensity?hour=12' }))
    statuses.push(
      await ask(gateway, key, { ...post, body: JSON.stringify({ ...message, id: 1, method: 'tools/list' }) }),
    )
    statuses.push(await ask(gateway, key, { ...post, body: JSON.stringify(message) }))
    statuses.push(await ask(gateway, key, history))
    service.answerWith(() => new Response(null, { status: 500 }))
    statuses.push(await ask(gateway, key, { path: '/v1/grid/status' }))
    service.answerWith(() => Response.json({}, { headers: { 'x-data-mode': 'demo', etag: 'W/"1"' } }))
  }
  const answered = statuses.filter((status) => status === 200).length
  const { bill, quota, cap, days, months, byKey } = await usageOf(first.accountId)
  expect(bill).toMatchObject({ requests: answered, included: 10, beyond: answered - 10, baseEur: '99.00' })
  expect({ quota, cap }).toEqual({ quota: 10, cap: 30 })
  const counts = { ok: answered, notModified: 4, refused: 2, limited: 0, failed: 2 }
  expect(statusGroups.reduce((sum, group) => sum + counts[group], 0)).toBe(statuses.length)
  expect(days).toEqual([{ period: Temporal.Now.instant().toString().slice(0, 10), ...counts }])
  expect(months).toEqual([{ period: month, ...counts }])
  expect(byKey.map(({ keyId, keyName, ok }) => ({ keyId, keyName, ok }))).toEqual([
    { keyId: first.keyId, keyName: 'test', ok: answered / 2 },
    { keyId: second.keyId, keyName: 'test', ok: answered / 2 },
  ])
  const ofSecond = await usageOf(first.accountId, second.keyId)
  expect(ofSecond).toMatchObject({ bill, days: [{ ok: answered / 2 }], months: [{ ok: answered / 2 }] })
  expect((await one.usageOf(month)).find(({ accountId }) => accountId === first.accountId)).toEqual(bill ?? undefined)
  expect(await printedBill(first.accountId)).toEqual(bill)
  const markup = await shown(page, first.accountId)
  expect(['requests', 'quota', 'remaining', 'beyond', 'bill'].map((id) => figure(markup, id))).toEqual([
    String(bill?.requests),
    '10',
    '0',
    String(bill?.beyond),
    `€${bill?.eur}`,
  ])
  const csv = await shown(file, first.accountId, `?month=${month}`)
  expect(csv).toStartWith('day,key_id,key_name,status_200,status_304,status_4xx,status_429,status_5xx\r\n')
  expect(columnSum(csv, 'status_200')).toBe(bill?.requests ?? 0)
  expect(columnSum(csv, 'status_304')).toBe(counts.notModified)
})

test('requests refused by a limit are counted separately, and requests without a key are not counted for any account', async () => {
  const { key, accountId } = await createTestKey(one, 'pro')
  const statuses: number[] = []
  for (let request = 0; request < 33; request += 1) statuses.push(await ask(one, key))
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  await ask(one, 'hxw_00000000000000000000000000000000')
  const { bill, days } = await usageOf(accountId)
  expect(days).toMatchObject([{ ok: 30, limited: 3 }])
  expect(bill).toMatchObject({ requests: 30 })
})

test('an account without requests has a bill, and a month before the account existed has none', async () => {
  const { accountId } = await createTestKey(one, 'pro')
  expect(await usageOf(accountId)).toMatchObject({
    bill: { requests: 0, eur: '99.00' },
    days: [],
    months: [],
    byKey: [],
  })
  const before = await one.accountUsage({ accountId, month: '2020-01', keyId: null })
  expect(before).toEqual({ bill: null, planName: null, quota: null, cap: null, days: [], months: [], byKey: [] })
})

test('the page shows one of the last thirteen months and one key of the account; any other choice shows the running month', async () => {
  const account = `account <b>${crypto.randomUUID()}`
  const { accountId, keyId } = await createTestKey(one, 'pro', account)
  const other = await createTestKey(one, 'pro')
  await one.sql`insert into usage_days values (${accountId}, (${month} || '-01')::date, ${keyId}, 7, 0, 0, 0, 0),
    (${accountId}, (${month} || '-01')::date, '', 5, 0, 0, 0, 0), (${other.accountId}, (${month} || '-01')::date, ${other.keyId}, 99, 0, 0, 0, 0)`
  const spoken = async (query: string) =>
    (await shown(page, accountId, query)).match(/aria-label="By day. 200 \(counted\): (\d+)/)?.[1]
  expect(await spoken('')).toBe('12')
  expect(await spoken(`?key=${keyId}`)).toBe('7')
  expect(await spoken('?key=other')).toBe('5')
  expect(await spoken(`?key=${other.keyId}`)).toBeUndefined()
  for (const strange of ['2019-01', '9999-12', '%00', "'; drop table usage_days"]) {
    expect(await spoken(`?month=${encodeURIComponent(strange)}`)).toBe('12')
  }
  const options = (await shown(page, accountId)).match(/<option value="\d{4}-\d\d"/g)
  expect(options).toHaveLength(13)
})

test('a key name that a spreadsheet would run as a formula is plain text in the CSV, and is escaped on the page', async () => {
  const { accountId, keyId } = await createTestKey(one, 'pro')
  await one.sql`update api_keys set name = '=1+1<script>' where id = ${keyId}`
  await one.sql`insert into usage_days values (${accountId}, (${month} || '-01')::date, ${keyId}, 7, 0, 0, 0, 0)`
  expect(await shown(file, accountId)).toContain(`${keyId},'=1+1<script>,7,`)
  const markup = await shown(page, accountId, '', 'fr')
  expect(markup).toContain('=1+1&lt;script&gt;')
  expect(markup).not.toContain('<script')
})
