import { createHmac } from 'node:crypto'
import { isLoopbackHost } from '@hexawatt/shared/http/request-facts'
import type { WebClient } from '@hexawatt/shared/http/web-request'
import { readOwnForm } from '../kit/forms.ts'

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
    /** The form that a page of this site sent for its owner. @param client asked this host @throws AppError as `readOwnForm` does */
    readForm: (request: Request, client: Pick<WebClient, 'host'>, owner: string): Promise<URLSearchParams> =>
      readOwnForm(request, { isOwnOrigin: (origin) => isOwnOrigin(origin, client), formToken: tokenOf(owner) }),
  }
}
export type FormGuard = ReturnType<typeof createFormGuard>
