import { expect, test } from 'bun:test'

const script = new URL('main.ts', import.meta.url).pathname
const environment = {
  PORT: '0',
  UPSTREAM_CLIENT_ID: 'id',
  UPSTREAM_CLIENT_SECRET: 'not-for-the-log',
  EXIT_WITH_STDIN: '1',
}

test('the program listens, does not log its secret, and exits when its launcher is gone', async () => {
  const child = Bun.spawn([process.execPath, script], { env: environment, stdin: 'pipe', stdout: 'pipe' })
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const line = (await reader.read()).value ?? ''
  const { port } = JSON.parse(line) as { port: number }
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok')
  await child.stdin.end()
  expect(await child.exited).toBe(0)
  expect(line).not.toContain(environment.UPSTREAM_CLIENT_SECRET)
})
