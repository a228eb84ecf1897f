import type { RedisConnection } from '../redis/connect.ts'
import { keyChangedChannel } from '../redis/keys.ts'

/** Publishes hashes of changed keys to running gateways; false when Redis did not take them: gateways then notice within a second. */
export type PublishKeyChange = (sha256s: readonly string[]) => Promise<boolean>

/** Publishes over a connection that is ready. Never throws: the change is committed already. */
export function createPublishKeyChange(redis: Pick<RedisConnection, 'publish'>): PublishKeyChange {
  return async function publishKeyChange(sha256s) {
    try {
      await Promise.all(sha256s.map((sha256) => redis.publish(keyChangedChannel, sha256)))
      return true
    } catch {
      return false
    }
  }
}
