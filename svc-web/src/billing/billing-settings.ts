import { readBy } from '@hexawatt/shared/config/parse-env'
import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import { findPlan, findSmallestPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import * as v from 'valibot'

const Secret = v.pipe(v.string(), v.minLength(16, 'at least 16 characters'), v.regex(/^\S+$/, 'no spaces'))

/** Settings of the payment provider; there is none without `BILLING_WEBHOOK_SECRET`. */
export const billingEnv = {
  /**
   * Secret with which the payment provider signs its events (Stripe: `whsec_…`); without it there is no payment provider (docs/operate/billing.md).
   */
  BILLING_WEBHOOK_SECRET: v.optional(Secret),
  /** The secret before this one, which is still accepted while it is replaced. */
  BILLING_WEBHOOK_SECRET_PREVIOUS: v.optional(Secret),
  /** Which plan a price of the provider pays for, such as `price_1:pro,price_2:scale`; a plan may have several prices. */
  BILLING_PRICES: v.optional(readBy(parsePrices), ''),
  /** Where a plan is bought, such as `pro=https://…,scale=https://…`. The id of the account is added to the address. */
  BILLING_CHECKOUT_URLS: v.optional(readBy(parseCheckoutUrls), ''),
  /** Where customers of the provider change or end what they bought. */
  BILLING_PORTAL_URL: v.optional(v.pipe(v.string(), v.url('a URL'), v.startsWith('https://', 'an https address'))),
}

export const billingRule =
  'BILLING_WEBHOOK_SECRET and BILLING_PRICES together, and BILLING_CHECKOUT_URLS only with them'

const BillingEnv = v.object(billingEnv)
export type BillingEnv = v.InferOutput<typeof BillingEnv>

/** Whether the provider's settings are consistent: it must not be possible to buy a plan that is never activated. */
export function isCompleteBilling(env: BillingEnv): boolean {
  const isOn = env.BILLING_WEBHOOK_SECRET !== undefined
  return isOn === env.BILLING_PRICES.size > 0 && (isOn || Object.keys(env.BILLING_CHECKOUT_URLS).length === 0)
}

export const soldPlansRule =
  'BILLING_PRICES and BILLING_CHECKOUT_URLS with plans of the plan table only, and without its smallest plan'

/** Whether the sold plans exist. The smallest plan is not sold: an account returns to it when it pays for none. */
export function sellsKnownPlans(env: BillingEnv, { plans }: Pick<PlanTable, 'plans'>): boolean {
  const sold = [...env.BILLING_PRICES.values(), ...Object.keys(env.BILLING_CHECKOUT_URLS)]
  return sold.every((id) => findPlan(plans, id) !== null && id !== findSmallestPlan(plans))
}

/** @throws an Error that names the invalid entry */
function parsePrices(text: string): ReadonlyMap<string, PlanId> {
  const entries = text.split(',').map((entry) => entry.trim())
  return new Map(
    entries
      .filter((entry) => entry !== '')
      .map((entry): [string, PlanId] => {
        const [, price = '', plan = ''] = entry.match(/^([\w-]{1,200}):(\w+)$/) ?? []
        if (plan !== '') return [price, plan]
        throw new Error(`"${entry}" is not a price and a plan such as price_1:pro`)
      }),
  )
}

/** Where a plan can be bought. */
export type CheckoutUrls = Readonly<Record<PlanId, string>>

/** @throws an Error that names the invalid entry */
function parseCheckoutUrls(text: string): CheckoutUrls {
  // An address may contain commas.
  const entries = text.split(/,(?=\s*\w+=https:)/).map((entry) => entry.trim())
  return Object.fromEntries(
    entries
      .filter((entry) => entry !== '')
      .map((entry): [string, string] => {
        const [, plan = '', url = ''] = entry.match(/^(\w+)=(https:\/\/\S+)$/) ?? []
        if (URL.canParse(url)) return [plan, url]
        throw new Error(`"${entry}" is not a plan and an address such as pro=https://buy.example.org/1`)
      }),
  )
}
