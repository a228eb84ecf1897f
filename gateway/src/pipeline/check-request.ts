import { isAboutPast } from '@hexawatt/shared/contract/entry/operation'
import type { AnyOperation } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { findSmallestPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { listTimesOfDay, resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { AppError, quoteInput } from '@hexawatt/shared/errors/app-error'
import { findNearestWord, suggestWord } from '@hexawatt/shared/errors/near-miss'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import {
  createUnknownParameterError,
  type ParsedQuery,
  parseParameters,
  type ReceivedParameters,
  readParameters,
} from '@hexawatt/shared/http/parse-query'
import { findMissingCapability } from '@hexawatt/shared/http/plan-capabilities'
import { isCredentialName, keyInAddressNote } from '@hexawatt/shared/keys/key-in-address'
import { describeFields } from '@hexawatt/shared/openapi/describe-fields'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import { formatIsoExact } from '@hexawatt/shared/time/instant'
import { findNextParisTime } from '@hexawatt/shared/time/paris'
import { type Caller, demoRights } from '../auth/caller.ts'
import { type GatewayResponse, limitMaxAge } from '../http/gateway-response.ts'
import type { SentQuery } from '../http/request-context.ts'
import { maxTargetLength, refuseLongAddress } from '../http/request-target.ts'

/** Characters that are not encoded; `:`, `/` and `,` are safe in a query, and frequent in instants, time zones and lists. */
const plainValue = /^[\w.~:/,-]*$/
const plainAgain = /%(?:3A|2F|2C)/g

/** Makes the step that refuses requests outside the caller's plan, and then invalid values. */
export function createCheckQuery({ upgrades }: { upgrades: Pick<Upgrades, 'ofProblem'> }) {
  /** @throws AppError `plan_capability_required` with `upgradeUrl`, then as `parseParameters` does */
  return function checkQuery(
    operation: AnyOperation,
    { parameters, values }: Pick<SentQuery, 'parameters' | 'values'>,
    caller: Caller,
  ): ParsedQuery<AnyOperation> {
    const missing = findMissingCapability(operation, parameters, caller)
    if (missing !== null) {
      const { extras = {}, ...options } = missing.options
      throw new AppError(missing.code, { ...options, extras: { ...extras, ...upgrades.ofProblem(extras) } })
    }
    if (values instanceof AppError) throw values
    return values
  }
}
export type CheckQuery = ReturnType<typeof createCheckQuery>

/**
 * Reads a query: its names, its values, and its canonical text.
 * @param now the instant by which times of day are read
 * @throws AppError `unknown_parameter`; `invalid_parameter` for a value with an API key; `uri_too_long` when the canonical text is too long
 */
export function readSentQuery(operation: AnyOperation, sent: string, now: () => Temporal.Instant): SentQuery {
  const parameters = readParameters(operation, sent, refuseUnknown)
  const isSafe = hideApiKeys(sent) === sent
  const withKey = isSafe ? undefined : parameters.find(([, value]) => hideApiKeys(value) !== value)
  if (withKey !== undefined) throw refuseKeyAsValue(...withKey)
  const text = writeCanonicalText(parameters)
  const length = operation.path.length + 1 + text.length
  if (length > maxTargetLength) throw refuseLongAddress(length)
  const values = parseOrRefuse(() => parseParameters(operation, parameters))
  if (values instanceof AppError) return { parameters, text, values, timesOfDay: [] }
  const times = listTimesOfDay(values)
  const resolved: Readonly<Record<string, unknown>> = times.length === 0 ? values : resolveTimes(values, now())
  const named = parameters.map(([name, value]): [name: string, value: string] => {
    const instant = resolved[name]
    return [name, instant instanceof Temporal.Instant ? formatIsoExact(instant) : value]
  })
  return { parameters, text: writeCanonicalText(named), values, timesOfDay: times }
}

function parseOrRefuse<Value>(parse: () => Value): Value | AppError {
  try {
    return parse()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Parameters in the order and form in which services, caches and events name a query. */
export function writeCanonicalText(parameters: ReceivedParameters): string {
  return parameters.map(([name, value]) => `${name}=${encodeValue(value)}`).join('&')
}

function encodeValue(value: string): string {
  return plainValue.test(value) ? value : encodeURIComponent(value).replace(plainAgain, decodeURIComponent)
}

function refuseUnknown(name: string, value: string, accepted: readonly string[]): AppError {
  const isKey = isCredentialName(name) || hideApiKeys(value) !== value || hideApiKeys(name) !== name
  const note = isKey ? ` ${keyInAddressNote}` : suggestWord(findNearestWord(name, accepted))
  return createUnknownParameterError(name, isCredentialName(name) ? null : value, accepted, note)
}

/** A key in a parameter that accepts none. The service would refuse its value too, without saying why a key does not belong there. */
function refuseKeyAsValue(name: string, value: string): AppError {
  return new AppError('invalid_parameter', {
    detail: `Query parameter ${quoteInput(name)} (received ${quoteInput(value)}) accepts no API key. ${keyInAddressNote}`,
  })
}

/**
 * Limits the freshness of the answer to a query with times of day: as soon as such a time passes, the same address means another window, and a client must
 * not serve the answer from its own cache.
 */
export function limitFreshness(
  response: GatewayResponse,
  timesOfDay: readonly Temporal.PlainTime[],
  now: Temporal.Instant,
): GatewayResponse {
  const after = now.add({ nanoseconds: 1 })
  const changesMs = timesOfDay.map((time) => findNextParisTime(time, after).epochMilliseconds)
  return limitMaxAge(response, Math.max(1, Math.floor((Math.min(...changesMs) - now.epochMilliseconds) / 1_000)))
}

/** Fields of the analytics response, listed by the refusal. */
const responseFields = describeFields(ScoreAnalyticsResponse)

const mcpFields = '. responseFields lists what its tool history_summary answers'

export type CheckDemoDeps = {
  planTable: Pick<PlanTable, 'plans'>
  upgrades: Pick<Upgrades, 'toUpgrade' | 'findSmallestPlanThat'>
}

/** Makes the step that keeps the demo key out of operations that need an account: history, analytics, and tools of language models. */
export function createCheckDemo({ planTable, upgrades }: CheckDemoDeps) {
  const analyticsPlan = upgrades.findSmallestPlanThat(({ analytics }) => analytics)
  const analyticsNeed = listAnalyticsPlans(planTable)

  /** @throws AppError `plan_capability_required` with `upgradeUrl`, and with `responseFields` where an account would also open analytics */
  return function checkDemo(operation: AnyOperation, query: string, { rights }: Caller): void {
    if (rights !== demoRights) return
    const isPast = isAboutPast(operation, query)
    if (!operation.isClosedToDemo && !isPast) return
    const isMcp = operation.id === callMcp.id
    const isAnalytics = operation.capability === 'analytics'
    const need = isAnalytics ? analyticsNeed : `a key of a free account does${isMcp ? mcpFields : ''}`
    throw new AppError('plan_capability_required', {
      detail: `The demo key does not open ${operation.path}${isPast ? ' for past instants' : ''}; ${need}.`,
      extras: {
        ...upgrades.toUpgrade(isAnalytics ? analyticsPlan : findSmallestPlan(planTable.plans)),
        ...(isAnalytics || isMcp ? { responseFields } : {}),
      },
    })
  }
}
export type CheckDemo = ReturnType<typeof createCheckDemo>

/** The plans with analytics, as the end of a sentence. */
function listAnalyticsPlans({ plans }: Pick<PlanTable, 'plans'>): string {
  const names = Object.values(plans).flatMap(({ analytics, name }) => (analytics ? [name] : []))
  if (names.length === 0) return 'no plan includes analytics'
  return `analytics need a key of the plan ${names.join(' or ')}. responseFields lists what the answer holds`
}
