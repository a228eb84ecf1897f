import Stripe from 'stripe'
import type { TestSite } from '../../testing/test-browser.ts'

export const webhookSecret = 'whsec_of_the_tests_0123456789'
export const previousSecret = 'whsec_of_before_0123456789'

/** Prices of the stand-in, as `BILLING_PRICES` names them. */
export const prices = { pro: 'price_pro', scale: 'price_scale' } as const
export const billingSettings = {
  BILLING_WEBHOOK_SECRET: webhookSecret,
  BILLING_WEBHOOK_SECRET_PREVIOUS: previousSecret,
  BILLING_PRICES: `${prices.pro}:pro,${prices.scale}:scale`,
}

/** The published library; its key is never used, because Stripe is never called. */
export const { webhooks } = new Stripe('sk_test_of_the_tests')

/** A Stripe event reduced to the members that are read. */
export type StripeEvent = { id: string; object: 'event'; type: string; created: number; data: { object: object } }

const newId = (kind: string): string => `${kind}_${crypto.randomUUID().replaceAll('-', '')}`

/** Stands in for Stripe: makes events and delivers them over HTTP, signed by Stripe's own library. */
export function createStandInStripe(site: Pick<TestSite, 'fetch'>) {
  const event = (type: string, created: number, object: object): StripeEvent => ({
    id: newId('evt'),
    object: 'event',
    type,
    created,
    data: { object },
  })
  return {
    newSubscription: () => newId('sub'),
    checkout: (subscription: string | null, accountId: string | null, created: number) =>
      event('checkout.session.completed', created, {
        id: newId('cs'),
        object: 'checkout.session',
        mode: subscription === null ? 'payment' : 'subscription',
        payment_status: 'paid',
        subscription,
        client_reference_id: accountId,
      }),
    subscription: (
      type: 'created' | 'updated' | 'deleted',
      id: string,
      { price, status = 'active' }: { price: string; status?: string },
      created: number,
    ) =>
      event(`customer.subscription.${type}`, created, {
        id,
        object: 'subscription',
        status,
        items: {
          object: 'list',
          data: [{ id: newId('si'), object: 'subscription_item', price: { id: price, object: 'price' } }],
        },
      }),
    /** Delivers an event. @param timestamp of the signature, s since the epoch */
    async deliver(
      sent: StripeEvent | string,
      { secret = webhookSecret, timestamp = Math.floor(Date.now() / 1_000), header = null as string | null } = {},
    ): Promise<{ status: number; body: Record<string, unknown> }> {
      const payload = typeof sent === 'string' ? sent : JSON.stringify(sent, null, 2)
      const signature = header ?? (await webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp }))
      const response = await site.fetch('/billing/webhook', {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload,
      })
      return { status: response.status, body: JSON.parse(await response.text()) }
    },
  }
}
