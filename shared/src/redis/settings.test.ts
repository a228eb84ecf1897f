import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import {
  findCommandRedisTarget,
  hasOneServerPerMode,
  limitRedisEnv,
  queueRedisEnv,
  redisEnv,
  toRedisTarget,
} from './settings.ts'

const schema = v.object({ ...redisEnv, ...limitRedisEnv, ...queueRedisEnv })
const read = (settings: Record<string, string>) => v.parse(schema, { REDIS_URL: 'redis://one:6379', ...settings })
const hostsOf = (settings: Record<string, string>, role: Parameters<typeof toRedisTarget>[1]) =>
  toRedisTarget(read(settings), role).nodes.map(({ host }) => host)

describe('Redis addresses', () => {
  test('use the default for each role that has no address of its own', () => {
    const own = {
      LIMIT_REDIS_URL: 'redis://limits',
      STRANGER_REDIS_URL: 'redis://anonymous',
      QUEUE_REDIS_URL: 'redis://queues',
    }
    for (const role of ['snapshots', 'limits', 'anonymous', 'queues'] as const)
      expect(hostsOf({}, role)).toEqual(['one:6379'])
    expect(hostsOf(own, 'snapshots')).toEqual(['one:6379'])
    for (const role of ['limits', 'anonymous', 'queues'] as const) expect(hostsOf(own, role)).toEqual([role])
  })

  test('are lists for Sentinel and cluster, and one address for a single server', () => {
    const REDIS_URL = 'redis://:secret@a:26379/2,redis://b:26379'
    expect(hostsOf({ REDIS_MODE: 'sentinel', REDIS_URL }, 'limits')).toEqual(['a:26379', 'b:26379'])
    expect(hasOneServerPerMode(read({ REDIS_MODE: 'cluster', REDIS_URL }))).toBe(true)
    expect(hasOneServerPerMode(read({ REDIS_URL }))).toBe(false)
    expect(hasOneServerPerMode(read({ LIMIT_REDIS_URL: REDIS_URL }))).toBe(false)
  })

  test.each(['one:6379', 'http://one', 'redis://a,b', ''])('are refused when malformed: %p', (REDIS_URL) => {
    expect(v.safeParse(schema, { REDIS_URL }).success).toBe(false)
  })

  test('that a command cannot use are refused with the name of the setting, never its value', () => {
    expect(findCommandRedisTarget({}, 'limits')).toBeNull()
    const wrong = () => findCommandRedisTarget({ REDIS_URL: 'redis://:secret@a,redis://b' }, 'limits')
    expect(wrong).toThrow('REDIS_MODE=sentinel or cluster')
    expect(() => findCommandRedisTarget({ REDIS_URL: 'http://:secret@a' }, 'limits')).toThrow(
      /^REDIS_URL cannot be used: expected redis:\/\/ URLs[^@]*$/,
    )
  })
})
