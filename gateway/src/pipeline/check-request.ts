import { describeFields } from '@hexawatt/shared/contract/describe-fields'
import { isClosedToDemo, type Operation } from '@hexawatt/shared/contract/operations'
import { type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { quoted } from '@hexawatt/shared/errors/quoted'
import { type Caller, demoRights } from './admit.ts'
import { addressTooLong, maxTargetLength } from './match.ts'

/** Names and values of which every character is written as it is in the canonical form. */
const plainQuery = /^[A-Za-z0-9\-._~:/,=&]+$/

/** What is safe in a query and usual in instants, time zones and lists: written as it is, although `encodeURIComponent` would not. */
const plainAgain = /%(?:3A|2F|2C)/g

/**
 * The one spelling of a query: no empty pairs, each name and value encoded in one way, in the operation's order of parameters. Equal
 * requests share a kept answer by it, and a service is asked exactly this. A parameter that was given twice stays twice: the service
 * refuses it, after what the plan does not allow.
 *
 * @throws AppError `unknown_parameter` for what the operation does not know: a typo must not silently give the default; `uri_too_long`
 *   when it is too long once it is encoded
 */
export function canonicalQuery(operation: Operation, query: string): string {
  if (query === '') return ''
  const accepted: readonly string[] = operation.queryParameters
  if (isCanonical(query, accepted)) return query
  const parameters = [...new URLSearchParams(query)]
  const unknown = parameters.find(([name]) => !accepted.includes(name))
  if (unknown !== undefined) throw unknownParameter(...unknown, accepted)
  const canonical = parameters
    .toSorted(([one], [other]) => accepted.indexOf(one) - accepted.indexOf(other))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace(plainAgain, decodeURIComponent)}`)
    .join('&')
  const length = operation.path.length + 1 + canonical.length
  if (length > maxTargetLength) throw addressTooLong(length)
  return canonical
}

/** Whether nothing is to be done; builds nothing, since nearly every request is written like this. */
function isCanonical(query: string, accepted: readonly string[]): boolean {
  if (!plainQuery.test(query)) return false
  let last = -1
  for (let start = 0, end = 0; start <= query.length; start = end + 1) {
    const next = query.indexOf('&', start)
    end = next === -1 ? query.length : next
    const equals = query.indexOf('=', start)
    if (equals === -1 || equals > end) return false
    const second = query.indexOf('=', equals + 1)
    if (second !== -1 && second < end) return false
    const place = accepted.findIndex((name) => name.length === equals - start && query.startsWith(name, start))
    if (place <= last) return false
    last = place
  }
  return true
}

function unknownParameter(name: string, value: string, accepted: readonly string[]): AppError {
  const remedy =
    accepted.length === 0 ? 'this endpoint takes no query parameters' : `accepted are: ${accepted.join(', ')}`
  return new AppError('unknown_parameter', {
    detail: `Query parameter ${quoted(name)} (received ${quoted(value)}) is not known; ${remedy}.`,
  })
}

/** The fields of the analytics answer, from its own schema: the refusal of every plan without analytics lists them. */
const responseFields = describeFields(ScoreAnalyticsResponse)

export type CheckDemoDeps = {
  planTable: Pick<PlanTable, 'plans'>
  /** Where an account is had. */
  upgradeUrl: string
}

/** Makes the step that holds the demo key to what it may show: history and analytics need an account. */
export function createCheckDemo({ planTable, upgradeUrl }: CheckDemoDeps) {
  const analyticsNeed = analyticsPlans(planTable)

  /** @throws AppError `plan_capability_required` with `upgradeUrl`, and with `responseFields` for analytics */
  return function checkDemo(operation: Operation, { rights }: Caller): void {
    if (rights !== demoRights || !isClosedToDemo(operation)) return
    const isAnalytics = operation.id === 'getScoreAnalytics'
    const need = isAnalytics ? analyticsNeed : 'a key of a free account does'
    throw new AppError('plan_capability_required', {
      detail: `The demo key does not open ${operation.path}; ${need}.`,
      extras: isAnalytics ? { upgradeUrl, responseFields } : { upgradeUrl },
    })
  }
}
export type CheckDemo = ReturnType<typeof createCheckDemo>

/** What analytics need, as the end of a sentence. */
function analyticsPlans({ plans }: Pick<PlanTable, 'plans'>): string {
  const names = planIds.filter((id) => plans[id].analytics).map((id) => plans[id].name)
  if (names.length === 0) return 'no plan includes analytics'
  return `analytics need a key of the plan ${names.join(' or ')}. responseFields lists what the answer holds`
}
