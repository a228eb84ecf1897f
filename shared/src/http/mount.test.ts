import { afterAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import pino from 'pino'
import * as v from 'valibot'
import { operation } from '../contract/entry/operation.ts'
import type { Operation } from '../contract/operations.ts'
import { defaultPlanTable } from '../contract/plans.ts'
import { ProblemDetails } from '../contract/problem.ts'
import { windowParameters } from '../contract/query/window-parameters.ts'
import { AppError } from '../errors/app-error.ts'
import { createDrain } from '../program/drain.ts'
import { createHealth } from '../program/health.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { requestOnOneConnection } from '../testing/request-on-one-connection.ts'
import type { Answer } from './answer.ts'
import { createEdge } from './edge.ts'
import { type Call, type Handler, type Handlers, mountOperations } from './mount.ts'
import { createPrincipal, internalTokenHeader, principalHeader } from './principal.ts'

const token = 'internal-token-of-the-mount-tests-0123456'
const principal = createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan: 'pro' }, defaultPlanTable)
const gatewayHeaders = {
  [internalTokenHeader]: token,
  [principalHeader]: JSON.stringify(principal),
  'x-request-id': 'request-0001',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
}

const Sample = v.strictObject({ value: v.number() })
const listed = {
  owner: 'svc-score',
  needsKey: true,
  response: Sample,
  chapter: 'Score',
  summary: '',
  notes: '',
} as const
const getTranslated = operation({
  ...listed,
  id: 'getTranslated',
  path: '/v1/translated',
  query: v.strictObject(windowParameters),
  isTranslated: true,
  streamedAs: { 'text/csv': '' },
})
const operations = [
  operation({ ...listed, id: 'getSample', path: '/v1/sample' }),
  operation({ ...listed, id: 'getBroken', path: '/v1/broken' }),
  operation({ ...listed, id: 'getRefused', path: '/v1/refused' }),
  operation({ ...listed, id: 'getExport', path: '/v1/export', exportedAs: 'text/calendar' }),
  getTranslated,
  operation({ ...listed, id: 'getElsewhere', path: '/v1/elsewhere', owner: 'svc-carbon' }),
  operation({
    ...listed,
    id: 'getPresent',
    path: '/v1/present',
    query: v.strictObject(windowParameters),
    past: { parameter: 'from', owner: 'svc-history' },
  }),
] as const

const version = { validators: { etag: 'W/"one"' }, maxAgeSeconds: 60 }
const metrics = createMetrics('svc-sample')
const drain = createDrain()
const lines: Record<string, unknown>[] = []
const calls: Call[] = []

const answerSample: Handler = async (call) => {
  calls.push(call)
  await Promise.resolve()
  return { ...version, body: { value: 1 } }
}

const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const app = new Elysia()
  .use(createEdge({ logger, metrics, publicBaseUrl: '', successLevel: 'debug', drain }))
  .use(createHealth(metrics, {}, drain))
  .use(
    mountOperations(
      { owner: 'svc-score', acceptedTokens: [token], operations },
      {
        getSample: answerSample,
        getTranslated: answerSample,
        getExport: answerSample,
        getPresent: answerSample,
        getBroken: () => ({ ...version, body: { value: 'a text that breaks the contract' } }),
        getRefused: () => {
          throw new AppError('insufficient_data', { detail: 'too little is known', retryAfterSeconds: 300 })
        },
      },
    ),
  )
  .listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
const url = `http://127.0.0.1:${app.server?.port}`
afterAll(() => app.stop(true))

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers: { ...gatewayHeaders, ...headers } })
const problemOf = async (response: Response) => v.parse(ProblemDetails, await response.json())

describe('a handler', () => {
  test('gets the query, the principal, and the language and content type that the gateway chose', async () => {
    await ask('/v1/translated?from=07%3A00', { 'accept-language': 'en', accept: 'text/csv' })
    expect(calls.pop()).toMatchObject({
      operation: getTranslated,
      query: { from: { timeOfDay: Temporal.PlainTime.from('07:00'), reading: 'last' } },
      queryText: 'from=07%3A00',
      principal,
      language: 'en',
      contentType: 'text/csv',
    })
  })

  test('gets a language and a content type only if its operation offers several', async () => {
    await ask('/v1/sample', { 'accept-language': 'en', accept: 'text/csv' })
    expect(calls.pop()).toMatchObject({ query: {}, queryText: '', language: 'fr', contentType: 'application/json' })
    await ask('/v1/export', { accept: 'text/csv' })
    expect(calls.pop()).toMatchObject({ contentType: 'text/calendar' })
  })

  test('is not called for a request about a stored instant that another program answers', async () => {
    expect((await ask('/v1/present')).status).toBe(200)
    const called = calls.length
    expect((await ask('/v1/present?from=2026-02-03')).status).toBe(500)
    expect(calls).toHaveLength(called)
  })

  test('is not called for a request that does not come from the gateway, which is answered like an unknown path', async () => {
    const called = calls.length
    const strangers = [{ [internalTokenHeader]: 'another' }, { [principalHeader]: '{}' }]
    const unknown = await problemOf(await ask('/v1/unknown'))
    for (const headers of strangers) {
      const response = await ask('/v1/sample', headers)
      expect(await problemOf(response)).toEqual({ ...unknown, instance: '/v1/sample' })
    }
    expect(calls).toHaveLength(called)
  })
})

