import { createHmac } from 'node:crypto'
import { isSameSecret } from '@hexawatt/shared/bounds/same-secret'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { isLoopbackHost } from '@hexawatt/shared/http/request-facts'

export type FormGuardDeps = {
  /** The same for all gateways: a form of one is answered by another. */
  secret: string
  publicBaseUrl: string
}

/**
 * Makes the checks that a form was sent by a page of this site: its origin, and a token that belongs to the session or, before there is one, to a
 * cookie of the browser.
 */
export function createFormGuard({ secret, publicBaseUrl }: FormGuardDeps) {
  const { origin: ownOrigin, hostname } = new URL(publicBaseUrl)
  const isLocal = isLoopbackHost(hostname)

  /** Whether an origin is that of this site: on loopback, whichever of its names the browser uses, as long as the request went to the same. */
  function isOwnOrigin(origin: string, requestUrl: string): boolean {
    if (origin === ownOrigin) return true
    if (!isLocal || !URL.canParse(origin) || !URL.canParse(requestUrl)) return false
    return isLoopbackHost(new URL(origin).hostname) && new URL(requestUrl).origin === origin
  }

  const tokenOf = (owner: string): string => createHmac('sha256', secret).update(`form ${owner}`).digest('base64url')

  return {
    /** The token of the forms of a session, or of a browser without one. */
    tokenOf,
    /** @throws AppError `origin_not_allowed` when a browser says that another site sent the request */
    requireOwnOrigin({ headers, url }: Request): void {
      const site = headers.get('sec-fetch-site')
      const origin = headers.get('origin')
      const isForeign = (site !== null && site !== 'same-origin') || (origin !== null && !isOwnOrigin(origin, url))
      if (!isForeign) return
      throw new AppError('origin_not_allowed', { detail: 'This form was not sent by a page of this site.' })
    },
    /** Whether a form carries the token of its owner. */
    isToken: (given: string | null, owner: string): boolean => isSameSecret(given ?? '', tokenOf(owner)),
  }
}
export type FormGuard = ReturnType<typeof createFormGuard>
