import { stampTimeoutMs, ZoneMismatchError } from '../postgres/data-stamp-store.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { zoneStampKey } from './keys.ts'

type StampedRedis = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, condition: 'NX'): Promise<unknown>
}

/**
 * Stamps an empty Redis with the zone of its installation, or checks the stamp: keys, queues and notices do not name a zone, so that two
 * installations on one Redis would give each other's values and take each other's jobs. A Redis that does not answer is not refused.
 *
 * @throws ZoneMismatchError
 */
export async function claimRedis(redis: StampedRedis, zone: string): Promise<void> {
  await withTimeout(stampTimeoutMs, redis.set(zoneStampKey, zone, 'NX')).catch(() => null)
  await refuseRedisOfOtherZone(redis, zone)
}

/**
 * Refuses a Redis of another zone, for programs that only read from it.
 *
 * @throws ZoneMismatchError
 */
export async function refuseRedisOfOtherZone(redis: Pick<StampedRedis, 'get'>, zone: string): Promise<void> {
  const stamped = await withTimeout(stampTimeoutMs, redis.get(zoneStampKey)).catch(() => null)
  if (stamped !== null && stamped !== zone) throw new ZoneMismatchError('This Redis', stamped, zone)
}
