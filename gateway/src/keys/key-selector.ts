import { hashApiKey, isApiKeyShaped } from './api-key.ts'
import type { KeySelector } from './key-store.ts'

const keyIdShape = /^key_[0-9a-f]{16}$/

/** The two ends of a key, as lists show them; `...` and nothing are taken for the ellipsis, which is hard to type. */
const endsShape = /^(hxw_[0-9a-f]{4})(?:…|\.\.\.)?([0-9a-f]{4})$/

/** The two ends of a key, as lists show them. */
export function shownEnds({ prefix, last4 }: { prefix: string; last4: string }): string {
  return `${prefix}…${last4}`
}

/** Reads how the operator names a key; null when it is none of the ways. */
export function parseKeySelector(text: string): KeySelector | null {
  if (keyIdShape.test(text)) return { keyId: text }
  if (isApiKeyShaped(text)) return { sha256: hashApiKey(text) }
  const [, prefix, last4] = text.match(endsShape) ?? []
  return prefix === undefined || last4 === undefined ? null : { prefix, last4 }
}
