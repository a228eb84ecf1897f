import { afterEach, expect, test } from 'bun:test'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { until } from '@hexawatt/shared/testing/until'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'

const started: GatewayProcess[] = []
afterEach(() => {
  for (const one of started.splice(0)) {
    void one.stop('SIGINT')
    one.kill()
  }
})

/** Keeps a program running that says that it listens, as a gateway does, and then does what the test wants. */
async function keep(program: string) {
  let ends = 0
  const one = await startGatewayProcess({
    index: 0,
    command: [process.execPath, '-e', program],
    env: {},
    logger: createLogger('test', 'silent'),
    stopTimeoutMs: 10_000,
    onEnd() {
      ends += 1
    },
    health: { intervalMs: 50, timeoutMs: 40, maxSilentChecks: 3 },
  })
  started.push(one)
  return { one, ends: () => ends }
}

const listens = (answer: string) => `
  const { port } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: ${answer} })
  process.send({ port, internalPort: port });`

test('a hanging process is killed and restarted', async () => {
  const { one, ends } = await keep(listens('() => new Promise(() => undefined)'))
  await one.whenListening()
  await until('its end', () => ends() === 1)
  await until('its next start', () => one.isListening())
})

test('a process that ends is restarted, and can be stopped while it waits for that', async () => {
  const { one, ends } = await keep(`${listens("() => new Response('ok')")} setTimeout(() => process.exit(3), 20)`)
  await one.whenListening()
  await until('two ends', () => ends() === 2)
  expect(one.isListening()).toBe(false)
  expect(await one.stop('SIGTERM')).toBe(0)
})

test('a process that ends before it listens makes the start fail', async () => {
  const { one } = await keep('process.exit(1)')
  await expect(one.whenListening()).rejects.toThrow('gateway process 0 ended with code 1 before it listened')
})

test('a stopped process is not restarted', async () => {
  const { one, ends } = await keep(listens("() => new Response('ok')"))
  await one.whenListening()
  await one.stop('SIGTERM')
  expect([one.isListening(), ends()]).toEqual([false, 0])
})
