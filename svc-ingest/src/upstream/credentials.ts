import * as v from 'valibot'
import { operatorSources } from '../sources/registry.ts'
import { toUrl } from './source-client.ts'
import { type Credentials, createTokenSource, type TokenSource } from './token-source.ts'

/** APIs of the operator that the sources belong to. An application subscribes to each of them separately. */
export const operatorApis: readonly string[] = [...new Set(operatorSources.flatMap(({ api }) => api ?? []))].sort()

type CredentialPart = 'ID' | 'SECRET'
type CredentialName = `RTE_CLIENT_${CredentialPart}_${string}`

const OptionalSecret = v.optional(v.pipe(v.string(), v.minLength(1)))

/** Setting that holds one part of the credentials of a single API: `RTE_CLIENT_ID_ECOWATT`. */
export function buildCredentialName(part: CredentialPart, api: string): CredentialName {
  return `RTE_CLIENT_${part}_${api.toUpperCase()}`
}

/** The settings of all pairs, each optional: an API without its own pair uses the shared one. */
export const credentialEntries = Object.fromEntries(
  operatorApis.flatMap((api) => [
    [buildCredentialName('ID', api), OptionalSecret],
    [buildCredentialName('SECRET', api), OptionalSecret],
  ]),
  // Every name of the type is made from the list above.
) as Record<CredentialName, typeof OptionalSecret>

/** The credentials of these settings; empty where there are none, and the operator's API is never called then. */
export function readCredentials(settings: Readonly<Record<string, unknown>>): CredentialSet {
  const readPair = (idName: string, secretName: string): Credentials[] => {
    const [clientId, clientSecret] = [settings[idName], settings[secretName]]
    if (typeof clientId !== 'string' || typeof clientSecret !== 'string') return []
    return clientId === '' || clientSecret === '' ? [] : [{ clientId, clientSecret }]
  }
  const [shared = { clientId: '', clientSecret: '' }] = readPair('RTE_CLIENT_ID', 'RTE_CLIENT_SECRET')
  const own = operatorApis.flatMap((api) =>
    readPair(buildCredentialName('ID', api), buildCredentialName('SECRET', api)).map((pair) => [api, pair] as const),
  )
  return { shared, byApi: Object.fromEntries(own) }
}

const tokenPath = '/token/oauth/'

/** The shared pair, and the pairs of APIs that have their own. */
export type CredentialSet = { shared: Credentials; byApi: Readonly<Partial<Record<string, Credentials>>> }

/** Token source of each API: APIs with the same client id share a token. */
export function createTokenSources(baseUrl: URL, credentials: CredentialSet): (api: string) => TokenSource {
  const tokenUrl = toUrl(baseUrl, { path: tokenPath, query: {} })
  const byClientId = new Map<string, TokenSource>()
  return function tokenSourceFor(api) {
    const pair = credentials.byApi[api] ?? credentials.shared
    const known = byClientId.get(pair.clientId)
    if (known !== undefined) return known
    const source = createTokenSource({ tokenUrl, credentials: pair })
    byClientId.set(pair.clientId, source)
    return source
  }
}

/** Enough characters to tell the applications of one operator apart. */
const nameChars = 16

/**
 * Name of the application that calls an API; the operator limits calls per application. It is a digest of the client id: the id
 * itself is half of a credential and stays out of the database.
 */
export function nameApplication({ shared, byApi }: CredentialSet, api: string): string {
  const { clientId } = byApi[api] ?? shared
  return new Bun.CryptoHasher('sha256').update(clientId).digest('hex').slice(0, nameChars)
}
