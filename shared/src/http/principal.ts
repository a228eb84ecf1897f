import * as v from 'valibot'
import { createBoundedMap } from '../bounds/bounded-map.ts'
import { createSecretCheck } from '../bounds/same-secret.ts'
import { findPlan } from '../contract/plans/plan-rows.ts'
import { findDeepestHistoryDays, PlanId, type PlanTable } from '../contract/plans.ts'
import { AppError } from '../errors/app-error.ts'

/** The caller and its rights, as the gateway passes them to a service. The version lets old and new programs run side by side. */
export const Principal = v.strictObject({
  v: v.literal(2),
  accountId: v.string(),
  keyId: v.string(),
  plan: PlanId,
  entitlements: v.strictObject({
    forecastHours: v.pipe(v.number(), v.integer()),
    customWeights: v.boolean(),
    historyDays: v.pipe(v.number(), v.integer()),
    analytics: v.boolean(),
    /** Depth of the deepest plan, days: a window beyond the caller's depth is refused only when that plan would serve it. */
    deepestHistoryDays: v.pipe(v.number(), v.integer()),
  }),
})
export type Principal = v.InferOutput<typeof Principal>

/** Creates the principal of a key: the only place that resolves the features of its plan. @throws when the table has no such plan; authentication has checked that before */
export function createPrincipal(key: { accountId: string; keyId: string; plan: PlanId }, table: PlanTable): Principal {
  const plan = findPlan(table.plans, key.plan)
  if (plan === null) throw new Error(`the plan table has no plan ${key.plan}`)
  const { forecastHours, customWeights, historyDays, analytics } = plan
  return {
    v: 2,
    ...key,
    entitlements: {
      forecastHours,
      customWeights,
      historyDays,
      analytics,
      deepestHistoryDays: findDeepestHistoryDays(table),
    },
  }
}

/** Header of the internal token, which services require. */
export const internalTokenHeader = 'x-internal-token'
/** Header with the JSON of {@link Principal}. */
export const principalHeader = 'x-hexawatt-principal'
/** Header with the kind of data of a response: live, open, demo or replay. */
export const dataModeHeader = 'x-data-mode'
/** Header that is `degraded` when a source of the response is late or missing. */
export const confidenceHeader = 'x-service-confidence'

const PrincipalJson = v.pipe(v.string(), v.parseJson(), Principal)

/** The internal tokens that a service accepts: two during a rotation. */
export function listAcceptedTokens(env: {
  INTERNAL_TOKEN: string
  INTERNAL_TOKEN_PREVIOUS?: string | undefined
}): string[] {
  return [env.INTERNAL_TOKEN, env.INTERNAL_TOKEN_PREVIOUS].filter((token) => token !== undefined)
}

/** Maximum number of parsed principals in the cache: the gateway sends the same text for every request of a key. */
const maxKnownPrincipals = 10_000

/** Admits a request of the gateway by its internal token. @throws AppError `not_found`, which reveals nothing to other callers */
export type AdmitToken = (headers: Headers) => void

/** Creates the check that a request has the internal token of the gateway (one of two during a rotation). */
export function createAdmitToken(acceptedTokens: readonly string[]): AdmitToken {
  const checks = acceptedTokens.map(createSecretCheck)
  return function admitToken(headers) {
    const presented = headers.get(internalTokenHeader) ?? ''
    if (!checks.some((isSame) => isSame(presented))) throw createNotFoundError()
  }
}

/** Reads the caller behind the gateway from the request headers. @throws AppError `not_found`, which reveals nothing to other callers */
export type AdmitGateway = (headers: Headers) => Principal

/** Creates the check that a request comes from the gateway and names its caller: an internal token, and a principal of a known version. */
export function createAdmitGateway(acceptedTokens: readonly string[]): AdmitGateway {
  const admitToken = createAdmitToken(acceptedTokens)
  const principalByText = createBoundedMap<Principal>(maxKnownPrincipals)

  function readPrincipal(text: string): Principal {
    const known = principalByText.get(text)
    if (known !== undefined) return known
    const parsed = v.safeParse(PrincipalJson, text)
    if (!parsed.success) throw createNotFoundError()
    principalByText.set(text, parsed.output)
    return parsed.output
  }

  return function admitGateway(headers) {
    admitToken(headers)
    // The token is checked first, so that a caller without a token cannot fill the cache.
    return readPrincipal(headers.get(principalHeader) ?? '')
  }
}

/** Error for callers other than the gateway. It does not reveal what is served here. */
export function createNotFoundError(): AppError {
  return new AppError('not_found', { detail: 'Nothing is served at this path.' })
}
