import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { withTimeout } from '../time/with-timeout.ts'
import { openRedis } from './connect.ts'
import { parseRedisTarget, type RedisMode } from './settings.ts'

const calls = { maxRetriesPerRequest: 0, enableOfflineQueue: false }

test.each<RedisMode>(['single', 'sentinel', 'cluster'])('an IPv6 address is connected to (%s)', async (mode) => {
  const called = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    called.resolve('connected')
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const redis = openRedis({ ...parseRedisTarget(`redis://[::1]:${port}`), mode, masterName: 'hexawatt' }, calls)
  redis.on('error', () => undefined)
  try {
    expect(await withTimeout(2_000, called.promise)).toBe('connected')
  } finally {
    redis.disconnect()
    server.close()
  }
})
