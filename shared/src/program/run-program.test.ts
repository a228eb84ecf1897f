import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createLineReader } from '../testing/line-output.ts'
import { until } from '../testing/until.ts'

/** A program as the services are; its long route ends when its standard input does. */
const program = `
  import { Elysia } from 'elysia'
  import { createDrain } from './drain.ts'
  import { createEdge } from '../http/edge.ts'
  import { createHealth } from './health.ts'
  import { runService } from './run-program.ts'
  import { createLogger } from '../telemetry/logger.ts'
  import { createMetrics } from '../telemetry/metrics.ts'
  const [DRAIN_MS, STOP_TIMEOUT_MS] = process.argv.slice(-2).map(Number)
  const logger = createLogger('test')
  const drain = createDrain()
  const released = Promise.withResolvers()
  const app = new Elysia()
    .use(createEdge({ logger, metrics: null, publicBaseUrl: '', drain }))
    .use(createHealth(createMetrics('test'), {}, drain))
    .get('/work', () => new Response('done'))
    .get('/long', async () => { logger.info('long work begins'); await released.promise; return 'long done' })
  void Bun.stdin.text().then(() => released.resolve())
  const close = async () => logger.info('dependencies closed')
  runService({ INTERNAL_PORT: 0, INTERNAL_HOST: '127.0.0.1', EXIT_WITH_STDIN: false, DRAIN_MS, STOP_TIMEOUT_MS }, { app, deps: { logger, drain, close } })`

const children: Bun.Subprocess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function startProgram(drainMs: number, stopTimeoutMs: number) {
  const child = Bun.spawn([process.execPath, '-e', program, String(drainMs), String(stopTimeoutMs)], {
    cwd: import.meta.dir,
    stdin: 'pipe',
    stdout: 'pipe',
  })
  children.push(child)
  const output = createLineReader(child.stdout)
  const { port } = JSON.parse(await output.lineWith('"listening"'))
  return { child, output, port: Number(port), url: `http://127.0.0.1:${port}` }
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

test('after SIGTERM a program is alive but not ready, and answers during its drain span, closing each connection', async () => {
  const { child, output, port, url } = await startProgram(600_000, 1_000)
  expect(
    await Promise.all(['/readyz', '/readyz/accepting', '/healthz', '/work'].map((path) => statusOf(url + path))),
  ).toEqual([200, 200, 200, 200])
  child.kill('SIGTERM')
  await output.lineWith('"stopping"')
  const readiness = await fetch(`${url}/readyz`)
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    { ready: false, failing: ['accepting'], zone: 'FR' },
  ])
  expect(await Promise.all(['/readyz/accepting', '/healthz'].map((path) => statusOf(url + path)))).toEqual([503, 200])
  expect(await rawExchange(port, '/work')).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\r\nConnection: close\r\n[\s\S]*done$/i)
})

/** Everything that a connection brings until the program closes it. */
function rawExchange(port: number, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`))
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  socket.on('close', () => resolve(text))
  socket.on('error', reject)
  return promise
}

test('after its drain span a program refuses new connections, finishes running requests, and ends with code 0', async () => {
  const { child, output, url } = await startProgram(0, 600_000)
  const long = fetch(`${url}/long`)
  await output.lineWith('long work begins')
  child.kill('SIGTERM')
  await output.lineWith('"stopping"')
  await until('the port is closed', () =>
    fetch(`${url}/work`).then(
      () => false,
      () => true,
    ),
  )
  child.stdin.end()
  expect(await (await long).text()).toBe('long done')
  expect(await child.exited).toBe(0)
})

test('SIGINT skips the drain span', async () => {
  const { child } = await startProgram(600_000, 1_000)
  child.kill('SIGINT')
  expect(await child.exited).toBe(0)
})

test('a request that does not finish in time is cut off, dependencies are closed, and the exit code is 1', async () => {
  const { child, output, url } = await startProgram(0, 50)
  const long = fetch(`${url}/long`)
  await output.lineWith('long work begins')
  child.kill('SIGTERM')
  await expect(long).rejects.toThrow()
  expect(await child.exited).toBe(1)
  const log = await output.all()
  for (const words of ['was aborted', 'dependencies closed', '"stopped"']) expect(log).toContain(words)
})
