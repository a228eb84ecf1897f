import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { isSameSecret } from '@hexawatt/shared/bounds/same-secret'

/** Credentials of an application that is registered at the operator. */
export type ClientCredentials = { clientId: string; clientSecret: string }

/** Whether a Basic `Authorization` header (RFC 7617) carries these credentials. */
export function matchesBasicAuth(authorization: string | null, credentials: ClientCredentials): boolean {
  const presented = authorization?.match(/^Basic (\S+)$/i)?.[1] ?? ''
  const expected = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')
  return isSameSecret(presented, expected)
}

/** Most stored tokens; the oldest is dropped first. */
const maxTokens = 1_000

/**
 * Opaque random access tokens. They expire in real time: an offset of the data's clock does not affect credentials.
 *
 * @param lifetimeSeconds `expires_in` of every token
 */
export function createTokenStore(lifetimeSeconds: number) {
  const expiryByToken = createBoundedMap<number>(maxTokens)
  return {
    lifetimeSeconds,
    /** Creates and stores a token. */
    issue(): string {
      const token = crypto.getRandomValues(new Uint8Array(40)).toBase64({ alphabet: 'base64url' })
      expiryByToken.set(token, Date.now() + lifetimeSeconds * 1_000)
      return token
    },
    /** Whether an `Authorization` header carries a stored, unexpired token. */
    accepts(authorization: string | null): boolean {
      const token = authorization?.match(/^Bearer (\S+)$/i)?.[1]
      const expiry = token === undefined ? undefined : expiryByToken.get(token)
      return expiry !== undefined && Date.now() < expiry
    },
  }
}
export type TokenStore = ReturnType<typeof createTokenStore>
