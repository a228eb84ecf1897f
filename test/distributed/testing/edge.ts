import { join } from 'node:path'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import type { Processes } from './processes.ts'

/** A gateway by its ports on loopback. */
type GatewayPlace = { name: string; port: number; internalPort: number }
type EdgeOptions = { processes: Processes; haproxy: FoundProgram; places: readonly GatewayPlace[]; edgePort: number }

/** Starts HAProxy before the gateways, as it is shipped, with gateways at fixed addresses instead of those of a name. */
export async function startEdge({ processes, haproxy, places, edgePort }: EdgeOptions): Promise<void> {
  const shipped = await Bun.file(join(import.meta.dir, '../../../deploy/haproxy/haproxy.cfg')).text()
  const servers = places.map(
    ({ name, port, internalPort }) => `  server ${name} 127.0.0.1:${port} check port ${internalPort}`,
  )
  const config = shipped
    .replace(/^ {2}server-template .*$/m, servers.join('\n'))
    .replace('default-server check port 8081', 'default-server check')
    .replace(' resolvers engine init-addr none', '')
  const file = join(await processes.folderOf('haproxy'), 'haproxy.cfg')
  await Bun.write(file, config)
  await processes.start({
    name: 'haproxy',
    command: haproxy.command,
    args: ['-db', '-f', file],
    env: { ...haproxy.env, EDGE_BIND: `127.0.0.1:${edgePort}` },
    isReady: async () => (await fetch(`http://127.0.0.1:${edgePort}/api/plans`)).ok,
  })
}
