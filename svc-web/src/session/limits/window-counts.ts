import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { defineScript, type Script } from '@hexawatt/shared/redis/script'
import * as v from 'valibot'

/**
 * Counts one in each window unless one of them is full. A window begins with its first count. KEYS: windows; ARGV: limit and length in s of each. Returns the
 * longest wait for a full window, s, and the number of the first full one; 0, 0 when counted.
 */
const countScript = `
local wait, full = 0, 0
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') >= tonumber(ARGV[2 * i - 1]) then
    wait = math.max(wait, redis.call('ttl', key), 1)
    if full == 0 then full = i end
  end
end
if wait > 0 then return {wait, full} end
for i, key in ipairs(KEYS) do
  if redis.call('incr', key) == 1 then redis.call('expire', key, ARGV[2 * i]) end
end
return {0, 0}`

/** Takes one count back from each window that has any. KEYS: windows. */
const giveBackScript = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') > 0 then redis.call('decr', key) end
end`

/** A period of `seconds` from its first count on, in which at most `limit` are counted. */
export type Window = { key: string; limit: number; seconds: number }

/** Longest wait for a full window, s, and the number of the first full one, from 1 on; 0 and 0 = counted in each window. */
export type WindowCount = { waitSeconds: number; full: number }

/** Makes counts in windows, exact over all processes together. Both functions reject when Redis does not answer. */
export function createWindowCounts(redis: RedisConnection) {
  const runCount = defineScript(redis, 'countInWindows', countScript)
  const runGiveBack = defineScript(redis, 'giveBackToWindows', giveBackScript)

  function run(script: Script, windows: readonly Window[]): Promise<unknown> {
    const keys = windows.map(({ key }) => key)
    return script(
      keys,
      windows.flatMap(({ limit, seconds }) => [limit, seconds]),
    )
  }

  return {
    async count(windows: readonly Window[]): Promise<WindowCount> {
      const [waitSeconds, full] = v.parse(v.tuple([v.number(), v.number()]), await run(runCount, windows))
      return { waitSeconds, full }
    },
    async giveBack(windows: readonly Window[]): Promise<void> {
      await run(runGiveBack, windows)
    },
  }
}
export type WindowCounts = ReturnType<typeof createWindowCounts>
