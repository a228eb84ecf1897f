import { timingSafeEqual } from 'node:crypto'

/** What an application registered at the operator signs in with. */
export type ClientCredentials = { clientId: string; clientSecret: string }

/** Whether an `Authorization` header carries exactly these credentials (RFC 7617), compared in constant time. */
export function matchesBasicAuth(authorization: string | null, credentials: ClientCredentials): boolean {
  const presented = authorization?.match(/^Basic (\S+)$/i)?.[1] ?? ''
  const expected = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')
  return timingSafeEqual(digest(presented), digest(expected))
}

/** Equal lengths for the constant-time comparison. */
function digest(text: string): Buffer {
  return Buffer.from(new Bun.CryptoHasher('sha256').update(text).digest())
}

/** Tokens remembered at once; the oldest leaves first. */
const maxTokens = 1_000

/** Milliseconds in one second. */
const secondMs = 1_000

/**
 * Access tokens that were handed out, opaque and random. They expire in real time: an offset of the data's clock does not
 * concern credentials.
 *
 * @param lifetimeSeconds `expires_in` of every token
 */
export function createTokenStore(lifetimeSeconds: number) {
  const expiryByToken = new Map<string, number>()
  return {
    lifetimeSeconds,
    /** Makes and remembers a token. */
    issue(): string {
      const token = crypto.getRandomValues(new Uint8Array(40)).toBase64({ alphabet: 'base64url' })
      expiryByToken.set(token, Date.now() + lifetimeSeconds * secondMs)
      const [oldest] = expiryByToken.keys()
      if (expiryByToken.size > maxTokens && oldest !== undefined) expiryByToken.delete(oldest)
      return token
    },
    /** Whether an `Authorization` header carries a token of ours that still lives. */
    accepts(authorization: string | null): boolean {
      const token = authorization?.match(/^Bearer (\S+)$/i)?.[1]
      const expiry = token === undefined ? undefined : expiryByToken.get(token)
      return expiry !== undefined && Date.now() < expiry
    },
  }
}
export type TokenStore = ReturnType<typeof createTokenStore>
