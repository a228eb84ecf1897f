import type { GatewayFixture, Served } from './gateway-fixture.ts'
import type { RequestMix } from './wrk.ts'

/** A server under one kind of load. */
export type Candidate = { name: string; served: Served; mix: RequestMix; connections: number }

/** Names of the candidates in the targets. */
export type CandidateId =
  | 'cached'
  | 'nginxCacheEqualHeaders'
  | 'nginxCacheFewHeaders'
  | 'nginxPlain'
  | 'fastify'
  | 'uncached'
  | 'nginxPlainDifferent'
  | 'fastifyDifferent'
  | 'cachedCrowd'
  | 'uncachedCrowd'
  | 'nginxPlainCrowd'

const usualConnections = 32
const crowdConnections = 256

/** All candidates. Servers without a cache run under both mixes: the work is the same, the URLs are longer. */
export function candidatesOf({ gateway, nginx, fastify }: GatewayFixture): ReadonlyMap<CandidateId, Candidate> {
  const same = { mix: 'same', connections: usualConnections } as const
  const different = { mix: 'different', connections: usualConnections } as const
  const crowd = { connections: crowdConnections } as const
  return new Map<CandidateId, Candidate>([
    ['cached', { ...same, name: 'gateway, cached', served: gateway }],
    ['nginxCacheEqualHeaders', { ...same, name: 'nginx, 1 s cache, equal headers', served: nginx.cache }],
    ['nginxCacheFewHeaders', { ...same, name: 'nginx, 1 s cache, few headers', served: nginx.cacheFewHeaders }],
    ['nginxPlain', { ...same, name: 'nginx, plain proxy', served: nginx.plain }],
    ['fastify', { ...same, name: 'Fastify', served: fastify }],
    ['uncached', { ...different, name: 'gateway, uncached', served: gateway }],
    ['nginxPlainDifferent', { ...different, name: 'nginx, plain proxy', served: nginx.plain }],
    ['fastifyDifferent', { ...different, name: 'Fastify', served: fastify }],
    ['cachedCrowd', { ...same, ...crowd, name: 'gateway, cached', served: gateway }],
    ['uncachedCrowd', { ...different, ...crowd, name: 'gateway, uncached', served: gateway }],
    ['nginxPlainCrowd', { ...same, ...crowd, name: 'nginx, plain proxy', served: nginx.plain }],
  ])
}
