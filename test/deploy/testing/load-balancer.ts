import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { until } from '@hexawatt/shared/testing/until'
import { readText } from './deploy-files.ts'

type Options = {
  haproxy: FoundProgram
  /** Ports of the gateways on loopback. */
  gatewayPorts: readonly number[]
  /** Changes what is shipped. */
  change?: (shipped: string) => string
}

/** HAProxy with the shipped configuration, with these gateways as its backend instead of the resolved name. */
export async function startLoadBalancer({ haproxy, gatewayPorts, change = (shipped) => shipped }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'hexawatt-haproxy-'))
  const [port = 0] = await freePorts(1)
  const servers = gatewayPorts.map((gatewayPort) => `  server gateway-${gatewayPort} 127.0.0.1:${gatewayPort}`)
  const config = change(await readText('deploy/haproxy/haproxy.cfg'))
    .replace(/^ {2}server-template .*$/m, servers.join('\n'))
    .replace(/^ {2}default-server .*$/m, '')
  const file = join(folder, 'haproxy.cfg')
  await Bun.write(file, config)
  const env = { ...haproxy.env, EDGE_BIND: `127.0.0.1:${port}` }
  const child = Bun.spawn([haproxy.command, '-db', '-f', file], { env, stdout: 'ignore', stderr: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy answers', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    url,
    async stop(): Promise<void> {
      child.kill()
      await child.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
