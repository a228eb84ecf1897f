import { afterAll, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { plansBody } from './plan-responses.ts'

const path = join(tmpdir(), `plans-${crypto.randomUUID()}.json`)
afterAll(() => rmSync(path, { force: true }))

/** What reading a file with this text gives. */
function read(text: string) {
  writeFileSync(path, text)
  return readPlanTable(path)
}

const { plans } = defaultPlanTable
const withPro = (changes: object) =>
  JSON.stringify({ ...defaultPlanTable, plans: { ...plans, pro: { ...plans.pro, ...changes } } })

test('without a file the plans are those of the decisions, as /api/plans shows them', () => {
  for (const none of [undefined, '']) expect(readPlanTable(none)).toBe(defaultPlanTable)
  const shown = plansBody(defaultPlanTable).plans.map((plan) => [
    plan.id,
    plan.priceEurPerMonth,
    plan.requestsPerMinute,
    plan.monthlyQuota,
    plan.overageEurPerRequest,
    plan.overageCapMultiple,
    plan.apiKeys,
    plan.forecastHours,
    plan.historyDays,
  ])
  expect(shown).toEqual([
    ['decouverte', 0, 10, 3_000, null, null, 1, 48, 7],
    ['pro', 99, 60, 30_000, 0.001, 3, 2, 48, 31],
    ['scale', 499, 200, 150_000, 0.0005, 3, 5, 48, 3_660],
  ])
})

test('a file takes the place of the whole table, and is what /api/plans shows', () => {
  const table = read(withPro({ requestsPerMinute: 61 }))
  expect(table.plans.pro.requestsPerMinute).toBe(61)
  expect(plansBody(table).plans[1]).toEqual({ id: 'pro', ...plans.pro, requestsPerMinute: 61 })
})

test.each([
  ['a limit that the limiter cannot count', withPro({ requestsPerMinute: 60_001 }), 'plans.pro.requestsPerMinute'],
  ['a limit of nothing', withPro({ requestsPerMinute: 0 }), 'plans.pro.requestsPerMinute'],
  ['a number that is a text', withPro({ monthlyQuota: '30000' }), 'plans.pro.monthlyQuota'],
  ['a member that there is not', withPro({ requestPerMinute: 1 }), 'plans.pro.requestPerMinute'],
  ['an enforced quota with a price beyond it', withPro({ monthlyQuotaEnforced: true }), 'overageEurPerRequest'],
  ['a plan that costs more than the next one', withPro({ priceEurPerMonth: 500 }), 'must not become cheaper'],
  ['a plan that is missing', JSON.stringify({ ...defaultPlanTable, plans: { pro: plans.pro } }), 'plans.decouverte'],
  ['no JSON', '{', 'JSON'],
])('%s is refused with one sentence that names it', (_, text, named) => {
  expect(() => read(text)).toThrow(UsageError)
  expect(() => read(text)).toThrow(named)
})

test('a file that is not there is refused with its name', () => {
  expect(() => readPlanTable(`${path}.none`)).toThrow(`PLANS_FILE ${path}.none cannot be read (ENOENT).`)
})
