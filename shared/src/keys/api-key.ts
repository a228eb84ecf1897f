/** Prefix of every key: secret scanners find it, and a double click selects the whole key. */
const apiKeyPrefix = 'hxw_'

const apiKeyShape = /^hxw_[0-9a-f]{32}$/

/** Characters of a key that lists show at its front: enough to tell keys apart, far too few to guess one. */
const shownPrefixLength = apiKeyPrefix.length + 4

/** Random bytes in a key: 128 bits need no slow hash. */
const secretBytes = 16

/** The stored parts of a key: its hash, and the two ends that lists show. */
export type KeyFingerprint = { sha256: string; prefix: string; last4: string }

/** Makes a key. It is shown once and stored nowhere. */
export function createApiKey(): string {
  return `${apiKeyPrefix}${crypto.getRandomValues(new Uint8Array(secretBytes)).toHex()}`
}

/** Whether a text has the shape of a key; any other text is refused without asking the store. */
export function isApiKeyShaped(text: string): boolean {
  return apiKeyShape.test(text)
}

/** SHA-256 of a key as lowercase hex: the only form in which a key is stored, cached or published. */
export function hashApiKey(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('hex')
}

/** Stored form of a new key. */
export function fingerprintKey(key: string): KeyFingerprint {
  return { sha256: hashApiKey(key), prefix: key.slice(0, shownPrefixLength), last4: key.slice(-4) }
}
