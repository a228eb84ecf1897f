import type { OperatorApi } from './operator-apis.ts'
import { type Credentials, createTokenSource, type TokenSource } from './token-source.ts'

const tokenPath = '/token/oauth/'

/** One pair for most APIs, and pairs of their own for some (by the name of the API). */
export type CredentialSet = { shared: Credentials; byApi: Readonly<Partial<Record<OperatorApi, Credentials>>> }

/** Token sources by API: APIs that share a client id share its token. */
export function createTokenSources(baseUrl: URL, credentials: CredentialSet): (api: OperatorApi) => TokenSource {
  const tokenUrl = new URL(tokenPath, baseUrl)
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
