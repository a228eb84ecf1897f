import { SetupError } from './setup-error.ts'

/** A Redis server program and the environment it needs to run. */
export type RedisBinary = { command: string; env: Record<string, string> }

/** How Redis can be found; each look-up answers null when it has none. */
export type RedisLookups = {
  onPath(program: string): string | null
  unpacked(): Promise<RedisBinary | null>
  unpack(): Promise<RedisBinary | null>
  say(sentence: string): void
}

/** Programs that speak Redis and take its settings, best first. */
const programNames = ['redis-server', 'valkey-server']

/**
 * Redis from the PATH, else the one unpacked earlier, else unpacked now from the distribution's packages.
 *
 * @throws SetupError that names the three ways to get one
 */
export async function findRedis(lookups: RedisLookups): Promise<RedisBinary> {
  for (const program of programNames) {
    const command = lookups.onPath(program)
    if (command !== null) return { command, env: {} }
  }
  const unpacked = await lookups.unpacked()
  if (unpacked !== null) return unpacked
  if (lookups.onPath('apt-get') !== null && lookups.onPath('dpkg') !== null) {
    lookups.say('Fetching Redis from the packages of this system (once, nothing is installed)')
    const fresh = await lookups.unpack()
    if (fresh !== null) return fresh
  }
  throw new SetupError(
    'Redis was not found: set REDIS_URL to an existing server, install redis-server or valkey-server, ' +
      'or run this on Debian or Ubuntu with a reachable package mirror.',
  )
}
