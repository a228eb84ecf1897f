import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { internalTokenHeader, Principal, principalHeader } from '../contract/principal.ts'
import { AppError } from '../errors/app-error.ts'

const PrincipalJson = v.pipe(v.string(), v.parseJson(), Principal)

/**
 * Lets only the gateway in: the internal token (two are accepted while it is rotated) and a principal of a known version.
 * Whoever else asks is told nothing but 404, as if the address did not exist. Guards the routes registered after it.
 */
export function internalAuth(acceptedTokens: readonly string[]) {
  const accepted = acceptedTokens.map(digest)
  return new Elysia({ name: 'internal-auth', seed: {} }).onBeforeHandle(
    { as: 'scoped' },
    function refuseStrangers({ request }) {
      const presented = digest(request.headers.get(internalTokenHeader) ?? '')
      const isKnown = accepted.some((token) => timingSafeEqual(token, presented))
      if (!isKnown || !v.is(PrincipalJson, request.headers.get(principalHeader))) {
        throw new AppError('not_found', { detail: 'Nothing is served at this path.' })
      }
    },
  )
}

/** Equal lengths for the constant-time comparison. */
function digest(text: string): Buffer {
  return Buffer.from(new Bun.CryptoHasher('sha256').update(text).digest())
}
