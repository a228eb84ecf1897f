import { afterEach, describe, expect, test } from 'bun:test'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { createOperatorFeed, type OperatorFeed } from '../sources/definition/operator-feed.ts'
import type { Call, Source } from '../sources/definition/source.ts'
import { generationUnavailabilities } from '../sources/rte/generation-unavailabilities.ts'
import { gridSignals } from '../sources/rte/grid-signals.ts'
import type { CredentialSet } from './credentials.ts'
import { startOperatorClient } from './testing/operator-client-fixture.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

const feed: OperatorFeed = {
  id: 'generation_by_type',
  holds: 'MW',
  api: 'actual_generation',
  path: '/open_api/x/v1/y',
  maxWindowDays: 2,
  windowFormat: 'paris',
  everyMinutes: 15,
  firstFetchDays: 1,
  revisionDays: 1,
  windowEnd: 'now',
  normalise: () => ({ measurements: [], documents: [], unreadableSlots: 0 }),
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
  asked: Source = createOperatorFeed(feed),
  calls: readonly Call[] = asked.backfillCalls?.(window) ?? [],
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
  const client = startOperatorClient(server.url, credentials)
  const fetchAll = async () =>
    (await Array.fromAsync(client.fetch(asked, calls))).map(({ answer: received }) => received)
  return { queries, fetchAll, received: () => client.fetch(asked, calls) }
}

test('a window is requested in pieces, with %2B and the UTC offset of each bound', async () => {
  const { queries, fetchAll } = startOperator(() => Response.json({}))
  expect(await fetchAll()).toHaveLength(2)
  expect(queries).toEqual([
    '?start_date=2026-03-28T00%3A00%3A00%2B01%3A00&end_date=2026-03-30T00%3A00%3A00%2B02%3A00',
    '?start_date=2026-03-30T00%3A00%3A00%2B02%3A00&end_date=2026-03-31T00%3A00%3A00%2B02%3A00',
  ])
})

