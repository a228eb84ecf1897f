import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { AppError, quoted } from '@hexawatt/shared/errors/app-error'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import { describeFields } from '@hexawatt/shared/openapi/describe-fields'
import { hideApiKeys, holdsApiKey } from '@hexawatt/shared/telemetry/hide-api-keys'
import { isCredentialName, keyInAddressNote } from '../auth/key-help.ts'
import { type Caller, demoRights } from './admit.ts'
import { addressTooLong, maxTargetLength, type RoutedOperation } from './match.ts'
import { didYouMean, nearestParameter } from './near-miss.ts'

/** Characters that the canonical form does not encode. */
const plainQuery = /^[A-Za-z0-9\-._~:/,=&]+$/

/** Safe in a query and frequent in instants, time zones and lists: not encoded, although `encodeURIComponent` encodes them. */
const plainAgain = /%(?:3A|2F|2C)/g

/**
 * The canonical form of a query: no empty pairs, one encoding, the operation's order of parameters. It is part of the cache key, and the
 * service receives exactly this. A repeated parameter stays repeated: the service refuses it, after the checks of the plan.
 *
 * @throws AppError `unknown_parameter` for a parameter that the operation does not have: a typo must not silently mean the default;
 *   `invalid_parameter` for a value with an API key; `uri_too_long` when the encoded query is too long. A façade drops what it does not know
 */
export function canonicalQuery(operation: RoutedOperation, query: string): string {
  if (query === '') return ''
  const accepted: readonly string[] = operation.queryParameters
  const plain = canonicalPlain(query, accepted)
  if (plain !== null) return plain
  const received = [...new URLSearchParams(query)]
  // The original ignores what it does not know, and its clients rely on that.
  const parameters = operation.isFacade ? received.filter(([name]) => accepted.includes(name)) : received
  const unknown = parameters.find(([name]) => !accepted.includes(name))
  if (unknown !== undefined) throw unknownParameter(...unknown, accepted)
  const withKey = parameters.find(([, value]) => hideApiKeys(value) !== value)
  if (withKey !== undefined) throw keyAsValue(...withKey)
  const canonical = parameters
    .toSorted(([one], [other]) => accepted.indexOf(one) - accepted.indexOf(other))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace(plainAgain, decodeURIComponent)}`)
    .join('&')
  const length = operation.path.length + 1 + canonical.length
  if (length > maxTargetLength) throw addressTooLong(length)
  return canonical
}

/**
 * The canonical form of a query of plain characters alone, as nearly all are: the same text when its order is right, else its pairs in order. Parsing
 * and encoding it would cost a tenth of a request. null = it has other characters, a name that is not accepted, a pair without exactly one
 * equals sign, or an API key.
 */
function canonicalPlain(query: string, accepted: readonly string[]): string | null {
  if (!plainQuery.test(query) || holdsApiKey(query)) return null
  let last = -1
  let isInOrder = true
  for (let start = 0, end = 0; start <= query.length; start = end + 1) {
    end = pairEnd(query, start)
    const place = placeOf(query, start, end, accepted)
    if (place === -1) return null
    if (place <= last) isInOrder = false
    last = place
  }
  if (isInOrder) return query
  return query
    .split('&')
    .map((pair) => ({ pair, place: placeOf(pair, 0, pair.length, accepted) }))
    .sort((one, other) => one.place - other.place)
    .map(({ pair }) => pair)
    .join('&')
}

function pairEnd(query: string, start: number): number {
  const next = query.indexOf('&', start)
  return next === -1 ? query.length : next
}

/** Place of the parameter of a pair among the accepted ones; -1 when it is none of them, or the pair has not exactly one equals sign. */
function placeOf(query: string, start: number, end: number, accepted: readonly string[]): number {
  const equals = query.indexOf('=', start)
  if (equals === -1 || equals > end) return -1
  const second = query.indexOf('=', equals + 1)
  if (second !== -1 && second < end) return -1
  return accepted.findIndex((name) => name.length === equals - start && query.startsWith(name, start))
}

function unknownParameter(name: string, value: string, accepted: readonly string[]): AppError {
  const remedy =
    accepted.length === 0 ? 'this endpoint takes no query parameters' : `accepted are: ${accepted.join(', ')}`
  const received = isCredentialName(name) ? '' : ` (received ${quoted(value)})`
  const isKey = isCredentialName(name) || hideApiKeys(value) !== value || hideApiKeys(name) !== name
  const note = isKey ? ` ${keyInAddressNote}` : didYouMean(nearestParameter(name, accepted))
  return new AppError('unknown_parameter', {
    detail: `Query parameter ${quoted(name)}${received} is not known; ${remedy}.${note}`,
  })
}

/** A key in a parameter that takes none. The service would refuse its value too, without saying why a key does not belong there. */
function keyAsValue(name: string, value: string): AppError {
  return new AppError('invalid_parameter', {
    detail: `Query parameter ${quoted(name)} (received ${quoted(value)}) takes no API key. ${keyInAddressNote}`,
  })
}

/** Fields of the analytics response, listed by the refusal. */
const responseFields = describeFields(ScoreAnalyticsResponse)

const mcpFields = '. responseFields lists what its tool history_summary answers'

export type CheckDemoDeps = {
  planTable: Pick<PlanTable, 'plans'>
  upgrades: Pick<Upgrades, 'to' | 'smallest'>
}

/** Makes the step that keeps the demo key out of operations that need an account: history, analytics, and tools of language models. */
export function createCheckDemo({ planTable, upgrades }: CheckDemoDeps) {
  const analyticsPlan = upgrades.smallest(({ analytics }) => analytics)
  const analyticsNeed = analyticsPlans(planTable)

  /** @throws AppError `plan_capability_required` with `upgradeUrl`, and with `responseFields` where analytics are among what it would open */
  return function checkDemo(operation: RoutedOperation, { rights }: Caller): void {
    if (rights !== demoRights || !operation.isClosedToDemo) return
    const isMcp = operation.id === callMcp.id
    const isAnalytics = operation.capability === 'analytics'
    const need = isAnalytics ? analyticsNeed : `a key of a free account does${isMcp ? mcpFields : ''}`
    throw new AppError('plan_capability_required', {
      detail: `The demo key does not open ${operation.path}; ${need}.`,
      extras: {
        ...upgrades.to(isAnalytics ? analyticsPlan : 'decouverte'),
        ...(isAnalytics || isMcp ? { responseFields } : {}),
      },
    })
  }
}
export type CheckDemo = ReturnType<typeof createCheckDemo>

/** The plans with analytics, as the end of a sentence. */
function analyticsPlans({ plans }: Pick<PlanTable, 'plans'>): string {
  const names = planIds.filter((id) => plans[id].analytics).map((id) => plans[id].name)
  if (names.length === 0) return 'no plan includes analytics'
  return `analytics need a key of the plan ${names.join(' or ')}. responseFields lists what the answer holds`
}
