import { createHash, createHmac, hkdfSync } from 'node:crypto'
import * as v from 'valibot'
import { hourMs } from '../time/instant.ts'

/** How long after a rotation the secret before is signed with too, ms: receivers change over meanwhile. */
const secretOverlapMs = 24 * hourMs

/** Bytes of a secret; Standard Webhooks asks for 24 to 64. */
const secretBytes = 32

/** Secret that the secrets of all subscriptions are derived from. */
const EnvSigningKey = v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))

/** The settings of both programs: svc-web shows secrets, svc-ingest signs with them. Without a key there are no webhooks. */
export const alertSigningEnv = {
  /**
   * Key from which the secrets of webhooks are derived, at least 32 characters; without it there are no webhooks
   * (docs/guide/alerts.md#for-operators).
   */
  ALERT_SIGNING_KEY: v.optional(EnvSigningKey),
  /** The key before this one: older subscriptions keep their secrets until their members rotate them. */
  ALERT_SIGNING_KEY_PREVIOUS: v.optional(EnvSigningKey),
}
export type AlertSigningEnv = {
  ALERT_SIGNING_KEY?: string | undefined
  ALERT_SIGNING_KEY_PREVIOUS?: string | undefined
}

/** Input of the derivation of a secret, in addition to the signing key. */
export type SecretFacts = {
  subscriptionId: string
  keyId: string
  generation: number
  rotatedAt: Temporal.Instant | null
}

/** Name of a signing key: the beginning of its hash. */
const computeKeyId = (key: string): string =>
  createHash('sha256').update(`alert signing key ${key}`).digest('hex').slice(0, 8)

/**
 * Derives the secrets of webhooks instead of storing them: HKDF-SHA-256 of the signing key, over the subscription's id and the number of the secret.
 * A reader of the database cannot sign anything, because the database has no secret.
 */
export function createWebhookSecrets({ ALERT_SIGNING_KEY, ALERT_SIGNING_KEY_PREVIOUS }: AlertSigningEnv) {
  const keys = [ALERT_SIGNING_KEY, ALERT_SIGNING_KEY_PREVIOUS].filter((key) => key !== undefined)
  const keyById = new Map(keys.map((key) => [computeKeyId(key), key]))

  function derive(subscriptionId: string, keyId: string, generation: number): Buffer | null {
    const key = keyById.get(keyId)
    if (key === undefined) return null
    return Buffer.from(hkdfSync('sha256', key, subscriptionId, `alert secret ${generation}`, secretBytes))
  }

  return {
    /** Id of the key that new secrets are derived from; null = webhooks are off. */
    keyId: ALERT_SIGNING_KEY === undefined ? null : computeKeyId(ALERT_SIGNING_KEY),
    /** The secret in the form that members see once, `whsec_` and Base64; null when its signing key is no longer configured. */
    shown(subscriptionId: string, keyId: string, generation: number): string | null {
      const secret = derive(subscriptionId, keyId, generation)
      return secret && `whsec_${secret.toString('base64')}`
    },
    /**
     * The headers of Standard Webhooks over a body; within a day of a rotation with two signatures.
     *
     * @param nowMs real time: receivers refuse messages that are more than a few minutes old
     * @returns null when the signing key of the secret is not set any more
     */
    sign(facts: SecretFacts, messageId: string, body: string, nowMs: number): Record<string, string> | null {
      const { subscriptionId, keyId, generation, rotatedAt } = facts
      const isOverlapping = rotatedAt !== null && nowMs - rotatedAt.epochMilliseconds < secretOverlapMs
      // A rotation after a change of the signing key ends the secret before at once.
      const generations = isOverlapping && generation > 1 ? [generation, generation - 1] : [generation]
      const seconds = Math.floor(nowMs / 1_000)
      const signatures = generations.flatMap((number) => {
        const secret = derive(subscriptionId, keyId, number)
        return secret === null
          ? []
          : [`v1,${createHmac('sha256', secret).update(`${messageId}.${seconds}.${body}`).digest('base64')}`]
      })
      if (signatures.length === 0) return null
      return {
        'webhook-id': messageId,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatures.join(' '),
      }
    },
  }
}
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
