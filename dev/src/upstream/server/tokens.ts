import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { isSameSecret } from '@hexawatt/shared/bounds/same-secret'
import type { Clock } from '@hexawatt/shared/time/clock'
import { Elysia } from 'elysia'
import { hasFault } from '../faults/fault.ts'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import type { CallLimits } from './call-limits.ts'
import { answerOrRefuse, createOperatorRefusal, refuseByFault } from './refusals.ts'
import { sendBytes, toJsonBytes } from './send.ts'

/** Credentials of an application that is registered at the operator. */
export type ClientCredentials = { clientId: string; clientSecret: string }

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

/** Whether a Basic `Authorization` header (RFC 7617) carries these credentials. */
function isBasicAuth(authorization: string | null, { clientId, clientSecret }: ClientCredentials): boolean {
  const presented = authorization?.match(/^Basic (\S+)$/i)?.[1] ?? ''
  return isSameSecret(presented, Buffer.from(`${clientId}:${clientSecret}`).toString('base64'))
}

type TokenRouteDeps = {
  clock: Clock
  tokens: TokenStore
  credentials: ClientCredentials
  faults: FaultSwitch
  limits: CallLimits
}

/** OAuth2 client credentials. The body (`grant_type=…` or empty) is ignored: the operator accepts both. */
export function createTokenRoute({ clock, tokens, credentials, faults: faultSwitch, limits }: TokenRouteDeps) {
  async function answerToken(request: Request): Promise<Response> {
    const faults = faultSwitch.take('token')
    await refuseByFault(faults, { publisher: 'rte', now: clock.now(), limits })
    if (!isBasicAuth(request.headers.get('authorization'), credentials)) {
      throw createOperatorRefusal(401, 'invalid_client', 'The client credentials are not recognised.', {
        'www-authenticate': 'Basic realm="token"',
      })
    }
    const grant = { token_type: 'Bearer', expires_in: tokens.lifetimeSeconds }
    const isWithheld = hasFault(faults, 'token_without_access_token')
    const body = isWithheld ? grant : { access_token: tokens.issue(), ...grant }
    return sendBytes(toJsonBytes(body), faults, { headers: { 'content-type': 'application/json;charset=UTF-8' } })
  }
  const route = ({ request }: { request: Request }) => answerOrRefuse(() => answerToken(request))
  return new Elysia().post('/token/oauth', route, { parse: 'none' }).post('/token/oauth/', route, { parse: 'none' })
}
