import { createHmac } from 'node:crypto'
import { isSameSecret } from '@hexawatt/shared/bounds/same-secret'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { isLoopbackHost } from '@hexawatt/shared/http/request-facts'
import type { WebClient } from '@hexawatt/shared/http/web-request'

export type FormGuardDeps = {
  /** The same for all processes: a form of one is answered by another. */
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
  function isOwnOrigin(origin: string, { host }: Pick<WebClient, 'host'>): boolean {
    if (origin === ownOrigin) return true
    if (!isLocal || !URL.canParse(origin)) return false
    return isLoopbackHost(new URL(origin).hostname) && origin === `http://${host}`
  }

  const tokenOf = (owner: string): string => createHmac('sha256', secret).update(`form ${owner}`).digest('base64url')

  return {
    /** The token of the forms of a session, or of a browser without one. */
    tokenOf,
    /** @param client asked this host @throws AppError `origin_not_allowed` when a browser says that another site sent the request */
    requireOwnOrigin({ headers }: Request, client: Pick<WebClient, 'host'>): void {
      const site = headers.get('sec-fetch-site')
      const origin = headers.get('origin')
      const isForeign = (site !== null && site !== 'same-origin') || (origin !== null && !isOwnOrigin(origin, client))
      if (!isForeign) return
      throw new AppError('origin_not_allowed', { detail: 'This form was not sent by a page of this site.' })
    },
    /** Whether a form carries the token of its owner. */
    isToken: (given: string | null, owner: string): boolean => isSameSecret(given ?? '', tokenOf(owner)),
  }
}
export type FormGuard = ReturnType<typeof createFormGuard>
