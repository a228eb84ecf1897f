import { afterEach, expect, test } from 'bun:test'
import { type CredentialSet, createTokenSources } from './credentials.ts'
import { createOperatorClient, type OperatorResource } from './operator-client.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

const resource: OperatorResource = {
  api: 'actual_generation',
  path: '/open_api/x/v1/y',
  maxWindowDays: 2,
  windowFormat: 'paris',
  queries: [{}],
}
const window = {
  start: Temporal.Instant.from('2026-03-27T23:00:00Z'),
  end: Temporal.Instant.from('2026-03-30T22:00:00Z'),
}
const shared = { clientId: 'shared', clientSecret: 's' }

/** An operator that hands every client a token of its own name and answers data by the given function. */
function startOperator(
  answer: (request: Request, url: URL) => Response,
  credentials: CredentialSet = { shared, byApi: {} },
) {
  const queries: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      if (url.pathname.startsWith('/token')) {
        const [clientId] = atob(request.headers.get('authorization')?.slice(6) ?? '').split(':')
        return Response.json({ access_token: `token of ${clientId}`, expires_in: 7200 })
      }
      queries.push(request.url.slice(request.url.indexOf('?')))
      return answer(request, url)
    },
  })
  servers.push(server)
  const client = createOperatorClient({
    baseUrl: server.url,
    tokenSourceFor: createTokenSources(server.url, credentials),
    sleep: async () => undefined,
    random: () => 0,
  })
  return { queries, fetchAll: () => Array.fromAsync(client.fetchWindow(resource, window)) }
}

test('a window is asked for in pieces, with %2B and the offset of each bound', async () => {
  const { queries, fetchAll } = startOperator(() => Response.json({}))
  expect(await fetchAll()).toHaveLength(2)
  expect(queries).toEqual([
    '?start_date=2026-03-28T00%3A00%3A00%2B01%3A00&end_date=2026-03-30T00%3A00%3A00%2B02%3A00',
    '?start_date=2026-03-30T00%3A00%3A00%2B02%3A00&end_date=2026-03-31T00%3A00%3A00%2B02%3A00',
  ])
})

test('an API with credentials of its own is asked with their token', async () => {
  const own = { clientId: 'own', clientSecret: 's' }
  const seen: (string | null)[] = []
  const answer = (request: Request) => {
    seen.push(request.headers.get('authorization'))
    return Response.json({})
  }
  await startOperator(answer, { shared, byApi: { actual_generation: own } }).fetchAll()
  await startOperator(answer, { shared, byApi: { physical_flow: own } }).fetchAll()
  expect([...new Set(seen)]).toEqual(['Bearer token of own', 'Bearer token of shared'])
})

test('a token that stays refused ends the request: 401 is answered by one new token, not by a loop', async () => {
  const { queries, fetchAll } = startOperator(() => new Response('', { status: 401 }))
  await expect(fetchAll()).rejects.toMatchObject({ kind: 'unauthorized' })
  expect(queries).toHaveLength(2)
})

test('403 is not asked again: the application is not subscribed', async () => {
  const { queries, fetchAll } = startOperator(() => new Response('', { status: 403 }))
  await expect(fetchAll()).rejects.toMatchObject({ kind: 'rejected' })
  expect(queries).toHaveLength(1)
})

test('206 is continued with the token of each page, and 206 without a token is an error, not a success', async () => {
  const nextPage = new Map<string | null, string>([
    [null, 'a'],
    ['a', 'b'],
  ])
  const { fetchAll } = startOperator((request) => {
    const next = nextPage.get(request.headers.get('continuation_token')) ?? null
    return Response.json({ page: next }, next === null ? {} : { status: 206, headers: { continuation_token: next } })
  })
  const payloads = await fetchAll()
  expect(payloads.slice(0, 3).map(({ json }) => json)).toEqual([{ page: 'a' }, { page: 'b' }, { page: null }])
  const broken = startOperator(() => Response.json({}, { status: 206 }))
  await expect(broken.fetchAll()).rejects.toMatchObject({ kind: 'unusable' })
})
