import type { FoundProgram } from './packages/debian-packages.ts'
import { SetupError } from './setup-error.ts'

/** The ways to find Redis; each returns null without success. */
export type RedisLookups = {
  onPath(program: string): string | null
  unpacked(): Promise<FoundProgram | null>
  unpack(): Promise<FoundProgram | null>
  say(sentence: string): void
}

/** Compatible server programs, by preference. */
const programNames = ['redis-server', 'valkey-server']

/**
 * Finds Redis on the PATH, else unpacked earlier, else unpacks it from the distribution's packages.
 *
 * @throws SetupError that names the three ways to provide one
 */
export async function findRedis(lookups: RedisLookups): Promise<FoundProgram> {
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
