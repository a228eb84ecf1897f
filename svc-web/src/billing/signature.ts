import { createHmac } from 'node:crypto'
import { isSameSecret } from '@hexawatt/shared/bounds/same-secret'

/** Largest difference between the time of a signature and svc-web's time, s, in either direction: an intercepted event cannot be replayed later. */
export const signatureToleranceSeconds = 300

/** Signatures of a header that are compared, at most: two while the provider rotates its secret. */
const maxSignatures = 8

export type SignedBody = { header: string | null; body: Uint8Array }

/** Why a signature is refused; null = it is valid. */
export type SignatureRefusal = 'missing' | 'malformed' | 'wrong' | 'too_old' | 'in_future'

export type SignatureCheck = {
  /** One, or two during a rotation. */
  secrets: readonly string[]
  /** Real time, ms since the epoch. */
  nowMs: number
}

/**
 * Checks a body that is signed as Stripe does: header `t=SECONDS,v1=HEX` with any number of `v1`, each the HMAC-SHA256 of `SECONDS.BODY`. The time of the
 * signature is checked last, so that a caller without the secret learns nothing about it.
 */
export function checkSignature(
  { header, body }: SignedBody,
  { secrets, nowMs }: SignatureCheck,
): SignatureRefusal | null {
  if (header === null || header === '') return 'missing'
  const parts = header.split(',').map((part) => part.trim())
  const seconds = parts.map((part) => part.match(/^t=(\d{1,12})$/)?.[1]).find((found) => found !== undefined)
  const signatures = parts
    .map((part) => part.match(/^v1=([0-9a-f]{64})$/)?.[1])
    .filter((found) => found !== undefined)
    .slice(0, maxSignatures)
  if (seconds === undefined || signatures.length === 0) return 'malformed'
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex'),
  )
  if (!signatures.some((sent) => expected.some((one) => isSameSecret(sent, one)))) return 'wrong'
  const ageSeconds = Math.floor(nowMs / 1_000) - Number(seconds)
  if (ageSeconds > signatureToleranceSeconds) return 'too_old'
  return ageSeconds < -signatureToleranceSeconds ? 'in_future' : null
}
