import { expect, test } from 'bun:test'
import { findRedis, type RedisLookups } from './redis-binary.ts'
import { SetupError } from './setup-error.ts'

const nothing: RedisLookups = {
  onPath: () => null,
  unpacked: async () => null,
  unpack: async () => null,
  say: () => undefined,
}
const unpacked = { command: '/cache/redis-server', env: { LD_LIBRARY_PATH: '/cache' } }

test('Redis on the PATH is used before anything is downloaded', async () => {
  const onPath = (program: string) => (program === 'redis-server' ? '/usr/bin/redis-server' : null)
  expect((await findRedis({ ...nothing, onPath })).command).toBe('/usr/bin/redis-server')
})

test('Valkey on the PATH is used too', async () => {
  const onPath = (program: string) => (program === 'valkey-server' ? '/usr/bin/valkey-server' : null)
  expect((await findRedis({ ...nothing, onPath })).command).toBe('/usr/bin/valkey-server')
})

test('a Redis that was unpacked earlier is used without package tools', async () => {
  expect(await findRedis({ ...nothing, unpacked: async () => unpacked })).toEqual(unpacked)
})

test('with package tools Redis is downloaded, and the user is told in one sentence', async () => {
  const told: string[] = []
  const onPath = (program: string) => (['apt-get', 'dpkg'].includes(program) ? `/usr/bin/${program}` : null)
  const say = (sentence: string) => void told.push(sentence)
  expect(await findRedis({ ...nothing, onPath, say, unpack: async () => unpacked })).toEqual(unpacked)
  expect(told).toHaveLength(1)
})

test('without any way to get Redis the error names all three', async () => {
  const error = await findRedis(nothing).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SetupError)
  for (const way of ['REDIS_URL', 'redis-server', 'Debian']) expect(String(error)).toContain(way)
})
