import { AppError, formatIssues } from '@hexawatt/shared/errors/app-error'
import { isPrintable } from '@hexawatt/shared/errors/printable-fields'
import * as v from 'valibot'

/** A payment provider's event in the product's own terms: each provider has an adapter that makes it. */
export type BillingEvent = {
  /** Unique at the provider. */
  id: string
  /** When the provider made it, by the provider's clock. */
  createdAt: Temporal.Instant
  subscriptionId: string
} & (
  | {
      kind: 'checkout_completed'
      /** The buyer's account; null when the link did not contain it. */
      accountId: string | null
    }
  | {
      kind: 'subscription_changed'
      /** The provider created, changed or permanently ended the subscription. */
      change: 'made' | 'changed' | 'ended'
      /** Whether the customer may use the bought plan. */
      isPaid: boolean
      priceIds: readonly string[]
    }
)

/** Prices of a subscription that are read, at most. */
const maxPrices = 20

const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/, 'an id'))

const Envelope = v.object({
  id: Id,
  type: v.pipe(v.string(), v.maxLength(200)),
  created: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799)),
  data: v.object({ object: v.unknown() }),
})

const CheckoutSession = v.object({
  mode: v.string(),
  subscription: v.nullish(v.union([Id, v.object({ id: Id })])),
  client_reference_id: v.nullish(v.pipe(v.string(), v.maxLength(200), v.check(isPrintable, 'printable characters'))),
})

const Subscription = v.object({
  id: Id,
  status: v.string(),
  items: v.object({ data: v.pipe(v.array(v.object({ price: v.object({ id: Id }) })), v.maxLength(maxPrices)) }),
})

/** States in which Stripe lets the customer use a subscription: `past_due` while it retries a payment. */
const paidStatuses: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])

const changes = {
  'customer.subscription.created': 'made',
  'customer.subscription.updated': 'changed',
  'customer.subscription.deleted': 'ended',
} as const

const isChange = (type: string): type is keyof typeof changes => Object.hasOwn(changes, type)

/**
 * Reads a Stripe event. Amounts are not read: plans have their prices here, and Stripe bills its own prices.
 * @returns null for an event that changes no plan
 * @throws AppError `invalid_body`
 */
export function readStripeEvent(text: string): BillingEvent | null {
  const { id, type, created, data } = parseEvent(Envelope, parseJson(text))
  const createdAt = Temporal.Instant.fromEpochMilliseconds(created * 1_000)
  if (type === 'checkout.session.completed') {
    const { mode, subscription, client_reference_id: accountId } = parseEvent(CheckoutSession, data.object)
    // A payment without a subscription is for something else.
    if (mode !== 'subscription' || subscription == null) return null
    const subscriptionId = typeof subscription === 'string' ? subscription : subscription.id
    return { id, createdAt, kind: 'checkout_completed', subscriptionId, accountId: accountId ?? null }
  }
  if (!isChange(type)) return null
  const { id: subscriptionId, status, items } = parseEvent(Subscription, data.object)
  const change = changes[type]
  const isPaid = change !== 'ended' && paidStatuses.has(status)
  const priceIds = items.data.map(({ price }) => price.id)
  return { id, createdAt, kind: 'subscription_changed', subscriptionId, change, isPaid, priceIds }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_body', { detail: 'The body is not JSON.' })
  }
}

/** Issues that a refusal lists at most. */
const maxShownIssues = 3

function parseEvent<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw new AppError('invalid_body', { detail: `${formatIssues(result.issues, maxShownIssues)}.` })
}
