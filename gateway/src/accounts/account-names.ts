import { hashApiKey, isApiKeyShaped } from '../auth/api-key.ts'

/** How an operator names a key: by its id, by the two ends that lists show, or by the hash of the whole key. */
export type KeySelector = { keyId: string } | { prefix: string; last4: string } | { sha256: string }

const keyIdShape = /^key_[0-9a-f]{16}$/

/** The two ends of a key, as lists show them; `...` and nothing are taken for the ellipsis, which is hard to type. */
const endsShape = /^(hxw_[0-9a-f]{4})(?:…|\.\.\.)?([0-9a-f]{4})$/

/** Whether a text has the shape of a key's id. */
export function isKeyId(text: string): boolean {
  return keyIdShape.test(text)
}

/** The two ends of a key, as lists show them. */
export function shownEnds({ prefix, last4 }: { prefix: string; last4: string }): string {
  return `${prefix}…${last4}`
}

/** Reads how the operator names a key; null when it is none of the ways. */
export function parseKeySelector(text: string): KeySelector | null {
  if (isKeyId(text)) return { keyId: text }
  if (isApiKeyShaped(text)) return { sha256: hashApiKey(text) }
  const [, prefix, last4] = text.match(endsShape) ?? []
  return prefix === undefined || last4 === undefined ? null : { prefix, last4 }
}
