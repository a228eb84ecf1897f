import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import pino from 'pino'
import { AppError } from '../errors/app-error.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createEdge } from './edge.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'request-0001' }

/** Asks a server for something good, for something that the client has already, and for something bad; returns the lines that were logged. */
async function linesOf(successLevel: 'info' | 'debug', logLevel: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: logLevel }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = new Elysia()
    .use(createEdge({ logger, metrics: createMetrics('test'), publicBaseUrl: '', successLevel }))
    .get('/good', () => 'good')
    .get('/known', ({ set }) => {
      set.status = 304
    })
    .get('/bad', () => {
      throw new AppError('insufficient_data', { detail: 'bad' })
    })
    .listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  for (const path of ['/good', '/known', '/bad'])
    await fetch(`http://127.0.0.1:${app.server?.port}${path}`, { headers })
  // The line is written after the answer was sent: the last one is waited for.
  for (let tries = 0; tries < 400 && !lines.some((line) => line['path'] === '/bad'); tries += 1) await Bun.sleep(5)
  await app.stop()
  return lines
}

const told = (lines: Record<string, unknown>[]) => lines.map(({ path, status, traceId: id }) => [path, status, id])
const good = ['/good', 200, traceId]
const known = ['/known', 304, traceId]
const bad = ['/bad', 503, traceId]

test('a public program logs every request with the client’s trace; a program behind the gateway logs only failures', async () => {
  expect(told(await linesOf('info', 'info'))).toEqual([good, known, bad])
  expect(told(await linesOf('debug', 'info'))).toEqual([bad])
  expect(told(await linesOf('debug', 'debug'))).toEqual([good, known, bad])
})

test.each(['25006', '08006', '57P03', '40001', 'ECONNREFUSED'])(
  'a Postgres outage that a route did not handle (%s) becomes 503 with Retry-After, never 500',
  async (code) => {
    const app = new Elysia()
      .use(createEdge({ logger: pino({ level: 'silent' }), metrics: null, publicBaseUrl: '' }))
      .get('/rows', () => {
        throw Object.assign(new Error('of Postgres'), { code })
      })
    const response = await app.handle(new Request('http://localhost/rows'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ code: 'service_unavailable' })
  },
)
