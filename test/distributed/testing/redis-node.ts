import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { DrillProcess, Processes } from './processes.ts'

/** Password of the data nodes of all topologies. */
export const redisPassword = 'redis-password-of-the-drills'

/** Longest a command of a drill may take, ms. */
const commandTimeoutMs = 2_000

export type RedisNode = {
  name: string
  port: number
  /** Address with its password. */
  url: string
  /** Sends one command on a connection of its own. @throws the server's error, or that it does not answer */
  command(...words: string[]): Promise<unknown>
  /** A field of INFO; empty when there is none. */
  info(section: string, field: string): Promise<string>
  signal(signal: NodeJS.Signals): void
  /** As the kernel kills it: no handler runs. */
  kill(): Promise<void>
  /** Starts it again on its port, with its data or without. */
  startAgain(options?: { isEmptied: boolean }): Promise<void>
}

export type RedisNodeOptions = {
  processes: Processes
  redis: FoundProgram
  name: string
  /** Lines of its configuration file in addition to address, password and durability. */
  settings?: readonly string[]
  /** Runs `redis-server --sentinel`, which has no data and writes to its configuration. */
  isSentinel?: boolean
  port?: number
}

/** Starts one Redis on loopback with durability as in production: append-only file, no eviction. */
export async function startRedisNode(options: RedisNodeOptions): Promise<RedisNode> {
  const { processes, redis, name, settings = [], isSentinel = false } = options
  const port = options.port ?? (await freePort())
  const folder = await processes.folderOf(name)
  const file = join(folder, 'redis.conf')
  const dataDir = await processes.folderOf(join(name, 'data'))
  const data = ['appendonly yes', 'appendfsync everysec', 'save ""', 'maxmemory-policy noeviction']
  const common = ['bind 127.0.0.1', `port ${port}`, `requirepass ${redisPassword}`, `dir ${JSON.stringify(dataDir)}`]
  await Bun.write(file, `${[...common, ...(isSentinel ? [] : data), ...settings].join('\n')}\n`)
  const url = `redis://:${redisPassword}@127.0.0.1:${port}`

  function command(...[verb = '', ...words]: string[]): Promise<unknown> {
    return withTimeout(
      commandTimeoutMs,
      withRedis(url, (redis) => redis.call(verb, ...words)),
    ).catch((error: Error) => {
      if (error instanceof TimeoutError) throw new Error(`${name} does not answer ${verb}`)
      throw error
    })
  }

  async function start(): Promise<DrillProcess> {
    return processes.start({
      name,
      command: redis.command,
      args: [file, ...(isSentinel ? ['--sentinel'] : [])],
      env: redis.env,
      isReady: async () => String(await command('PING')) === 'PONG',
    })
  }

  let running = await start()
  return {
    name,
    port,
    url,
    command,
    async info(section, field) {
      const text = String(await command('INFO', section))
      return text.match(new RegExp(`^${field}:(.*?)\\r?$`, 'm'))?.[1] ?? ''
    },
    signal: (signal) => running.signal(signal),
    async kill() {
      running.signal('SIGKILL')
      await running.exited
    },
    async startAgain({ isEmptied } = { isEmptied: false }) {
      if (isEmptied) await rm(join(dataDir, 'appendonlydir'), { recursive: true, force: true })
      running = await start()
    },
  }
}