test('an API with its own credentials is called with their token', async () => {
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

test('401 is answered by one new token only, and a token that stays refused ends the request', async () => {
  const { queries, fetchAll } = startOperator(() => new Response('', { status: 401 }))
  await expect(fetchAll()).rejects.toMatchObject({ kind: 'unauthorized' })
  expect(queries).toHaveLength(2)
})

test('403 is not retried, because the application is not subscribed', async () => {
  const { queries, fetchAll } = startOperator(() => new Response('', { status: 403 }))
  await expect(fetchAll()).rejects.toMatchObject({ kind: 'rejected' })
  expect(queries).toHaveLength(1)
})

describe('too many calls', () => {
  const refuse = (status: number, headers: Record<string, string> = {}) =>
    Response.json({ message: 'quota exceeded' }, { status, headers })

  test.each([429, 509])(
    '%d without Retry-After is one call, and asks to wait for a minute by default',
    async (status) => {
      const { queries, fetchAll } = startOperator(() => refuse(status))
      await expect(fetchAll()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: null })
      expect(queries).toHaveLength(1)
    },
  )

  test.each([
    ['429', () => refuse(429), { kind: 'rate_limited', retryAfterMs: 900_000 }],
    [
      '429 with a shorter Retry-After',
      () => refuse(429, { 'retry-after': '5' }),
      { kind: 'rate_limited', retryAfterMs: 900_000 },
    ],
    [
      '429 with a longer Retry-After',
      () => refuse(429, { 'retry-after': '1800' }),
      { kind: 'rate_limited', retryAfterMs: 1_800_000 },
    ],
    ['503', () => refuse(503), { kind: 'transient' }],
  ])('a resource with an interval between calls is asked once: %s', async (_, answer, error) => {
    const now = Temporal.Instant.from('2026-03-28T12:00:00Z')
    const calls = gridSignals.calls({ now, lastSuccess: null, newestSlotEnd: null })
    const { queries, fetchAll } = startOperator(() => answer(), { shared, byApi: {} }, gridSignals, calls)
    await expect(fetchAll()).rejects.toMatchObject(error)
    expect(queries).toHaveLength(1)
  })
})

test('404 for unavailabilities means that there are none: no payload, no failure, one call', async () => {
  const notFound = () => Response.json({ message: 'Not Found' }, { status: 404 })
  const { queries, fetchAll } = startOperator(notFound, { shared, byApi: {} }, generationUnavailabilities)
  expect(await fetchAll()).toEqual([])
  expect(queries).toHaveLength(1)
  const others = startOperator(notFound)
  await expect(others.fetchAll()).rejects.toMatchObject({ kind: 'rejected', status: 404 })
})

test('206 is continued with the token of each page, and 206 without a token is an error', async () => {
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

describe('functional refusals by the operator', () => {
  const queries = [{ type: 'A' }, { type: 'B' }]
  const absence: OperatorFeed = { ...feed, maxWindowDays: 21, queries, absent: { codes: ['F04'] } }
  const startAbsence = (answer: Parameters<typeof startOperator>[0]) =>
    startOperator(answer, undefined, createOperatorFeed(absence))
  const refuse = (error: string, status = 400) => Response.json({ error, error_description: 'no' }, { status })

  /** An answer that repeats the bounds of its request. */
  const echo = ({ searchParams }: URL) =>
    Response.json({ start: searchParams.get('start_date'), end: searchParams.get('end_date') })

  /** Paris days and type of each answered request. */
  async function answered(operator: ReturnType<typeof startOperator>) {
    const got: string[] = []
    let failure: unknown = null
    try {
      for await (const { answer } of operator.received()) {
        const { start = '', end = '' } = answer.json as { start?: string; end?: string }
        const days = Temporal.Instant.from(start).until(Temporal.Instant.from(end)).total('days')
        got.push(
          `${answer.query['type']} ${Temporal.Instant.from(start).toString().slice(0, 10)} ${Math.round(days)} d`,
        )
      }
    } catch (error) {
      failure = error
    }
    return { got, failure }
  }

  test('of a query without data cost the other queries nothing', async () => {
    const operator = startAbsence((_, url) => {
      return url.searchParams.get('type') === 'A' ? refuse('X_Y_F04') : echo(url)
    })
    expect(await answered(operator)).toEqual({ got: ['B 2026-03-27 3 d'], failure: null })
  })

  test('of a term that is absent at the end of the window cost the days before it nothing', async () => {
    const lastStart = Date.parse('2026-03-29T22:00:00Z')
    const operator = startAbsence((_, url) => {
      const end = Date.parse(url.searchParams.get('end_date') ?? '')
      return end > lastStart ? refuse('X_Y_F04') : echo(url)
    })
    const { got, failure } = await answered(operator)
    expect(got).toEqual(['A 2026-03-27 1 d', 'A 2026-03-28 1 d', 'B 2026-03-27 1 d', 'B 2026-03-28 1 d'])
    expect(failure).toBeNull()
    expect(operator.queries).toHaveLength(10)
  })

  test('that do not mean absence are reported, after the other queries have been read', async () => {
    const operator = startAbsence((_, url) => {
      return url.searchParams.get('type') === 'A' ? refuse('X_Y_F07') : echo(url)
    })
    const { got, failure } = await answered(operator)
    expect(got).toEqual(['B 2026-03-27 3 d'])
    expect(failure).toMatchObject({ kind: 'rejected', code: 'X_Y_F07' })
    expect(operator.queries).toHaveLength(2)
  })

  test('are distinguished from other errors, which end the window even when their body names an absence code', async () => {
    const answers = [
      () => refuse('COMMON_ERROR_T01'),
      () => new Response('no', { status: 400 }),
      () => refuse('X_Y_F04', 503),
    ]
    for (const answer of answers) {
      const operator = startAbsence(answer)
      const { got, failure } = await answered(operator)
      expect([got, failure instanceof UpstreamError]).toEqual([[], true])
      expect(new Set(operator.queries).size).toBe(1)
    }
  })

  test('leave each payload with the query that it answers', async () => {
    const asked = createOperatorFeed({ ...absence, maxWindowDays: 2 })
    const operator = startOperator((_, url) => echo(url), undefined, asked)
    expect((await operator.fetchAll()).map(({ query }) => query)).toEqual([...queries, ...queries])
  })
})
