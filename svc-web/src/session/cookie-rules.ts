/** Names of the cookies, before their prefix: of a member's session, and of the form before it. */
export const sessionCookie = 'hexawatt-session'
export const visitorCookie = 'hexawatt-visitor'

/** How cookies are set at the public address. */
export type CookieRules = {
  /** Set over TLS, so that browsers never send them over another connection. */
  isSecure: boolean
  /** Full name of a cookie: with `__Host-` no other host of the domain can set it. */
  nameOf: (name: string) => string
  /** Attributes after the value. @param maxAgeSeconds null = until the browser is closed */
  attributes: (maxAgeSeconds: number | null) => string
}

export function createCookieRules(publicBaseUrl: string): CookieRules {
  const isSecure = new URL(publicBaseUrl).protocol === 'https:'
  return {
    isSecure,
    nameOf: (name) => (isSecure ? `__Host-${name}` : name),
    attributes(maxAgeSeconds) {
      const age = maxAgeSeconds === null ? '' : `; Max-Age=${maxAgeSeconds}`
      return `; Path=/; HttpOnly; SameSite=Lax${age}${isSecure ? '; Secure' : ''}`
    },
  }
}
