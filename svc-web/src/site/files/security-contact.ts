import type { PublicRoute } from '../../http/page-routes.ts'
import { createServedPage, documentMaxAgeSeconds, servePage } from '../../kit/served-page.ts'

/** How long the contact is said to be valid, days: the standard asks for less than a year. */
const validDays = 180

/** Where to report a vulnerability (RFC 9116). @param contact an address of the scheme `mailto:` or `https:` */
export function createSecurityContactRoute(
  publicBaseUrl: string,
  contact: string,
  realTimeMs: () => number,
): PublicRoute {
  const path = '/.well-known/security.txt'
  return servePage(path, (request) => {
    // To the day, so that caches and validators see one text a day.
    const expires = new Date(realTimeMs() + validDays * 86_400_000).toISOString().slice(0, 10)
    const body = `Contact: ${contact}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: fr, en\nCanonical: ${publicBaseUrl}${path}\n`
    return createServedPage({ contentType: 'text/plain; charset=utf-8', body, maxAgeSeconds: documentMaxAgeSeconds })(
      request,
    )
  })
}
