import { expect, test } from 'bun:test'
import { join } from 'node:path'

const secret = 'hxw_0123456789abcdef0123456789abcdef'

/** Runs statements in a process of its own, since lines go to standard output, and gives what it printed. */
async function linesOf(statements: string): Promise<Record<string, unknown>[]> {
  const program = `
    import { createLogger } from '${join(import.meta.dir, '../telemetry/logger.ts')}'
    import { createMetrics } from '${join(import.meta.dir, '../telemetry/metrics.ts')}'
    import { createEdge } from '${join(import.meta.dir, 'edge.ts')}'
    const secret = '${secret}'
    const logger = createLogger('test', 'debug')
    ${statements}`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', cwd: import.meta.dir })
  const output = await child.stdout.text()
  expect(await child.exited).toBe(0)
  expect(output).not.toContain(secret)
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test.each(['authorization', 'apiKey', 'password', 'token', 'secret', 'clientSecret'])(
  'a log field named %s is redacted at the top, nested, and in the bindings of a child logger',
  async (name) => {
    const lines = await linesOf(`
      logger.info({ ${name}: secret }, 'flat')
      logger.info({ request: { ${name}: secret } }, 'nested')
      logger.child({ ${name}: secret }).info('every line')`)
    expect(lines.map(({ msg }) => msg)).toEqual(['flat', 'nested', 'every line'])
    expect(lines[0]?.[name]).toBe('[redacted]')
  },
)

test('the arguments of a refused Redis command are redacted, of one server and of a cluster', async () => {
  const lines = await linesOf(`
    const refusal = Object.assign(new Error('refused'), { command: { name: 'auth', args: [secret] } })
    logger.warn({ err: refusal }, 'one server')
    logger.warn({ err: Object.assign(new Error('no node answers'), { lastNodeError: refusal }) }, 'cluster')`)
  expect(lines[0]?.['err']).toMatchObject({ message: 'refused', command: { name: 'auth', args: '[redacted]' } })
  expect(lines.map(({ msg }) => msg)).toEqual(['one server', 'cluster'])
})

test('a value that does not match its schema is not logged, only where it does not and what is expected', async () => {
  const lines = await linesOf(`
    import * as v from 'valibot'
    const Body = v.strictObject({ costs: v.array(v.object({ eur: v.number() })) })
    for (const body of [{ costs: [{ eur: secret }] }, { costs: [], note: secret }]) {
      try {
        v.parse(Body, body)
      } catch (err) {
        logger.error({ err }, 'failed')
      }
    }`)
  expect(lines.map(({ err }) => err)).toMatchObject([
    { type: 'ValiError', issues: [{ path: 'costs.0.eur', expected: 'number' }] },
    { type: 'ValiError', issues: [{ path: 'note', expected: 'never' }] },
  ])
})

/** Spellings of one key in a path, each of which a server would decode to it. */
const spellings = [
  secret.replace('_', '%5F'),
  secret.replace('_', '%5f'),
  secret.toUpperCase().replace('_', '%5F'),
  secret.replace('_', '%255F'),
  secret.replace('_', '%25255f'),
  secret.replace('_', '%25%35%46'),
  secret.replace('h', '%68'),
  secret.replace('xw', '%78%77').replace('0', '%30'),
  [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  [...secret].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join(''),
]

test('a key in a path is hidden in the log line and in the problem, however it is encoded', async () => {
  const lines = await linesOf(`
    const app = createEdge({ logger, metrics: createMetrics('test'), publicBaseUrl: 'http://localhost' })
    for (const spelling of ${JSON.stringify(spellings)}) {
      const answer = await app.handle(new Request('http://localhost/v1/' + spelling + '/%C3%A9'))
      logger.info({ instance: (await answer.json()).instance }, 'answered')
    }
    await Bun.sleep(20)`)
  const shown = lines.flatMap(({ instance, path }) => instance ?? path)
  expect(shown).toEqual(
    spellings.flatMap(() => Array(2).fill(expect.stringMatching(/^\/v1\/hxw_\[hidden\]\/%C3%A9$/i))),
  )
})

test('a path without a key is logged unchanged, encoded or not', async () => {
  const path = '/v1/%C3%A9%20%5Fhxw/a%25b'
  const lines = await linesOf(`
    const app = createEdge({ logger, metrics: createMetrics('test'), publicBaseUrl: 'http://localhost' })
    await app.handle(new Request('http://localhost${path}')).then((response) => response.text())
    await Bun.sleep(20)`)
  expect(lines).toMatchObject([{ status: 404, path }])
})

test('a request log line names request and trace, and has no field in which a key could hide', async () => {
  const lines = await linesOf(`
    const app = createEdge({ logger, metrics: createMetrics('test'), publicBaseUrl: 'http://localhost' }).get('/v1/found', () => 'ok')
    const headers = {
      authorization: secret, 'x-api-key': secret, cookie: secret, 'user-agent': secret,
      'x-request-id': 'request-0001', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    }
    for (const path of ['/v1/found', '/v1/' + secret + '?key=' + secret]) {
      await app.handle(new Request('http://localhost' + path, { headers })).then((response) => response.text())
    }`)
  expect(lines).toMatchObject([
    { status: 200, path: '/v1/found', requestId: 'request-0001', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    { status: 404, path: '/v1/hxw_[hidden]', requestId: 'request-0001', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
  ])
})
