import { createHmac } from 'node:crypto'

/** Hexadecimal characters of a keyed hash: 128 bits. */
const hashLength = 32

/** Settings that the secret of address hashes comes from. */
type AddressSecretSettings = { ADDRESS_HASH_SECRET?: string | undefined; INTERNAL_TOKEN: string }

/** The secret of address hashes; by default derived from the internal token, so that all programs have the same. */
export function deriveAddressSecret({ ADDRESS_HASH_SECRET, INTERNAL_TOKEN }: AddressSecretSettings): string {
  return ADDRESS_HASH_SECRET ?? createHmac('sha256', INTERNAL_TOKEN).update('client addresses').digest('hex')
}

/** Makes hashes that cannot be reversed without the secret: the only form in which client and e-mail addresses are counted. */
export function createKeyedHash(secret: string): (text: string) => string {
  return (text) => createHmac('sha256', secret).update(text).digest('hex').slice(0, hashLength)
}
