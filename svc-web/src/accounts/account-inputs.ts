import type { PlanId } from '@hexawatt/shared/contract/plans'
import { isPrintable } from '@hexawatt/shared/errors/printable-fields'
import { hashApiKey, isApiKeyShaped } from '@hexawatt/shared/keys/api-key'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'

/** Longest name of an account or a key, characters. */
export const maxNameLength = 100

/** The names that {@link isUsableName} accepts, in words for a refusal. */
export const acceptedName = `1 to ${maxNameLength} printable characters, without an API key`

/** Whether a trimmed name may name an account or a key: not empty, one line, not too long; and no key pasted by mistake, because names are listed and logged. */
export function isUsableName(name: string): boolean {
  return name !== '' && name.length <= maxNameLength && isPrintable(name) && hideApiKeys(name) === name
}

/** How an operator refers to an account. */
export type AccountSelector = { accountId: string } | { name: string }

/** How an operator refers to a key: by its id, by the first and last characters that lists show, or by the hash of the whole key. */
export type KeySelector = { keyId: string } | { prefix: string; last4: string } | { sha256: string } | OwnKey

/** How a member refers to a key: a key of another account is treated as non-existent. */
export type OwnKey = { keyId: string; accountId: string }

const keyIdShape = /^key_[0-9a-f]{16}$/

/** The first and last characters of a key, as lists show them; `...` and an empty string are accepted for the ellipsis, which is hard to type. */
const endsShape = /^(hxw_[0-9a-f]{4})(?:…|\.\.\.)?([0-9a-f]{4})$/

/** Whether a text has the shape of a key's id. */
export function isKeyId(text: string): boolean {
  return keyIdShape.test(text)
}

/** Whether a text has the shape of the id of a member's request. */
export function isRequestId(text: string): boolean {
  return /^req_[0-9a-f]{16}$/.test(text)
}

/** The first and last characters of a key, as lists show them. */
export function formatKeyEnds({ prefix, last4 }: { prefix: string; last4: string }): string {
  return `${prefix}…${last4}`
}

/** Parses the operator's reference to a key; null when it is invalid. */
export function parseKeySelector(text: string): KeySelector | null {
  if (isKeyId(text)) return { keyId: text }
  if (isApiKeyShaped(text)) return { sha256: hashApiKey(text) }
  const [, prefix, last4] = text.match(endsShape) ?? []
  return prefix === undefined || last4 === undefined ? null : { prefix, last4 }
}

/** Hours in which both keys are valid after a rotation, by default. */
export const defaultOverlapHours = 24

/** Longest overlap, hours (30 days). */
export const maxOverlapHours = 720

export type NewKey = {
  account: string
  /** Plan of a new account; an existing account must have this plan. null = not given. */
  plan: PlanId | null
  name: string
  expiresAt: Temporal.Instant | null
}

/** A key that a member makes. */
export type MemberKey = { accountId: string; name: string; expiresAt: Temporal.Instant | null }

export type Renaming = { selector: KeySelector; name: string }

export type Rotation = {
  selector: KeySelector
  /** Whole hours, 0 to {@link maxOverlapHours}. */
  overlapHours: number
}

export type ExpiryChange = {
  selector: KeySelector
  /** null = the key does not expire. */
  expiresAt: Temporal.Instant | null
}

export type PlanChange = { account: AccountSelector; plan: PlanId }
