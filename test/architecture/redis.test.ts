import { describe, expect, test } from 'bun:test'
import { isTest, readSources } from './source-files.ts'

const files = (await readSources()).filter(({ path }) => path !== 'test/architecture/redis.test.ts')

/** The only file that opens connections. */
const opener = 'shared/src/redis/connect.ts'
/** Files that name types of the driver, too. */
const typed = ['shared/src/redis/client.ts', 'shared/src/redis/subscription.ts']
/** A program of another kind that the benchmark compares the gateway with: it uses the driver as its authors document. */
const peer = 'bench/src/gateway/peers/fastify-peer.ts'

/** Drivers of Redis other than ioredis: packages, and the one inside Bun. */
const otherPackages = /^(redis|iovalkey|@redis\/.+|@upstash\/redis|@valkey\/.+|redis-parser|node-redis)$/
const driverOfBun = /\bRedisClient\b|\bBun\.redis\b|import\s*\{[^}]*\bredis\b[^}]*\}\s*from\s*'bun'/

describe('Redis is reached in one way', () => {
  test('ioredis is imported where connections are opened, and for its types next to it, nowhere else', () => {
    const users = files.filter(({ imports }) => imports.includes('ioredis')).map(({ path }) => path)
    expect(users).toEqual([peer, ...typed, opener].sort())
    const ofValues = files.filter(
      ({ path, text }) => typed.includes(path) && !/import type .* from 'ioredis'/.test(text),
    )
    expect(ofValues.map(({ path }) => path)).toEqual([])
  })

  test('there is no other driver, neither a package nor the one of Bun, in programs, tests and drills', () => {
    const wrong = files.filter(
      ({ text, imports }) => driverOfBun.test(text) || imports.some((target) => otherPackages.test(target)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('programs run Lua by scripts that are defined on a connection, never by EVAL or EVALSHA of their own', () => {
    const wrong = files.filter(({ path, text }) => !isTest(path) && /\.(eval|evalsha|evalsha_ro|eval_ro)\(/.test(text))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})
