import type { GatewayGround, Served } from './gateway-ground.ts'
import type { RequestMix } from './wrk.ts'

/** One server under one load. */
export type Candidate = { name: string; served: Served; mix: RequestMix; connections: number }

/** What the targets call the candidates. */
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

/** Everything that is measured. Who does not cache is measured under both mixes: it has the same work, and longer addresses. */
export function candidatesOf({ gateway, nginx, fastify }: GatewayGround): ReadonlyMap<CandidateId, Candidate> {
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
