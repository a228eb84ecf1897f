import { hash, timingSafeEqual } from 'node:crypto'

/**
 * Makes the comparison of presented texts with one secret. Hashes are compared instead of the texts, so that the time reveals neither where two texts
 * differ nor how long the secret is. The secret is hashed once: services compare for every request.
 */
export function createSecretCheck(secret: string): (presented: string) => boolean {
  const known = digest(secret)
  return (presented) => timingSafeEqual(known, digest(presented))
}

/** Whether a presented text is the secret, in a time that reveals nothing about the secret. */
export function isSameSecret(presented: string, secret: string): boolean {
  return createSecretCheck(secret)(presented)
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
