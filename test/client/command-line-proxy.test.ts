import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'

const asked: string[] = []
const server = (name: string) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      asked.push(`${name} ${request.headers.get('x-api-key')}`)
      return Response.json({}, { status: 404 })
    },
  })
const proxy = server('proxy')
const installation = server('installation')
afterAll(() => Promise.all([proxy.stop(true), installation.stop(true)]))

const key = `hxw_${'a'.repeat(32)}`
const program = join(import.meta.dir, '../../clients/typescript/src/cli/main.ts')

async function askAt(url: string): Promise<string[]> {
  asked.length = 0
  const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`
  const env = {
    PATH: Bun.env['PATH'] ?? '',
    HTTP_PROXY,
    NO_PROXY: 'other.invalid',
    HEXAWATT_URL: url,
    HEXAWATT_API_KEY: key,
  }
  await Bun.spawn([process.execPath, program, 'now'], { env, stdout: 'ignore', stderr: 'ignore' }).exited
  return [...new Set(asked)]
}

test('an installation on this machine is never asked through a proxy, which could read the key', async () => {
  expect(await askAt(`http://127.0.0.1:${installation.port}`)).toEqual([`installation ${key}`])
})

test('any other installation is asked through the proxy of the environment', async () => {
  expect(await askAt('http://power.invalid')).toEqual([`proxy ${key}`])
})
