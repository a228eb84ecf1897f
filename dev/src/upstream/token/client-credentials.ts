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
