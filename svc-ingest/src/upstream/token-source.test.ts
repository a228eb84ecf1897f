import { afterEach, describe, expect, test } from 'bun:test'
import { createTokenSource } from './token-source.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

/** Time of the token sources' clock, ms. */
let nowMs = 0

/** A token endpoint that answers these bodies in turn (the last one for ever) and counts. */
function endpoint(...bodies: unknown[]) {
  const requests: { authorization: string | null; body: string }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      requests.push({ authorization: request.headers.get('authorization'), body: await request.text() })
      return Response.json(bodies[Math.min(requests.length, bodies.length) - 1])
    },
  })
  servers.push(server)
  const tokenUrl = new URL('/token/oauth/', server.url)
  const credentials = { clientId: 'me', clientSecret: 'secret' }
  return { requests, source: createTokenSource({ tokenUrl, credentials, monotonicMs: () => nowMs }) }
}

describe('tokens', () => {
  test('are requested once for all waiting callers, with the client’s credentials', async () => {
    const { requests, source } = endpoint({ access_token: 't1', expires_in: 7200 })
    expect(await Promise.all([source.token(), source.token(), source.token()])).toEqual(['t1', 't1', 't1'])
    expect(requests).toEqual([{ authorization: `Basic ${btoa('me:secret')}`, body: 'grant_type=client_credentials' }])
  })

  test('live as long as expires_in says, less a margin', async () => {
    const { requests, source } = endpoint(
      { access_token: 't1', expires_in: 1 },
      { access_token: 't2', expires_in: 7200 },
    )
    expect(await source.token()).toBe('t1')
    nowMs += 899
    expect(await source.token()).toBe('t1')
    nowMs += 1
    expect(await source.token()).toBe('t2')
    expect(requests).toHaveLength(2)
  })

  test('are forgotten when refused, unless a newer one has come', async () => {
    const { source } = endpoint({ access_token: 't1', expires_in: 7200 }, { access_token: 't2', expires_in: 7200 })
    source.discard(await source.token())
    expect(await source.token()).toBe('t2')
    source.discard('t1')
    expect(await source.token()).toBe('t2')
  })

  test('that are missing from an answer with 200 are a retryable failure, and the next caller asks again', async () => {
    const { source } = endpoint({ token_type: 'Bearer' }, { access_token: 't2', expires_in: 7200 })
    await expect(source.token()).rejects.toMatchObject({ kind: 'transient' })
    expect(await source.token()).toBe('t2')
  })
})
