import { expect, test } from 'bun:test'

const script = new URL('main.ts', import.meta.url).pathname

test('a configuration without credentials is refused with their names', async () => {
  const child = Bun.spawn([process.execPath, script], { env: { PORT: '0' }, stderr: 'pipe', stdout: 'ignore' })
  expect(await child.exited).toBe(1)
  const text = await new Response(child.stderr).text()
  expect(text).toContain('UPSTREAM_CLIENT_ID')
  expect(text).toContain('UPSTREAM_CLIENT_SECRET')
})
