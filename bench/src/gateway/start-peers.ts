import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import type { TestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { ChildPrograms, Served } from '../figures/child-programs.ts'
import { writeNginxConf, writeNginxLuaConf } from './peers/nginx-conf.ts'
import type { Tools } from './tools.ts'

export type PeerOptions = {
  programs: ChildPrograms
  tools: Tools
  servers: TestServers
  upstreamPort: number
  /** One key per line. */
  keysFile: string
  /** Headers that the gateway adds to the upstream's. */
  addedHeaders: Readonly<Record<string, string>>
  requestsPerMinute: number
  monthlyQuota: number
}

/** Starts nginx, nginx with Lua (null = not installed) and Fastify before the upstream. */
export async function startPeers(options: PeerOptions) {
  const nginx = await startNginx(options, 1)
  const nginxLua = await startNginxLua(options)
  const fastify = await startFastify(options)
  return { nginx, nginxLua, fastify }
}

/** Starts nginx as a plain proxy, and with a cache. */
export async function startNginx(
  { programs, tools, servers, upstreamPort, addedHeaders }: PeerOptions,
  workers: number,
) {
  const folder = await createFolder(servers, `nginx-${workers}`)
  const [plainPort = 0, cachePort = 0, fewHeadersPort = 0] = await freePorts(3)
  const conf = writeNginxConf({ folder, upstreamPort, addedHeaders, workers, plainPort, cachePort, fewHeadersPort })
  const plain = await serveNginx(programs, tools, { folder, conf, port: plainPort, env: {} })
  return { plain, cache: { ...plain, port: cachePort }, cacheFewHeaders: { ...plain, port: fewHeadersPort } }
}

async function startNginxLua(options: PeerOptions): Promise<{ plain: Served; cache: Served } | null> {
  const { programs, tools, servers, ...conf } = options
  if (tools.nginxLua === null) return null
  const folder = await createFolder(servers, 'nginx-lua')
  const [plainPort = 0, cachePort = 0] = await freePorts(2)
  const redis = new URL(servers.redisUrl)
  const text = writeNginxLuaConf({
    ...conf,
    ...tools.nginxLua,
    folder,
    plainPort,
    cachePort,
    redisPort: Number(redis.port),
  })
  const env = { REDIS_PASSWORD: decodeURIComponent(redis.password) }
  const plain = await serveNginx(programs, tools, { folder, conf: text, port: plainPort, env })
  return { plain, cache: { ...plain, port: cachePort } }
}

async function createFolder({ folder }: TestServers, name: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  return path
}

type NginxProcess = { folder: string; conf: string; port: number; env: Record<string, string> }

async function serveNginx(
  programs: ChildPrograms,
  tools: Tools,
  { folder, conf, port, env }: NginxProcess,
): Promise<Served> {
  const file = join(folder, 'nginx.conf')
  await Bun.write(file, conf)
  return programs.serve([tools.nginx, '-p', folder, '-e', 'stderr', '-c', file], env, port)
}

async function startFastify({ programs, tools, servers, upstreamPort, keysFile, requestsPerMinute }: PeerOptions) {
  const [port = 0] = await freePorts(1)
  const file = await buildFastifyPeer(servers.folder)
  const upstream = `http://127.0.0.1:${upstreamPort}`
  const args = [String(port), upstream, keysFile, String(requestsPerMinute)]
  const env = { NODE_ENV: 'production', REDIS_URL: servers.redisUrl }
  return programs.serve([tools.fastifyRuntime.path, file, ...args], env, port)
}

/**
 * Builds the Fastify peer as one JavaScript file for Node.
 *
 * @returns path of the file
 */
async function buildFastifyPeer(folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'peers/fastify-peer.ts')],
    target: 'node',
    outdir: folder,
    naming: 'fastify-peer.mjs',
  })
  if (!built.success) throw new SetupError(`The Fastify peer could not be built: ${built.logs.join('\n')}`)
  return join(folder, 'fastify-peer.mjs')
}
