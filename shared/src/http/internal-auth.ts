import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { createBoundedMap } from '../bounds/bounded-map.ts'
import { internalTokenHeader, Principal, principalHeader } from '../contract/principal.ts'
import { AppError } from '../errors/app-error.ts'

const PrincipalJson = v.pipe(v.string(), v.parseJson(), Principal)

/** Principals whose text has been read already: a gateway sends the same text for every request of a key. */
const maxKnownPrincipals = 10_000
const principalByText = createBoundedMap<Principal>(maxKnownPrincipals)

/**
 * Lets only the gateway in: the internal token (two are accepted while it is rotated) and a principal of a known version.
 * Whoever else asks is told nothing but 404, as if the address did not exist. Guards the routes registered after it.
 */
export function internalAuth(acceptedTokens: readonly string[]) {
  const accepted = acceptedTokens.map((token) => Buffer.from(token))
  return new Elysia({ name: 'internal-auth', seed: {} }).onBeforeHandle(
    { as: 'scoped' },
    function refuseStrangers({ request }) {
      const presented = Buffer.from(request.headers.get(internalTokenHeader) ?? '')
      if (!accepted.some((token) => isSameSecret(token, presented))) throw notFound()
      // After the token: strangers fill no memory.
      principalOfCaller(request)
    },
  )
}

/**
 * Who asks, on a route below {@link internalAuth}.
 *
 * @throws AppError `not_found` when the gateway says it in a way that this program does not know
 */
export function principalOfCaller(request: Request): Principal {
  const text = request.headers.get(principalHeader) ?? ''
  const known = principalByText.get(text)
  if (known !== undefined) return known
  const parsed = v.safeParse(PrincipalJson, text)
  if (!parsed.success) throw notFound()
  principalByText.set(text, parsed.output)
  return parsed.output
}

/** Takes the same time wherever the two differ; that the length shows is harmless, it is no secret. */
function isSameSecret(known: Buffer, presented: Buffer): boolean {
  return known.length === presented.length && timingSafeEqual(known, presented)
}

function notFound(): AppError {
  return new AppError('not_found', { detail: 'Nothing is served at this path.' })
}
