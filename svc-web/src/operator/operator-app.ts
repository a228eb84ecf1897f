import { AppError } from '@hexawatt/shared/errors/app-error'
import { createEdge, type EdgeDeps } from '@hexawatt/shared/http/edge'
import { Elysia } from 'elysia'
import { listAssets, type PageAssets } from '../kit/assets.ts'
import { createAuditLine, createOperate, type OperatorAction } from './auth/operate.ts'
import { createOperatorAuth, type OperatorAuthDeps } from './auth/operator-auth.ts'
import { createAccountActions, createKeyActions } from './operator-actions.ts'
import { createOperatorRouter, type OperatorRouterDeps } from './page/operator-router.ts'
import { maxBodyLength } from './request-input.ts'

/** Bytes of a body that the HTTP parser accepts: characters of up to four bytes. */
const maxRequestBodyBytes = 4 * maxBodyLength

export type OperatorAppDeps = Pick<EdgeDeps, 'logger' | 'publicBaseUrl'> &
  OperatorAuthDeps &
  Omit<OperatorRouterDeps, 'authenticate' | 'audit'>

/** The actions parse their bodies themselves, to report errors. */
const unparsed = { parse: 'none' } as const

const nothingHere: OperatorAction = async () => {
  throw new AppError('not_found', { detail: 'This method is not supported at this path.' })
}

/** A file of the page; it contains nothing secret. */
function findAsset(assets: PageAssets, request: Request): Response {
  const { pathname } = new URL(request.url)
  const asset = listAssets(assets).find(({ path }) => path === pathname)
  if (asset === undefined) throw new AppError('not_found', { detail: 'Nothing is served at this path.' })
  const { status, headers, body } = asset.page(request)
  return new Response(body, { status, headers })
}

/**
 * The operator's HTTP application, on a port of its own that only the operator reaches: the actions of `bun run keys` as JSON, and a page. Every path except
 * the page's files requires the token, or a session of the page that began with it.
 */
export function createOperatorApp(deps: OperatorAppDeps) {
  const { logger, publicBaseUrl, usageOf } = deps
  const authenticate = createOperatorAuth(deps)
  const operate = createOperate({ authenticate, logger })
  const page = createOperatorRouter({ ...deps, authenticate, audit: createAuditLine(logger) })
  const keys = createKeyActions(deps.accounts)
  const accounts = createAccountActions(deps.accounts, usageOf)
  return new Elysia({ serve: { maxRequestBodySize: maxRequestBodyBytes } })
    .use(createEdge({ logger, metrics: null, publicBaseUrl }))
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
    .get('/operator', page)
    .get('/operator/*', page)
    .post('/operator/*', page, unparsed)
    .get('/dashboard/*', ({ request }) => findAsset(deps.assets, request))
    .all('/*', operate('unknown', nothingHere), unparsed)
}
