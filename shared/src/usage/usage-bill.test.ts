import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { defaultPlanTable, type PlanTable } from '../contract/plans.ts'
import type { ProductPlan } from '../testing/plan-fixture.ts'
import { createBill } from './usage-bill.ts'
import type { UsageMonth } from './usage-reader.ts'

/** A month in which the account had one plan, and went so far beyond its quota. */
function usage(plan: ProductPlan, requests: number, quota = defaultPlanTable.plans[plan].monthlyQuota): UsageMonth {
  const overage = { [plan]: Math.max(0, requests - quota) }
  return { account: 'a', accountId: 'acc_1', month: '2026-11', plan, lastPlan: plan, requests, overage }
}

/** A plan table whose Pro costs what the test says; prices are given as they would be written in the file. */
function priced(basePrice: string, overagePrice: string) {
  const { plans } = defaultPlanTable
  const prices = { priceEurPerMonth: Number(basePrice), overageEurPerRequest: Number(overagePrice) }
  return { ...plans, pro: { ...plans.pro, ...prices } } satisfies PlanTable['plans']
}

test.each<[ProductPlan, number, object]>([
  ['decouverte', 3_000, { included: 3_000, beyond: 0, baseEur: '0.00', overageEur: '0.00', eur: '0.00' }],
  ['pro', 0, { included: 0, beyond: 0, baseEur: '99.00', overageEur: '0.00', eur: '99.00' }],
  ['pro', 30_000, { included: 30_000, beyond: 0, eur: '99.00' }],
  ['pro', 30_001, { included: 30_000, beyond: 1, overageEur: '0.00', eur: '99.00' }],
  ['pro', 30_005, { included: 30_000, beyond: 5, overageEur: '0.01', eur: '99.01' }],
  ['pro', 90_000, { beyond: 60_000, overageEur: '60.00', eur: '159.00' }],
  ['scale', 150_009, { beyond: 9, overageEur: '0.00', eur: '499.00' }],
  ['scale', 150_010, { beyond: 10, overageEur: '0.01', eur: '499.01' }],
  ['scale', 450_000, { beyond: 300_000, overageEur: '150.00', eur: '649.00' }],
])('the bill of plan %s with %d requests', (plan, requests, expected) => {
  expect(createBill(usage(plan, requests), defaultPlanTable.plans)).toMatchObject(expected)
})

test('requests beyond a quota without a price are shown but cost nothing', () => {
  const bill = createBill(usage('decouverte', 20_000), defaultPlanTable.plans)
  expect(bill).toMatchObject({ included: 3_000, beyond: 17_000, overageEur: '0.00', eur: '0.00' })
})

test('requests beyond the quota cost what the plan of their time charged, on top of the largest plan’s price', () => {
  const overage = { decouverte: 0, pro: 5_000, scale: 300_000 }
  const bill = createBill({ ...usage('scale', 455_000), overage }, defaultPlanTable.plans)
  expect(bill).toMatchObject({ included: 150_000, beyond: 305_000, beyondByPlan: overage })
  expect([bill.baseEur, bill.overageEur, bill.eur]).toEqual(['499.00', '155.00', '654.00'])
})

test('an amount that binary numbers miss slightly is rounded as the exact decimal', () => {
  // 145 requests at 0.001 are 14.5 cents; the doubles make it less than that.
  expect(Math.round(0.001 * 145 * 100)).toBe(14)
  expect(createBill(usage('pro', 30_145), defaultPlanTable.plans)).toMatchObject({ overageEur: '0.15', eur: '99.15' })
})

test('every amount equals the exact integer calculation', () => {
  const decimals = fc.integer({ min: 0, max: 7 })
  const price = fc.record({ digits: fc.bigInt({ min: 0n, max: 9_999_999n }), decimals })
  const requests = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 2_000_000_000 }))
  fc.assert(
    fc.property(price, price, requests, (base, overage, count) => {
      const plans = priced(decimalText(base), decimalText(overage))
      const bill = createBill(usage('pro', count), plans)
      const beyond = BigInt(Math.max(0, count - plans.pro.monthlyQuota))
      const baseCents = cents(base.digits, base.decimals)
      const overageCents = cents(overage.digits * beyond, overage.decimals)
      expect([bill.baseEur, bill.overageEur, bill.eur].map((text) => BigInt(text?.replace('.', '') ?? -1))).toEqual([
        baseCents,
        overageCents,
        baseCents + overageCents,
      ])
      expect(bill.eur).toMatch(/^\d+\.\d\d$/)
      expect((bill.included ?? 0) + (bill.beyond ?? 0)).toBe(count)
    }),
    { numRuns: 2_000 },
  )
})

type Price = { digits: bigint; decimals: number }

function decimalText({ digits, decimals }: Price): string {
  const text = digits.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** `digits` / 10^`decimals` EUR in cents, half up: amounts are never negative. */
function cents(digits: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(decimals)
  return (digits * 200n + unit) / (2n * unit)
}
