import { AppError } from '@hexawatt/shared/errors/app-error'
import { readRequestFacts } from '@hexawatt/shared/http/request-facts'
import { countClientHeaders } from '@hexawatt/shared/http/web-request'
import { isPostgresUnavailable } from '@hexawatt/shared/postgres/postgres-unavailable'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { AccountDeps } from '../accounts/account-changes.ts'
import { makePrivateMethods, type PageRoute } from '../http/page-routes.ts'
import { applyEvent, type BillingDeps, eventOutcomes, UnknownPriceError } from './apply-event.ts'
import type { BillingEnv } from './billing-settings.ts'
import { checkSignature } from './signature.ts'
import { readStripeEvent } from './stripe-event.ts'

/** Where the payment provider sends its events. */
const billingWebhookPath = '/billing/webhook'

/** Longest time a body may take to arrive, ms. */
const bodyTimeoutMs = 5_000

/** Longest time an event may take to be processed, ms: the provider waits a little longer. */
const applyTimeoutMs = 8_000

/** `Retry-After` while Postgres does not answer, s; providers have their own retry schedule. */
const retryAfterSeconds = 30

export type BillingWebhookDeps = {
  env: BillingEnv
  accounts: AccountDeps
  realTimeMs: () => number
  metrics: Metrics
  logger: Logger
}

/** Outcome of a delivery, for the metric. */
const deliveryOutcomes = [...eventOutcomes, 'ignored', 'unknown_price', 'bad_signature', 'bad_body', 'failed'] as const
type DeliveryOutcome = (typeof deliveryOutcomes)[number]

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Makes the route of the payment provider that the settings name, whose events are signed as Stripe does; none without a provider. */
export function createBillingWebhook({ env, accounts, ...deps }: BillingWebhookDeps): PageRoute[] {
  const { realTimeMs, logger } = deps
  const rareLog = createRareLog({ logger })
  const deliveries = deps.metrics.counter(
    'gateway_billing_events_total',
    'Deliveries of the payment provider by outcome',
    ['outcome'],
  )
  // Set to 0 at the start: an alert does not see the first event of a counter that begins at 1.
  for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0)
  const { BILLING_WEBHOOK_SECRET: secret, BILLING_WEBHOOK_SECRET_PREVIOUS: previous } = env
  if (secret === undefined) return []
  const secrets = previous === undefined ? [secret] : [secret, previous]
  const billing: BillingDeps = { ...accounts, provider: 'stripe', planOfPrice: env.BILLING_PRICES }

  /** The signed bytes, as received. @throws AppError `invalid_signature` */
  async function readSignedText(request: Request): Promise<string> {
    const body = await readBody(request)
    const signed = { header: request.headers.get('stripe-signature'), body }
    const refusal = checkSignature(signed, { secrets, nowMs: realTimeMs() })
    if (refusal === null) return new TextDecoder().decode(body)
    rareLog.warn({ reason: refusal, requestId: readRequestFacts(request).requestId }, 'billing delivery refused')
    throw new AppError('invalid_signature', {
      detail: 'The Stripe-Signature header does not match this body, or is too old.',
      headers: countClientHeaders,
    })
  }

  async function process(request: Request): Promise<DeliveryOutcome> {
    const event = readStripeEvent(await readSignedText(request))
    if (event === null) return 'ignored'
    const { id, kind, subscriptionId } = event
    try {
      const outcome = await withTimeout(applyTimeoutMs, applyEvent(billing, event))
      logger.info({ billingEvent: id, kind, subscriptionId, outcome }, 'billing event processed')
      return outcome
    } catch (error) {
      if (!(error instanceof UnknownPriceError)) throw error
      logger.error({ billingEvent: id, subscriptionId, reason: error.message }, 'billing event names an unknown price')
      const detail = 'No price of the subscription has a plan here: BILLING_PRICES. Send the event again afterwards.'
      throw new AppError('conflict', { detail })
    }
  }

  async function answer(request: Request): Promise<Response> {
    try {
      const outcome = await process(request)
      deliveries.inc({ outcome })
      return Response.json({ outcome }, { headers })
    } catch (thrown) {
      const error = toUnavailable(thrown)
      deliveries.inc({ outcome: toOutcome(error) })
      throw error
    }
  }

  return [{ path: billingWebhookPath, methods: makePrivateMethods(['POST', 'OPTIONS'], headers), answer }]
}

/**
 * The body, whose size the HTTP parser bounds. @throws AppError `invalid_signature` when it does not arrive in time, because an incomplete body cannot be
 * verified
 */
async function readBody(request: Request): Promise<Uint8Array> {
  try {
    return await withTimeout(bodyTimeoutMs, request.bytes())
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    throw new AppError('invalid_signature', { detail: `The body did not arrive within ${bodyTimeoutMs / 1_000} s.` })
  }
}

/** An outage of Postgres is not a fault of the delivery: the provider sends it again. */
function toUnavailable(thrown: unknown): unknown {
  if (!isPostgresUnavailable(thrown)) return thrown
  const detail = 'The event cannot be processed at the moment.'
  return new AppError('service_unavailable', { detail, retryAfterSeconds, cause: thrown })
}

function toOutcome(error: unknown): DeliveryOutcome {
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'conflict') return 'unknown_price'
  if (error.code === 'invalid_body') return 'bad_body'
  return error.code === 'invalid_signature' ? 'bad_signature' : 'failed'
}
