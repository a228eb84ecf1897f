import { webPaths } from '@hexawatt/shared/contract/web-paths'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createNearestPath, suggestWord } from '@hexawatt/shared/errors/near-miss'
import { prefersPage } from '@hexawatt/shared/http/bodies/prefers-page'
import { trimEndSlashes } from '@hexawatt/shared/http/request-facts'
import { hasKeyInAddress, keyInAddressNote } from '@hexawatt/shared/keys/key-in-address'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type Resource, refuseMethod } from '../http/resource.ts'

export type UnknownPathDeps = {
  operations: readonly Resource[]
  pages: readonly Resource[]
  /** Answers a browser. @param nearest the path that the visitor probably meant; null = none is near */
  showUnknownPage: (context: RequestContext, refusal: AppError, nearest: string | null) => Promise<GatewayResponse>
}

/** Paths of pages for visitors, which a visitor may have mistyped. */
const visitedPaths = webPaths.map(({ path }) => path).filter((path) => /^\/[a-z-]+$/.test(path))

/**
 * Makes the answer for paths without a route: a redirect for a path with trailing slashes, else the refusal, with the path that the client probably meant. A
 * browser gets it as a page.
 */
export function createUnknownPath({ operations, pages, showUnknownPage }: UnknownPathDeps) {
  const resourceAt = new Map([...operations, ...pages].map((resource) => [resource.path, resource]))
  const nearestPath = createNearestPath([...operations.map(({ path }) => path), ...visitedPaths])

  /** @throws AppError `not_found`, or `method_not_allowed` for a method that the resource of the path does not have */
  return function answerUnknownPath(context: RequestContext): GatewayResponse | Promise<GatewayResponse> {
    const { path } = context.target
    const moved = path.endsWith('/') ? resourceAt.get(trimEndSlashes(path)) : undefined
    if (moved !== undefined) return redirect(moved, context)
    const hasKey = hideApiKeys(path) !== path
    const nearest = hasKey ? null : nearestPath(path)
    const note = hasKey ? ` ${keyInAddressNote}` : suggestWord(nearest)
    const refusal = new AppError('not_found', { detail: `Nothing is served at this path.${note}` })
    if (prefersPage(context.request)) return showUnknownPage(context, refusal, nearest)
    throw refusal
  }
}

/**
 * The redirect to the resource: 308 keeps the method and the body. The target is a path of the product, so that `//host/` cannot lead to another site.
 * @throws AppError `method_not_allowed`; `not_found` for a query with an API key, which must not be repeated
 */
function redirect({ path, methods }: Resource, context: RequestContext): GatewayResponse | Promise<GatewayResponse> {
  const { method } = context.request
  const { query } = context.target
  if (!methods.names.includes(method)) throw refuseMethod(method, methods)
  if (method === 'OPTIONS') return methods.optionsResponse(context)
  if (hasKeyInAddress(`/?${query}`)) {
    throw new AppError('not_found', { detail: `Nothing is served at this path; see ${path}. ${keyInAddressNote}` })
  }
  const location = query === '' ? path : `${path}?${query}`
  return { status: 308, headers: { location, 'cache-control': 'no-store' }, body: null }
}
