import type { CredentialSet } from './credentials.ts'
import type { OperatorApi } from './operator-apis.ts'

/** Characters of the name: enough to tell the applications of one operator apart. */
const nameChars = 16

/**
 * Name of the application that an API is asked as, for what the operator counts per application. It is a digest of the client
 * id: the id itself is half of a credential, and stays out of the database.
 */
export function applicationOf({ shared, byApi }: CredentialSet, api: OperatorApi): string {
  const { clientId } = byApi[api] ?? shared
  return new Bun.CryptoHasher('sha256').update(clientId).digest('hex').slice(0, nameChars)
}
