import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { createBoundedMap } from '../bounds/bounded-map.ts'
import { internalTokenHeader, Principal, principalHeader } from '../contract/principal.ts'
import { AppError } from '../errors/app-error.ts'

const PrincipalJson = v.pipe(v.string(), v.parseJson(), Principal)

const encoder = new TextEncoder()

/** The internal tokens that a service accepts: two while the token is rotated. */
export function acceptedTokensOf(env: {
  INTERNAL_TOKEN: string
  INTERNAL_TOKEN_PREVIOUS?: string | undefined
}): string[] {
  return [env.INTERNAL_TOKEN, env.INTERNAL_TOKEN_PREVIOUS].filter((token) => token !== undefined)
}

/** Principals whose text has been read already: the gateway sends the same text for every request of a key. */
const maxKnownPrincipals = 10_000

/**
 * Lets only the gateway in: the internal token (two are accepted while it is rotated) and a principal of a known version.
 * Whoever else asks is told nothing but 404, as if the address did not exist. Guards the routes registered after it, which find
 * the principal in their context.
 */
export function internalAuth(acceptedTokens: readonly string[]) {
  const accepted = acceptedTokens.map((token) => encoder.encode(token))
  const principalByText = createBoundedMap<Principal>(maxKnownPrincipals)

  function readPrincipal(text: string): Principal {
    const known = principalByText.get(text)
    if (known !== undefined) return known
    const parsed = v.safeParse(PrincipalJson, text)
    if (!parsed.success) throw notFound()
    principalByText.set(text, parsed.output)
    return parsed.output
  }

  return new Elysia({ name: 'internal-auth', seed: {} }).resolve(
    { as: 'scoped' },
    function admitGateway({ request: { headers } }) {
      const presented = encoder.encode(headers.get(internalTokenHeader) ?? '')
      if (!accepted.some((token) => isSameSecret(token, presented))) throw notFound()
      // After the token: strangers fill no memory.
      return { principal: readPrincipal(headers.get(principalHeader) ?? '') }
    },
  )
}

/** Takes the same time wherever the two differ; that the length shows is harmless, it is no secret. */
function isSameSecret(known: Uint8Array, presented: Uint8Array): boolean {
  return known.length === presented.length && timingSafeEqual(known, presented)
}

function notFound(): AppError {
  return new AppError('not_found', { detail: 'Nothing is served at this path.' })
}
