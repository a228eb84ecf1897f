import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { hashApiKey, isApiKeyShaped } from '../auth/api-key.ts'
import type { KeyCache } from '../auth/key-cache.ts'
import { KeyStoreBusyError } from '../auth/key-loads.ts'
import type { KeyRecord } from '../auth/key-record.ts'

/** Where a customer shows its key. */
export const apiKeyHeader = 'x-api-key'

/** Keys whose hash is remembered: hashing is the dearest step of a cached check. */
const maxRememberedHashes = 10_000

/** Seconds after which a customer asks again when keys cannot be checked. */
const retryAfterSeconds = 5

/** RFC 9110 wants every 401 to say how to authenticate. */
const challenge = { 'www-authenticate': 'ApiKey realm="hexawatt"' }

export type AuthenticateDeps = {
  cache: Pick<KeyCache, 'find'>
  /** Real time, ms since the epoch: keys expire by it, not by the data's clock. */
  realTimeMs: () => number
  logger: Logger
}

/**
 * Makes the check of the X-Api-Key header. Only keys that exist enter the memo of hashes: made-up ones push nobody out.
 */
export function createAuthenticate({ cache, realTimeMs, logger }: AuthenticateDeps) {
  const hashByKey = createBoundedMap<string>(maxRememberedHashes)

  function refuseUnread(error: unknown): never {
    // A flood of unknown keys must not become a flood of lines.
    if (!(error instanceof KeyStoreBusyError)) logger.warn({ err: error }, 'key not checked: the store did not answer')
    throw new AppError('service_unavailable', {
      detail: 'The API key cannot be checked at the moment.',
      retryAfterSeconds,
      cause: error,
    })
  }

  /**
   * The record behind the presented key; not a promise when it is cached, since every request passes here.
   *
   * @throws AppError `missing_api_key`, `invalid_api_key`, `revoked_api_key`, `expired_api_key`, or `service_unavailable`
   *   when the key is not cached and the store cannot be asked
   */
  return function authenticate(headers: Headers): KeyRecord | Promise<KeyRecord> {
    const key = headers.get(apiKeyHeader) ?? ''
    if (key === '') throw refusal('missing_api_key', 'The X-Api-Key header is missing.')
    const rememberedHash = hashByKey.get(key)
    if (rememberedHash === undefined && !isApiKeyShaped(key)) throw unknownKey()
    const sha256 = rememberedHash ?? hashApiKey(key)
    const found = cache.find(sha256)
    const admitted = (record: KeyRecord | null): KeyRecord => {
      if (record === null) throw unknownKey()
      if (rememberedHash === undefined) hashByKey.set(key, sha256)
      refuseUnusable(record, realTimeMs())
      return record
    }
    return found instanceof Promise ? found.catch(refuseUnread).then(admitted) : admitted(found)
  }
}
export type Authenticate = ReturnType<typeof createAuthenticate>

function refuseUnusable(record: KeyRecord, nowMs: number): void {
  if (record.isRevoked) throw refusal('revoked_api_key', 'This API key was revoked.')
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs) {
    throw refusal('expired_api_key', 'The validity of this API key has run out.')
  }
}

function unknownKey(): AppError {
  return refusal('invalid_api_key', 'The API key is not known.')
}

function refusal(
  code: 'missing_api_key' | 'invalid_api_key' | 'revoked_api_key' | 'expired_api_key',
  detail: string,
): AppError {
  return new AppError(code, { detail, headers: challenge })
}
