import type { createRedis } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'

/** Tells running gateways which keys changed; false when they could not be told. They find out by themselves within a second. */
export type TellGateways = (sha256s: readonly string[]) => Promise<boolean>

/** Makes the notice over a connection that is ready. It never throws: the change is made already. */
export function createTellGateways(redis: Pick<ReturnType<typeof createRedis>, 'publish'>): TellGateways {
  return async function tellGateways(sha256s) {
    try {
      await Promise.all(sha256s.map((sha256) => redis.publish(keyChangedChannel, sha256)))
      return true
    } catch {
      return false
    }
  }
}
