import { AppError } from '@hexawatt/shared/errors/app-error'
import { createNearestPath, suggestWord } from '@hexawatt/shared/errors/near-miss'
import { trimEndSlashes } from '@hexawatt/shared/http/request-facts'
import { hasKeyInAddress, keyInAddressNote } from '@hexawatt/shared/keys/key-in-address'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type Resource, refuseMethod } from '../http/resource.ts'

/**
 * Makes the answer for paths without a route: a redirect for a path with trailing slashes, else the refusal, with the operation's path that the client
 * probably meant.
 */
export function createUnknownPath(operations: readonly Resource[], pages: readonly Resource[]) {
  const resourceAt = new Map([...operations, ...pages].map((resource) => [resource.path, resource]))
  const nearestPath = createNearestPath(operations.map(({ path }) => path))

  /** @throws AppError `not_found`, or `method_not_allowed` for a method that the resource of the path does not have */
  return function answerUnknownPath(context: RequestContext): GatewayResponse | Promise<GatewayResponse> {
    const { path } = context.target
    const moved = path.endsWith('/') ? resourceAt.get(trimEndSlashes(path)) : undefined
    if (moved !== undefined) return redirect(moved, context)
    const note = hideApiKeys(path) === path ? suggestWord(nearestPath(path)) : ` ${keyInAddressNote}`
    throw new AppError('not_found', { detail: `Nothing is served at this path.${note}` })
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
