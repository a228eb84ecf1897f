import { join } from 'node:path'
import { canConnect, freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import type { Processes } from './processes.ts'

const configuration = join(import.meta.dir, '../../../deploy/ha/images/haproxy/stores.cfg')

/** The servers behind the proxy; those of a store that a drill does not have are absent. */
export type ProxiedServers = {
  /** Ports of Postgres, and of the HTTP addresses that tell its roles. */
  postgres?: readonly { port: number; restPort: number }[]
  redisPorts?: readonly number[]
  redisPassword?: string
  /** When it can be used; absent = as soon as it accepts connections. */
  isReady?: (ports: ProxyPorts) => Promise<boolean>
}

export type ProxyPorts = { primaryPort: number; replicaPort: number; redisPort: number }

/** HAProxy before the stores, as `deploy/ha` has it: addresses that lead to the primary and to a replica of Postgres, and to the master of Redis. */
export async function startStoresProxy(
  { processes, haproxy }: { processes: Processes; haproxy: FoundProgram },
  { postgres = [], redisPorts = [], redisPassword = 'none', isReady }: ProxiedServers,
): Promise<ProxyPorts> {
  const [primaryPort = 0, replicaPort = 0, redisPort = 0, closedPort = 0] = await freePorts(4)
  const ports = { primaryPort, replicaPort, redisPort }
  await processes.start({
    name: 'haproxy',
    command: haproxy.command,
    args: ['-db', '-f', configuration],
    env: {
      ...haproxy.env,
      REDIS_PASSWORD: redisPassword,
      STORES_BIND_PRIMARY: `127.0.0.1:${primaryPort}`,
      STORES_BIND_REPLICA: `127.0.0.1:${replicaPort}`,
      STORES_BIND_REDIS: `127.0.0.1:${redisPort}`,
      ...Object.fromEntries(
        [0, 1].flatMap((index) => [
          [`STORES_POSTGRES_${index + 1}`, `127.0.0.1:${postgres[index]?.port ?? closedPort}`],
          [`STORES_PATRONI_${index + 1}_PORT`, String(postgres[index]?.restPort ?? closedPort)],
        ]),
      ),
      ...Object.fromEntries(
        [0, 1, 2].map((index) => [`STORES_REDIS_${index + 1}`, `127.0.0.1:${redisPorts[index] ?? closedPort}`]),
      ),
    },
    isReady: () => (isReady === undefined ? canConnect(primaryPort) : isReady(ports)),
  })
  return ports
}
