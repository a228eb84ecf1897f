import type { Served } from '../figures/child-programs.ts'
import type { GatewayFixture } from './gateway-fixture.ts'
import type { RequestMix } from './wrk.ts'

/** A server under one kind of load. */
export type Candidate = { name: string; served: Served; mix: RequestMix; connections: number }

/** Names of the candidates in the targets. */
export type CandidateId =
  | 'cached'
  | 'nginxLua'
  | 'nginxCacheEqualHeaders'
  | 'nginxCacheFewHeaders'
  | 'nginxPlain'
  | 'fastify'
  | 'uncached'
  | 'nginxLuaDifferent'
  | 'nginxPlainDifferent'
  | 'fastifyDifferent'
  | 'cachedCrowd'
  | 'uncachedCrowd'
  | 'nginxPlainCrowd'
  | 'cachedAllCores'
  | 'nginxCacheAllCores'
  | 'nginxPlainAllCores'
  | 'uncachedAllCores'
  | 'nginxPlainDifferentAllCores'

export const usualConnections = 32
const crowdConnections = 256

/** All candidates that are installed. Servers without a cache run under both mixes: the work is the same, the URLs are longer. */
export function listCandidates(fixture: GatewayFixture): ReadonlyMap<CandidateId, Candidate> {
  const { gateway, nginx, nginxLua, fastify } = fixture
  const same = { mix: 'same', connections: usualConnections } as const
  const different = { mix: 'different', connections: usualConnections } as const
  const crowd = { connections: crowdConnections } as const
  const lua: [CandidateId, Candidate][] =
    nginxLua === null
      ? []
      : [
          ['nginxLua', { ...same, name: 'nginx + Lua, 1 s cache', served: nginxLua.cache }],
          ['nginxLuaDifferent', { ...different, name: 'nginx + Lua', served: nginxLua.plain }],
        ]
  return new Map<CandidateId, Candidate>([
    ...lua,
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

/** The gateway and nginx as several processes, on one port each; they run in this order. */
export async function startAllCoresCandidates(
  { startGateway, startNginx }: GatewayFixture,
  processes: number,
): Promise<ReadonlyMap<CandidateId, Candidate>> {
  const gateway = await startGateway({ GATEWAY_PROCESSES: String(processes) })
  const nginx = await startNginx(processes)
  const same = { mix: 'same', connections: usualConnections } as const
  const different = { mix: 'different', connections: usualConnections } as const
  const many = `${processes} processes`
  return new Map<CandidateId, Candidate>([
    ['nginxCacheAllCores', { ...same, name: `nginx, cache, equal headers, ${many}`, served: nginx.cache }],
    ['cachedAllCores', { ...same, name: `gateway, cached, ${many}`, served: gateway }],
    ['nginxPlainAllCores', { ...same, name: `nginx, plain proxy, ${many}`, served: nginx.plain }],
    ['uncachedAllCores', { ...different, name: `gateway, uncached, ${many}`, served: gateway }],
    ['nginxPlainDifferentAllCores', { ...different, name: `nginx, plain proxy, ${many}`, served: nginx.plain }],
  ])
}

/** Scope of a run: all candidates, or only the pairs with a promise for one connection count and one mix. */
export type Part = 'cached' | 'uncached'

/**
 * The order of the candidates in a round. The gateway runs beside each candidate that it is compared with, so that other load of the
 * machine affects both; every second round runs backwards, so that neither profits from its place.
 */
export function listRound(part: Part | null): readonly CandidateId[] {
  const cached = ['nginxLua', 'cached', 'nginxPlain', 'nginxCacheEqualHeaders', 'cached'] as const
  const uncached = ['nginxLuaDifferent', 'uncached', 'nginxPlainDifferent', 'fastifyDifferent', 'uncached'] as const
  if (part !== null) return part === 'cached' ? cached : uncached
  const others = ['fastify', 'nginxCacheFewHeaders', 'nginxPlainCrowd', 'cachedCrowd', 'cached'] as const
  return [...cached, ...others, ...uncached, 'uncachedCrowd']
}