describe('a response', () => {
  test('with an object as its body is JSON', async () => {
    const response = await ask('/v1/sample')
    expect([response.status, await response.text()]).toEqual([200, '{"value":1}'])
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  test('that breaks the contract becomes an internal error without details', async () => {
    const response = await ask('/v1/broken')
    expect(response.status).toBe(500)
    expect(await problemOf(response)).toMatchObject({ code: 'internal_error', detail: 'An unexpected error occurred.' })
  })

  test('to HEAD has the headers of GET and no body', async () => {
    const [get, head] = [await ask('/v1/sample'), await ask('/v1/sample', {}, 'HEAD')]
    const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
    expect([head.status, await head.text(), headersOf(head)]).toEqual([200, '', headersOf(get)])
  })

  test('is 304 if the client already has it', async () => {
    expect((await ask('/v1/sample', { 'if-none-match': 'W/"one"' })).status).toBe(304)
  })

  test('of an asynchronous handler does not delay the next request on the connection', async () => {
    const paths = ['/v1/sample', '/v1/translated', '/v1/sample', '/v1/sample']
    expect(await requestOnOneConnection(url, paths, gatewayHeaders)).toEqual([200, 200, 200, 200])
  })
})

test('an operation of another service is not served', async () => {
  expect((await ask('/v1/elsewhere')).status).toBe(404)
})

test('every request is logged and measured once with its request id and trace: responses, refusals, unknown paths, probes', async () => {
  const countedByStatus = async () =>
    Object.fromEntries(
      [...(await metrics.text()).matchAll(/^http_request_duration_seconds_count\{.*status="(\d+)".*\} (\d+)$/gm)].map(
        ([, status, count]) => [Number(status), Number(count)],
      ),
    )
  const before = await countedByStatus()
  lines.length = 0
  const asked = [
    ['/v1/sample', 200],
    ['/v1/refused', 503],
    ['/v1/unknown', 404],
    ['/v1/broken', 500],
    ['/healthz', 200],
  ] as const
  for (const [path] of asked) expect((await ask(path)).headers.get('x-request-id')).toBe('request-0001')
  const requests = lines.filter(({ msg }) => msg === 'request')
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  expect(requests.map((line) => [line['path'], line['status'], line['requestId'], line['traceId']])).toEqual(
    asked.map(([path, status]) => [path, status, 'request-0001', traceId]),
  )
  const after = await countedByStatus()
  const added = Object.entries(after).map(([status, count]) => [Number(status), count - (before[Number(status)] ?? 0)])
  expect(Object.fromEntries(added)).toMatchObject({ 200: 2, 404: 1, 500: 1, 503: 1 })
})

test('a refusal is a problem body with its headers', async () => {
  const response = await ask('/v1/refused')
  expect([response.headers.get('content-type'), response.headers.get('retry-after')]).toEqual([
    'application/problem+json',
    '300',
  ])
  expect(await problemOf(response)).toMatchObject({ code: 'insufficient_data', instance: '/v1/refused' })
})

test('a handler that is missing or belongs to another service does not compile', () => {
  type Compiles<Given> = Given extends Handlers<(typeof operations)[number], 'svc-score'> ? true : false
  type All = Record<'getSample' | 'getBroken' | 'getRefused' | 'getExport' | 'getPresent' | 'getTranslated', Handler>
  const complete: Compiles<All> = true
  const missing: Compiles<Omit<All, 'getRefused'>> = false
  const foreign: Compiles<All & { getElsewhere: Handler }> = false
  // A program for stored instants has handlers for the operations of other owners that it answers about the past.
  type OfPast = Given<{ getPresent: Handler }, 'svc-history'>
  type Given<Handling, Owner extends 'svc-history'> =
    Handling extends Handlers<(typeof operations)[number], Owner> ? true : false
  const ofPast: OfPast = true
  expect([complete, missing, foreign, ofPast]).toEqual([true, false, false, true])
})

test('a handler that reads a parameter of another operation does not compile', () => {
  type Fits<Given, Id extends Operation['id']> = Given extends Handler<Extract<Operation, { id: Id }>> ? true : false
  type OfHours = (call: { query: { hours: number } }) => Answer
  const numbers: Fits<OfHours, 'getScoreForecast'> = true
  const texts: Fits<(call: { query: { hours: string } }) => Answer, 'getScoreForecast'> = false
  const none: Fits<OfHours, 'getScoreHistory'> = false
  expect([numbers, texts, none]).toEqual([true, false, false])
})

test('a stopping program closes the connection of every response', async () => {
  drain.begin()
  for (const path of ['/v1/sample', '/v1/refused', '/v1/unknown']) {
    expect((await ask(path)).headers.get('connection')).toBe('close')
  }
})
