import { createHmac } from 'node:crypto'
import { isLoopbackHost } from '@hexawatt/shared/http/request-facts'
import type { WebClient } from '@hexawatt/shared/http/web-request'

export type FormGuardDeps = {
  /** The same for all processes: a form made by one process may be sent to another. */
  secret: string
  publicBaseUrl: string
}

/**
 * Makes the checks that distinguish this site's forms from others: the origin, and a token that belongs to the session or, before there is one, to a cookie
 * of the browser.
 */
export function createFormGuard({ secret, publicBaseUrl }: FormGuardDeps) {
  const { origin: ownOrigin, hostname } = new URL(publicBaseUrl)
  const isLocal = isLoopbackHost(hostname)

  return {
    /** The token of the forms of a session, or of a browser without one. */
    tokenOf: (owner: string): string => createHmac('sha256', secret).update(`form ${owner}`).digest('base64url'),
    /** Whether an origin is this site's: on loopback under any of its names, as long as the client's request used the same name. */
    isOwnOrigin(origin: string, { host }: Pick<WebClient, 'host'>): boolean {
      if (origin === ownOrigin) return true
      if (!isLocal || !URL.canParse(origin)) return false
      return isLoopbackHost(new URL(origin).hostname) && origin === `http://${host}`
    },
  }
}
export type FormGuard = ReturnType<typeof createFormGuard>
