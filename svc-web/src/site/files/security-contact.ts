import type { PublicRoute } from '../../http/page-routes.ts'
import { createServedPage, documentMaxAgeSeconds, servePage } from '../../kit/served-page.ts'

/** How long the contact is said to be valid, days: the standard asks for less than a year. */
const validDays = 180

/** The page that says how to report a vulnerability, and where on it. */
const policyPath = '/mentions-legales#securite'

/**
 * Where to report a vulnerability (RFC 9116). Addresses of the installation itself are left out unless they are `https:`, which the standard demands.
 * @param contact an address of the scheme `mailto:` or `https:`
 */
export function createSecurityContactRoute(
  publicBaseUrl: string,
  contact: string,
  realTimeMs: () => number,
): PublicRoute {
  const path = '/.well-known/security.txt'
  const ownAddresses = [`Canonical: ${publicBaseUrl}${path}`, `Policy: ${publicBaseUrl}${policyPath}`]
  return servePage(path, (request) => {
    // To the day, so that caches and validators see one text a day.
    const expires = new Date(realTimeMs() + validDays * 86_400_000).toISOString().slice(0, 10)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}T00:00:00Z`,
      'Preferred-Languages: fr, en',
      ...(publicBaseUrl.startsWith('https:') ? ownAddresses : []),
    ]
    const body = `${lines.join('\n')}\n`
    return createServedPage({ contentType: 'text/plain; charset=utf-8', body, maxAgeSeconds: documentMaxAgeSeconds })(
      request,
    )
  })
}
