import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { findDebianProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { haproxy } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { until } from '@hexawatt/shared/testing/until'
import { readText, root } from './testing/deploy-files.ts'

const found = await findDebianProgram(join(root, '.hexawatt/cache'), haproxy)
if ('missing' in found) console.warn(`SKIPPED: what HAProxy says of the client's protocol: ${found.missing}`)

/** Loopback counts as private, like a proxy on the same host. Without loopback in the list the caller counts as an outside client. */
const asStranger = (config: string) => config.replace(' 127.0.0.0/8 ', ' ')

describe.skipIf('missing' in found)('the protocol that HAProxy tells a gateway', () => {
  let folder = ''
  const gateway = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ headers }) => Response.json([...headers].filter(([name]) => name === 'x-forwarded-proto')),
  })
  const children: Bun.Subprocess[] = []
  let fromPrivate = ''
  let fromStranger = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hexawatt-haproxy-'))
    const shipped = await readText('deploy/haproxy/haproxy.cfg')
    fromPrivate = await start('private', shipped)
    fromStranger = await start('stranger', asStranger(shipped))
  })
  afterAll(async () => {
    for (const child of children) child.kill()
    await Promise.all(children.map(({ exited }) => exited))
    await gateway.stop(true)
    await rm(folder, { recursive: true, force: true })
  })

  /** The shipped configuration, with this gateway as its backend instead of the resolved name. */
  async function start(name: string, shipped: string): Promise<string> {
    if ('missing' in found) return ''
    const [port = 0] = await freePorts(1)
    const config = shipped
      .replace(/^ {2}server-template .*$/m, `  server gateway 127.0.0.1:${gateway.port}`)
      .replace(/^ {2}default-server .*$/m, '')
    const file = join(folder, `${name}.cfg`)
    await Bun.write(file, config)
    const env = { ...found.env, EDGE_BIND: `127.0.0.1:${port}` }
    children.push(Bun.spawn([found.command, '-db', '-f', file], { env, stdout: 'ignore', stderr: 'inherit' }))
    const url = `http://127.0.0.1:${port}`
    await until('HAProxy answers', () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    return url
  }

  const told = async (url: string, said: [string, string][] = []) =>
    (await fetch(url, { headers: new Headers(said) })).json()

  test('HAProxy forwards the protocol of the connection if no trusted proxy has set another', async () => {
    expect(await told(fromPrivate)).toEqual([['x-forwarded-proto', 'http']])
    expect(await told(fromStranger)).toEqual([['x-forwarded-proto', 'http']])
  })

  test('an outside client cannot set the forwarded protocol', async () => {
    expect(await told(fromStranger, [['X-Forwarded-Proto', 'https']])).toEqual([['x-forwarded-proto', 'http']])
  })

  test('HAProxy forwards the protocol that a TLS proxy on this host or network reports', async () => {
    expect(await told(fromPrivate, [['X-Forwarded-Proto', 'https']])).toEqual([['x-forwarded-proto', 'https']])
  })

  test('HAProxy ignores a list or an unknown word as protocol', async () => {
    for (const said of ['https, http', 'http,https', 'ws', '']) {
      expect(await told(fromPrivate, [['X-Forwarded-Proto', said]])).toEqual([['x-forwarded-proto', 'http']])
    }
  })
})
