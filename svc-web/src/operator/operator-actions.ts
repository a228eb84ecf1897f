import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { requirePrintable } from '@hexawatt/shared/errors/printable-fields'
import { formatIsoSecondsOrNull, isoSeconds } from '@hexawatt/shared/time/instant'
import { isUsageMonth } from '@hexawatt/shared/usage/month-count'
import * as v from 'valibot'
import { type AccountDeps, createKey, revokeKey, rotateKey, setExpiry } from '../accounts/account-changes.ts'
import {
  acceptedName,
  defaultOverlapHours,
  isKeyId,
  isRequestId,
  isUsableName,
  maxOverlapHours,
} from '../accounts/account-inputs.ts'
import { listAccounts, listKeys, maxListedAccounts, maxListedKeys } from '../accounts/account-store.ts'
import { makeCreatedKeyBody, makeListedKeyBodies, makeRotatedKeyBody, planRequestBody } from '../accounts/key-bodies.ts'
import { approveRequest, refuseRequest, setPlan } from '../accounts/plan-changes.ts'
import { listOpenRequests, maxListedRequests } from '../accounts/plan-request-store.ts'
import type { OperatorAction } from './auth/operate.ts'
import { readBody, readQuery } from './request-input.ts'

const Name = v.pipe(v.string('a text'), v.trim(), v.check(isUsableName, acceptedName))

/** One of the plans of the table. */
function planSchema({ plans }: PlanTable) {
  const ids = listPlanIds(plans)
  return v.picklist(ids, `one of ${ids.join(', ')}`)
}

const Expiry = v.nullable(
  v.pipe(
    v.string('an instant such as 2030-01-31T23:00:00Z, or null'),
    v.check(isInstant, 'an instant such as 2030-01-31T23:00:00Z'),
    v.transform((text) => Temporal.Instant.from(text)),
  ),
)

const overlapHoursText = `a whole number from 0 to ${maxOverlapHours}`
const OverlapHours = v.pipe(
  v.number(overlapHoursText),
  v.integer(overlapHoursText),
  v.minValue(0, overlapHoursText),
  v.maxValue(maxOverlapHours, overlapHoursText),
)

/** Body of `POST /keys`. */
function makeNewKeyBody(planTable: PlanTable) {
  return v.strictObject({
    account: Name,
    plan: v.optional(v.nullable(planSchema(planTable)), null),
    name: v.optional(Name, 'default'),
    expiresAt: v.optional(Expiry, null),
  })
}

/** Body of `POST /keys/{id}/rotate`. */
const RotationBody = v.strictObject({ overlapHours: v.optional(OverlapHours, defaultOverlapHours) })

/** Body of `PATCH /keys/{id}`. */
const ExpiryBody = v.strictObject({ expiresAt: Expiry })

/** Body of an action without parameters. */
const NoBody = v.strictObject({})

/** Operator actions on keys. Each action throws AppError or KeyRefusedError. */
export function createKeyActions(accounts: AccountDeps) {
  const NewKeyBody = makeNewKeyBody(accounts.planTable)
  return {
    async create(request, _id, actor) {
      const input = await readBody(request, NewKeyBody)
      const created = await createKey({ ...accounts, actor }, input)
      const { keyId, accountId, plan, toldGateways } = created
      const body = { ...makeCreatedKeyBody(created), expiresAt: formatIsoSecondsOrNull(input.expiresAt), toldGateways }
      return { status: 201, body, concerned: { keyId, accountId, plan } }
    },
    async list(request) {
      const { account } = readQuery(request.url, ['account'])
      const keys = await listKeys(accounts.sql, account ?? null)
      const body = {
        keys: makeListedKeyBodies(keys, Temporal.Now.instant()),
        isTruncated: keys.length === maxListedKeys,
      }
      return { body }
    },
    async rotate(request, id, actor) {
      const { overlapHours } = await readBody(request, RotationBody)
      const rotated = await rotateKey({ ...accounts, actor }, { selector: { keyId: requireKeyId(id) }, overlapHours })
      const { keyId, accountId, replaced, toldGateways } = rotated
      const body = { ...makeRotatedKeyBody(rotated), toldGateways }
      return { status: 201, body, concerned: { keyId, accountId, replacedKeyId: replaced.keyId } }
    },
    async revoke(request, id, actor) {
      await readBody(request, NoBody)
      const { sha256: _, ...body } = await revokeKey({ ...accounts, actor }, { keyId: requireKeyId(id) })
      return { body, concerned: { keyId: body.keyId, accountId: body.accountId } }
    },
    async setExpiry(request, id, actor) {
      const { expiresAt } = await readBody(request, ExpiryBody)
      const change = { selector: { keyId: requireKeyId(id) }, expiresAt }
      const { sha256: _, ...changed } = await setExpiry({ ...accounts, actor }, change)
      const body = { ...changed, expiresAt: formatIsoSecondsOrNull(changed.expiresAt) }
      return { body, concerned: { keyId: changed.keyId, accountId: changed.accountId } }
    },
  } satisfies Record<string, OperatorAction>
}

function requireKeyId(text: string): string {
  if (isKeyId(requirePrintable('Path parameter', 'keyId', text))) return text
  throw new AppError('not_found', { detail: 'No such key: the path takes the id of a key (key_…).' })
}

function requireRequestId(text: string): string {
  if (isRequestId(requirePrintable('Path parameter', 'requestId', text))) return text
  throw new AppError('not_found', { detail: 'No such request: the path takes the id of a request (req_…).' })
}

/** Usage of accounts in a month (`2026-11`), as JSON; a bounded number of accounts. */
export type UsageOf = (month: string) => Promise<readonly object[]>

/** Operator actions on accounts. Each action throws AppError or KeyRefusedError. */
export function createAccountActions(deps: AccountDeps, usageOf: UsageOf) {
  const PlanBody = v.strictObject({ plan: planSchema(deps.planTable) })
  return {
    async list(request) {
      readQuery(request.url, [])
      const accounts = await listAccounts(deps.sql)
      const shown = accounts.map((account) => ({ ...account, createdAt: isoSeconds(account.createdAt) }))
      return { body: { accounts: shown, isTruncated: accounts.length === maxListedAccounts } }
    },
    async setPlan(request, id, actor) {
      const accountId = requirePrintable('Path parameter', 'accountId', id)
      const { plan } = await readBody(request, PlanBody)
      const body = await setPlan({ ...deps, actor }, { account: { accountId }, plan })
      return { body, concerned: { accountId: body.accountId, plan } }
    },
    async listRequests(request) {
      readQuery(request.url, [])
      const requests = await listOpenRequests(deps.sql)
      return { body: { requests: requests.map(planRequestBody), isTruncated: requests.length === maxListedRequests } }
    },
    async approveRequest(request, id, actor) {
      await readBody(request, NoBody)
      const body = await approveRequest({ ...deps, actor }, requireRequestId(id))
      return { body, concerned: { accountId: body.accountId, plan: body.plan } }
    },
    async refuseRequest(request, id, actor) {
      await readBody(request, NoBody)
      const body = await refuseRequest({ ...deps, actor }, requireRequestId(id))
      return { body, concerned: { accountId: body.accountId, plan: body.plan } }
    },
    async usage(request) {
      const { month } = readQuery(request.url, ['month'])
      if (month === undefined || !isUsageMonth(month)) {
        throw new AppError('invalid_parameter', { detail: 'month takes a month such as 2026-11.' })
      }
      return { body: { month, accounts: await usageOf(month) }, concerned: { month } }
    },
  } satisfies Record<string, OperatorAction>
}

function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text)
    return true
  } catch {
    return false
  }
}
