import { join } from 'node:path'
import { canConnect } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import type { Processes } from '../processes.ts'

/** An address that leads to the servers that are up, each connection to the one that has the fewest. */
export type ProxyListener = {
  name: string
  port: number
  /** Path that a server's own HTTP port answers with 200 while the server takes part; null: while it accepts connections. */
  checkedPath: string | null
  servers: readonly { name: string; port: number; checkPort?: number }[]
  /** What becomes of connections to a server that leaves: cut, as by a machine that is gone (the default), or kept until their requests are answered. */
  leaving?: 'cut' | 'kept'
}

/** Starts HAProxy on loopback. */
export async function startTcpProxy(
  { processes, haproxy }: { processes: Processes; haproxy: FoundProgram },
  name: string,
  listeners: readonly ProxyListener[],
): Promise<void> {
  const configuration = [
    'global',
    '  maxconn 2000',
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 1s',
    ...listeners.flatMap(linesOf),
  ]
  const file = join(await processes.folderOf(name), 'haproxy.cfg')
  await Bun.write(file, `${configuration.join('\n')}\n`)
  const isReady = async () => (await Promise.all(listeners.map(({ port }) => canConnect(port)))).every(Boolean)
  await processes.start({ ...haproxy, name, args: ['-db', '-f', file], isReady })
}

function linesOf({ name, port, checkedPath, servers, leaving = 'cut' }: ProxyListener): string[] {
  const check = checkedPath === null ? [] : [`  option httpchk GET ${checkedPath}`, '  http-check expect status 200']
  return [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    '  balance leastconn',
    ...check,
    `  default-server inter 500ms fall 2 rise 1${leaving === 'cut' ? ' on-marked-down shutdown-sessions' : ''}`,
    ...servers.map((server) => {
      return `  server ${server.name} 127.0.0.1:${server.port} check port ${server.checkPort ?? server.port}`
    }),
  ]
}
