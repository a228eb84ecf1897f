import { createHmac } from 'node:crypto'
import { isSameSecret } from '@hexawatt/shared/bounds/same-secret'
import { isLoopbackHost, readForwardedProtocol } from '@hexawatt/shared/http/request-facts'
import type { OperatorTokens, TokenSlot } from '../auth/operator-auth.ts'

/** How long an operator stays signed in, s. */
export const sessionSeconds = 4 * 3_600

const cookieName = 'hexawatt-operator'
const cookieShape = /^(current|previous)\.(\d{13})\.([0-9a-f]{32})\.([\w-]{43})$/

/** A person signed in to the operator's page. */
export type OperatorSession = {
  /** Which token signed in. */
  slot: TokenSlot
  /** Value of the hidden field of every form. */
  formToken: string
}

export type OperatorSessionsDeps = {
  tokens: OperatorTokens
  /** ms since the epoch. */
  realTimeMs: () => number
}

/**
 * Makes the sessions of the operator's page. A session is a cookie that names the token that signed in and the end of the session, signed with that token: it
 * works in every process that has the token, ends with it, and does not contain it. Nothing is stored, so signing out only removes the cookie from the
 * browser.
 */
export function createOperatorSessions({ tokens, realTimeMs }: OperatorSessionsDeps) {
  function sign(slot: TokenSlot, text: string): string {
    return createHmac('sha256', tokens[slot] ?? '')
      .update(`operator page ${text}`)
      .digest('base64url')
  }

  function isSigned(slot: TokenSlot, text: string, given: string): boolean {
    return tokens[slot] !== null && isSameSecret(given, sign(slot, text))
  }

  return {
    /** `Set-Cookie` of a new session. */
    begin(request: Request, slot: TokenSlot): string {
      const text = `${slot}.${realTimeMs() + sessionSeconds * 1_000}.${crypto.getRandomValues(new Uint8Array(16)).toHex()}`
      return cookie(request, `${text}.${sign(slot, `session ${text}`)}`, sessionSeconds)
    },
    /** `Set-Cookie` that removes a session from the browser. */
    end: (request: Request): string => cookie(request, '', 0),
    /** The session of a request; null when there is none, or it has expired. */
    find(request: Request): OperatorSession | null {
      const sent = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(nameFor(request)) ?? ''
      const [, named, endsAt = '', nonce = '', signature = ''] = cookieShape.exec(sent) ?? []
      if (named === undefined || Number(endsAt) <= realTimeMs()) return null
      const slot: TokenSlot = named === 'previous' ? 'previous' : 'current'
      if (!isSigned(slot, `session ${slot}.${endsAt}.${nonce}`, signature)) return null
      return { slot, formToken: sign(slot, `form ${nonce}`) }
    },
  }
}

/** Whether an origin is this listener's, under any of its names. */
export function isOwnOrigin(origin: string, { url }: Request): boolean {
  return readHost(origin) !== null && readHost(origin) === readHost(url)
}

/** Whether the token cannot be read in transit: on this machine, or behind a proxy that reports TLS. A client that claims TLS falsely harms only itself. */
export function isPrivate({ url, headers }: Request): boolean {
  return isLocal(url) || readForwardedProtocol(headers) === 'https'
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname)
}

function readHost(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}

/** With `__Host-` no other host of the domain can set the cookie; the prefix requires `Secure`, which is impossible over plain HTTP on this machine. */
function nameFor({ url }: Request): string {
  return isLocal(url) ? cookieName : `__Host-${cookieName}`
}

function cookie(request: Request, value: string, maxAgeSeconds: number): string {
  const secure = isLocal(request.url) ? '' : '; Secure'
  return `${nameFor(request)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}
