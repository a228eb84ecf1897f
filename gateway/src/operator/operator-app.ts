import { AppError } from '@hexawatt/shared/errors/app-error'
import { type EdgeDeps, edge } from '@hexawatt/shared/http/edge'
import { Elysia } from 'elysia'
import type { AccountDeps } from '../accounts/account-changes.ts'
import { createOperate, type OperatorAction } from './operate.ts'
import { createAccountActions, createKeyActions, type UsageOf } from './operator-actions.ts'
import { createOperatorAuth, type OperatorAuthDeps } from './operator-auth.ts'
import { maxBodyLength } from './request-input.ts'

/** Bytes of a body that the HTTP parser takes: characters of up to four bytes. */
const maxRequestBodyBytes = 4 * maxBodyLength

export type OperatorAppDeps = Pick<EdgeDeps, 'logger' | 'publicBaseUrl'> &
  OperatorAuthDeps & { accounts: AccountDeps; usageOf: UsageOf }

/** The actions parse their bodies themselves, to report errors. */
const unparsed = { parse: 'none' } as const

const nothingHere: OperatorAction = async () => {
  throw new AppError('not_found', { detail: 'Nothing is served at this path with this method.' })
}

/**
 * The operator's HTTP application, for a port of its own that only the operator reaches: what `bun run keys` does, as JSON. Every
 * path requires the token.
 */
export function createOperatorApp(deps: OperatorAppDeps) {
  const { logger, publicBaseUrl, usageOf } = deps
  const operate = createOperate({ authenticate: createOperatorAuth(deps), logger })
  const keys = createKeyActions(deps.accounts)
  const accounts = createAccountActions(deps.accounts, usageOf)
  return new Elysia({ serve: { maxRequestBodySize: maxRequestBodyBytes } })
    .use(edge({ logger, metrics: null, publicBaseUrl }))
    .post('/keys', operate('create key', keys.create), unparsed)
    .get('/keys', operate('list keys', keys.list))
    .post('/keys/:id/rotate', operate('rotate key', keys.rotate), unparsed)
    .post('/keys/:id/revoke', operate('revoke key', keys.revoke), unparsed)
    .patch('/keys/:id', operate('change expiry', keys.setExpiry), unparsed)
    .get('/accounts', operate('list accounts', accounts.list))
    .put('/accounts/:id/plan', operate('change plan', accounts.setPlan), unparsed)
    .get('/plan-requests', operate('list plan requests', accounts.listRequests))
    .post('/plan-requests/:id/approve', operate('approve plan request', accounts.approveRequest), unparsed)
    .post('/plan-requests/:id/refuse', operate('refuse plan request', accounts.refuseRequest), unparsed)
    .get('/usage', operate('read usage', accounts.usage))
    .all('/*', operate('unknown', nothingHere), unparsed)
}
