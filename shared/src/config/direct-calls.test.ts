import { afterAll, expect, test } from 'bun:test'
import { callDirectly, callThisMachineDirectly } from './direct-calls.ts'

const server = (hostname: string, text: string) => Bun.serve({ port: 0, hostname, fetch: () => new Response(text) })
const proxy = server('127.0.0.1', 'proxy')
const onIpv4 = server('127.0.0.1', 'direct')
const onIpv6 = server('::1', 'direct')
afterAll(() => Promise.all([proxy, onIpv4, onIpv6].map((one) => one.stop(true))))

const script = `
  import { callDirectly, callThisMachineDirectly } from ${JSON.stringify(`${import.meta.dir}/direct-calls.ts`)}
  ;({ callDirectly, callThisMachineDirectly })[process.argv[1]]?.(process.env)
  for (const url of process.argv.slice(2)) console.log(await fetch(url).then((answer) => answer.text(), () => 'failed'))`

/** Which of proxy and server answers calls of these addresses in a program of this environment, after this function. */
async function answersAfter(name: string, env: Record<string, string>, urls: readonly string[]): Promise<string[]> {
  const child = Bun.spawn([process.execPath, '-e', script, name, ...urls], { env, stdout: 'pipe' })
  return (await child.stdout.text()).trim().split('\n')
}

const [ipv4, ipv6] = [`http://127.0.0.1:${onIpv4.port}/`, `http://[::1]:${onIpv6.port}/`]
const byName = `http://localhost:${onIpv4.port}/`
const outside = 'http://publisher.invalid/'
const proxied = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` }

test('behind a proxy this machine is called directly and every other host through the proxy', async () => {
  const urls = [ipv4, ipv6, byName, outside]
  expect(await answersAfter('nothing', proxied, urls)).toEqual(['proxy', 'proxy', 'proxy', 'proxy'])
  const direct = ['direct', 'direct', 'direct', 'proxy']
  expect(await answersAfter(callThisMachineDirectly.name, proxied, urls)).toEqual(direct)
})

test('proxy exceptions of the user are kept, in both spellings', async () => {
  const env = { ...proxied, no_proxy: 'publisher.invalid', NO_PROXY: 'other.invalid' }
  const urls = [ipv4, outside, 'http://other.invalid/', 'http://third.invalid/']
  expect(await answersAfter(callThisMachineDirectly.name, env, urls)).toEqual(['direct', 'failed', 'failed', 'proxy'])
})

test('a program that calls only other programs of the product uses no proxy', async () => {
  expect(await answersAfter(callDirectly.name, proxied, [ipv4, outside])).toEqual(['direct', 'failed'])
})
