import { afterAll, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { findSmallestPlan, listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { makePlansBody } from './plan-responses.ts'

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

const tableOf = (rows: object) => JSON.stringify({ ...defaultPlanTable, plans: rows })
/** A plan of an operator. */
const famille = { ...plans.scale, name: 'Famille', marketingName: 'Famille', index: 4, alerts: 10 }

test('without a file /api/plans shows the built-in plans', () => {
  for (const none of [undefined, '']) expect(readPlanTable(none)).toBe(defaultPlanTable)
  const shown = makePlansBody(defaultPlanTable).plans.map((plan) => [
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
    ['pro', 99, 60, 30_000, 0.001, 3, 2, 72, 31],
    ['scale', 499, 200, 150_000, 0.0005, 3, 5, 72, 3_660],
  ])
})

/** What `/api/plans` shows of Pro: neither its index nor its alerts. */
const { index: _, alerts: __, ...shownPlan } = plans.pro

test('a plan file replaces the whole table and is shown by /api/plans', () => {
  const table = read(withPro({ requestsPerMinute: 61 }))
  expect(table.plans['pro']?.requestsPerMinute).toBe(61)
  expect(makePlansBody(table).plans[1]).toEqual({ id: 'pro', ...shownPlan, requestsPerMinute: 61 })
})

test.each([
  ['a limit that the limiter cannot count', withPro({ requestsPerMinute: 60_001 }), 'plans.pro.requestsPerMinute'],
  ['a limit of nothing', withPro({ requestsPerMinute: 0 }), 'plans.pro.requestsPerMinute'],
  ['a number that is a text', withPro({ monthlyQuota: '30000' }), 'plans.pro.monthlyQuota'],
  ['a member that there is not', withPro({ requestPerMinute: 1 }), 'plans.pro.requestPerMinute'],
  ['an enforced quota with a price beyond it', withPro({ monthlyQuotaEnforced: true }), 'overageEurPerRequest'],
  ['a plan that costs more than the next one', withPro({ priceEurPerMonth: 500 }), 'must be sorted by ascending price'],
  ['a table without a plan', tableOf({}), 'at least one plan'],
  ['an id that is no lower-case word', tableOf({ ...plans, 'Famille-1': famille }), 'plans.Famille-1'],
  ['an id that every object has', tableOf({ ...plans, ['constructor']: famille }), 'constructor'],
  [
    'a plan of the operator’s own without an index',
    tableOf({ ...plans, famille: { ...famille, index: undefined } }),
    'plans.famille.index',
  ],
  [
    'an index that does not fit a byte',
    tableOf({ ...plans, famille: { ...famille, index: 256 } }),
    'plans.famille.index',
  ],
  ['an index of two plans', tableOf({ ...plans, famille, atelier: famille }), 'the same index'],
  [
    'an index of a plan of the product',
    tableOf({ decouverte: plans.decouverte, famille: { ...famille, index: 2 } }),
    '4 to 255',
  ],
  ['another index of a plan of the product', withPro({ index: 7 }), 'have the indexes 1, 2 and 3'],
  [
    'a plan of the operator’s own that does not say how many alerts it allows',
    tableOf({ ...plans, famille: { ...famille, alerts: undefined } }),
    'plans.famille.alerts',
  ],
  ['no JSON', '{', 'JSON'],
])('%s is refused with one sentence that names it', (_, text, named) => {
  expect(() => read(text)).toThrow(UsageError)
  expect(() => read(text)).toThrow(named)
})

test('a missing plan file is refused by name', () => {
  expect(() => readPlanTable(`${path}.none`)).toThrow(`PLANS_FILE ${path}.none cannot be read (ENOENT).`)
})

test('a plan file without indexes gets the built-in ones, and may be extended by a row', () => {
  const before = Object.fromEntries(
    Object.entries(plans).map(([id, { index: _index, alerts: _alerts, ...row }]) => [id, row]),
  )
  expect(read(tableOf(before))).toEqual(defaultPlanTable)
  const { decouverte, pro, scale } = before
  const table = read(tableOf({ decouverte, pro, scale, famille }))
  expect(Object.entries(table.plans).map(([id, { index, alerts }]) => [id, index, alerts])).toEqual([
    ['decouverte', 1, 3],
    ['pro', 2, 20],
    ['scale', 3, 100],
    ['famille', 4, 10],
  ])
})

test('plans keep the order of their file, which needs none of the built-in plans', () => {
  const atelier = { ...famille, index: 9, priceEurPerMonth: 20 }
  const table = read(tableOf({ atelier, famille }))
  expect(listPlanIds(table.plans)).toEqual(['atelier', 'famille'])
  expect(findSmallestPlan(table.plans)).toBe('atelier')
  expect(() => read(tableOf({ famille, atelier }))).toThrow('must be sorted by ascending price')
})
