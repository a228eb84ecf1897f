import type { RedisConnection } from './connect.ts'

/** Runs a Lua script with these KEYS and ARGV. Rejects with the error of Redis, or of the connection. */
export type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>

/**
 * Makes a Lua script a function of a connection. `defineCommand` of ioredis sends the text once on each socket, names it by its hash afterwards, and
 * sends it again to a server that has lost it.
 */
export function defineScript(redis: RedisConnection, name: string, lua: string): Script {
  redis.defineCommand(name, { lua })
  const run: (...words: unknown[]) => Promise<unknown> = Reflect.get(redis, name)
  // ioredis flattens lists of words.
  return (keys, args) => run.call(redis, keys.length, keys, args)
}
