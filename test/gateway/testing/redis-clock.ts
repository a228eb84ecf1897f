import type { System } from '../../testing/system-fixture.ts'

/** What was waited for, and the seconds of Redis' clock between which it happened, since the epoch. */
export type Timed<Value> = { value: Value; beforeSeconds: number; afterSeconds: number }

/** Does something between two looks at the clock that limits are counted by. */
export async function timedByRedis<Value>(
  { redis }: Pick<System, 'redis'>,
  work: () => Promise<Value>,
): Promise<Timed<Value>> {
  const [before] = await redis.time()
  const value = await work()
  const [after] = await redis.time()
  return { value, beforeSeconds: Number(before), afterSeconds: Number(after) }
}

/** First second of the month after the one that a second lies in, UTC. */
export function nextMonthSeconds(epochSeconds: number): number {
  const date = new Date(epochSeconds * 1_000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1_000
}
