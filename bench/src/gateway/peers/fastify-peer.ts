import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import httpProxy from '@fastify/http-proxy'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { Redis } from 'ioredis'

/**
 * A peer from the usual parts of a gateway: key check in memory, rate limit in Redis, proxy. Arguments: port, upstream URL, file of
 * keys, requests per minute. The environment has the Redis URL, because it contains a password.
 */
const [port, upstream = '', keysFile = '', requestsPerMinute] = process.argv.slice(2)
const redisUrl = process.env['REDIS_URL'] ?? ''

const hashSha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const knownHashes = new Set(readFileSync(keysFile, 'utf8').trim().split('\n').map(hashSha256))
const readKey = (headers: Record<string, string | string[] | undefined>): string => String(headers['x-api-key'] ?? '')

const app = Fastify({ logger: false })
app.addHook('onRequest', async (request, reply) => {
  if (!knownHashes.has(hashSha256(readKey(request.headers)))) await reply.code(401).send({ code: 'invalid_api_key' })
})
await app.register(rateLimit, {
  max: Number(requestsPerMinute),
  timeWindow: 60_000,
  // Settings of the plugin's documentation.
  redis: new Redis(redisUrl, { connectTimeout: 500, maxRetriesPerRequest: 1 }),
  nameSpace: 'fastify-peer:',
  keyGenerator: ({ headers }) => readKey(headers),
})
await app.register(httpProxy, { upstream })
await app.listen({ port: Number(port), host: '127.0.0.1' })
