import { afterAll, beforeEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { until } from '@hexawatt/shared/testing/until'
import { type AppDeps, createApp } from '../app.ts'
import { createClientSubjects, parseTrustedProxies } from '../auth/client-subjects.ts'
import type { OperationResource } from '../pipeline/operation-routes.ts'
import { createUnknownPath } from '../pipeline/unknown-path.ts'
import { testPublicBaseUrl } from '../testing/gateway-fixture.ts'
import { createAnswerRequest } from './answer-request.ts'
import type { GatewayResponse } from './gateway-response.ts'
import { createLargeBodies } from './large-bodies.ts'
import { createObserve } from './request-context.ts'
import { type AnswerResource, readMethods, type Step } from './resource.ts'
import { createRequestTraces } from './traces.ts'

const secret = 'password of the store'
const fault = (): never => {
  throw new Error(secret)
}
const refusal = (): never => {
  throw new AppError('plan_capability_required', { detail: 'no' })
}

/** Slots of streams that were taken, less those that were released. */
let held = 0
const holdStream: Step = ({ context }) => {
  held += 1
  context.releaseStream = () => {
    held -= 1
    context.releaseStream = null
  }
}

const gone = Promise.withResolvers<void>()
const page: GatewayResponse = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }

/** Test resources by their path: the steps after the step that takes a stream slot, and the handler. */
const served: Readonly<Record<string, { steps?: Step[]; answer?: AnswerResource }>> = {
  page: {},
  'refusing-step': { steps: [refusal] },
  'failing-step': { steps: [fault] },
  'rejecting-step': { steps: [async () => fault()] },
  'refusing-answer': { answer: refusal },
  'failing-answer': { answer: fault },
  'rejecting-answer': { answer: async () => fault() },
  'rejecting-with-text': { answer: () => Promise.reject(secret) },
  'answering-nothing': { answer: () => undefined as unknown as GatewayResponse },
  'wrong-header': { answer: () => ({ ...page, headers: { 'x-a': `${secret}\nx` } }) },
  'wrong-status': { answer: () => ({ ...page, status: 42 }) },
  waiting: {
    answer: async ({ request }) => {
      request.signal.addEventListener('abort', () => gone.resolve())
      await gone.promise
      return fault()
    },
  },
}
const operations: OperationResource[] = Object.entries(served).map(([name, { steps = [], answer = () => page }]) => ({
  path: `/${name}`,
  methods: readMethods,
  steps: [holdStream, ...steps],
  answer,
}))

const logger = createLogger('test', 'silent')
const metrics = createMetrics('gateway')
const drain = { hasBegun: () => false }
const subjects = createClientSubjects({
  trustedProxies: parseTrustedProxies(''),
  addressSecret: 'secret of addresses',
  planTable: defaultPlanTable,
})
const monotonicMs = () => performance.now()
const observe = createObserve({ logger, metrics, monotonicMs })
const deps: AppDeps = {
  traces: createRequestTraces(null),
  operations,
  pages: [],
  answerUnknownPath: createUnknownPath({ operations, pages: [], showUnknownPage: () => fault() }),
  answerRequest: createAnswerRequest({
    limiter: { giveBackMonth: () => undefined },
    largeBodies: createLargeBodies({ subjects, monotonicMs, logger, metrics }),
    observe,
    publicBaseUrl: testPublicBaseUrl,
    logger,
    drain,
  }),
}

/** The application with parts that fail. */
function startApp(parts: Partial<AppDeps> = {}) {
  const app = createApp({ ...deps, ...parts })
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  return { url: `http://127.0.0.1:${app.server?.port}`, port: app.server?.port ?? 0, stop: () => app.stop(true) }
}
const app = startApp()
afterAll(app.stop)

/** How often requests were observed, by status. */
async function observed(): Promise<Record<string, number>> {
  const samples = (await metrics.text()).matchAll(/^gateway_requests_total\{.*?status="(\d+)".*?\} (\d+)$/gm)
  const counts: Record<string, number> = {}
  for (const [, status = '', count] of samples) counts[status] = (counts[status] ?? 0) + Number(count)
  return counts
}
let before: Record<string, number> = {}
beforeEach(async () => {
  before = await observed()
})
async function expectObservedOnce(status: number): Promise<void> {
  expect(await observed()).toEqual({ ...before, [status]: (before[status] ?? 0) + 1 })
  expect(held).toBe(0)
}

async function expectProblem(response: Response, status: number, code: string): Promise<void> {
  const copy = response.clone()
  const problem = await problemOf(response)
  expect([problem.status, problem.code]).toMatchObject([status, code])
  expect(await copy.text()).not.toContain(secret)
  expect(response.headers.get('x-request-id')).not.toBeNull()
  await expectObservedOnce(status)
}

test.each<[path: string, status: number, code: string]>([
  ['/refusing-step', 403, 'plan_capability_required'],
  ['/failing-step', 500, 'internal_error'],
  ['/rejecting-step', 500, 'internal_error'],
  ['/refusing-answer', 403, 'plan_capability_required'],
  ['/failing-answer', 500, 'internal_error'],
  ['/rejecting-answer', 500, 'internal_error'],
  ['/rejecting-with-text', 500, 'internal_error'],
  ['/answering-nothing', 500, 'internal_error'],
  ['/wrong-header', 500, 'internal_error'],
  ['/wrong-status', 500, 'internal_error'],
  ['/nothing', 404, 'not_found'],
  ['/nothing?q=%EF%BF%BD', 400, 'invalid_parameter'],
])('%s: an error becomes a problem body, is counted once, and releases its stream', async (path, status, code) => {
  await expectProblem(await fetch(`${app.url}${path}`), status, code)
})

test.each([
  ['GET', '/page', 200],
  ['HEAD', '/page', 200],
  ['HEAD', '/failing-answer', 500],
  ['HEAD', '/nothing', 404],
  ['OPTIONS', '/page', 204],
  ['OPTIONS', '/nothing', 404],
  ['GET', '/page/', 308],
  ['OPTIONS', '/page/', 204],
  ['POST', '/page', 405],
  ['POST', '/page/', 405],
])('%s %s is counted once', async (method, path, status) => {
  const response = await fetch(`${app.url}${path}`, { method, redirect: 'manual' })
  expect(response.status).toBe(status)
  await expectObservedOnce(status)
})

test('the body of a request with an unknown method is not read', async () => {
  for (const contentType of ['application/json', 'multipart/form-data; boundary=x']) {
    const init = { method: 'POST', body: '{', headers: { 'content-type': contentType } }
    const response = await fetch(`${app.url}/page`, init)
    expect([response.status, (await problemOf(response)).code]).toEqual([405, 'method_not_allowed'])
  }
})

test('a request whose client disconnects is counted once as 499 and releases its stream', async () => {
  const socket = connect({ port: app.port, host: '127.0.0.1' })
  socket.write('GET /waiting HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await until('the request has its stream', () => held === 1)
  socket.destroy()
  await until('the request has ended', () => held === 0)
  await expectObservedOnce(499)
})

test.each<[where: string, parts: Partial<AppDeps>, path: string]>([
  ['around the hooks', { traces: { ...deps.traces, trace: () => fault } }, '/page'],
  ['before the hooks', { traces: { ...deps.traces, trace: fault } }, '/page'],
  ['in the first hook', { traces: { ...deps.traces, spanOf: fault } }, '/page'],
  ['for an unknown path', { answerUnknownPath: fault }, '/nothing'],
  ['at the end', { answerRequest: { ...deps.answerRequest, send: fault } }, '/page'],
])('a fault %s is a problem body, counted once', async (_, parts, path) => {
  const faulty = startApp(parts)
  await expectProblem(await fetch(`${faulty.url}${path}`), 500, 'internal_error')
  await faulty.stop()
})

test('a fault while a refusal is built is a problem body, counted once', async () => {
  let isFirst = true
  const refuse: typeof deps.answerRequest.refuse = (context, error) => {
    if (!isFirst) return deps.answerRequest.refuse(context, error)
    isFirst = false
    context.releaseStream?.()
    return fault()
  }
  const faulty = startApp({ answerRequest: { ...deps.answerRequest, refuse } })
  await expectProblem(await fetch(`${faulty.url}/failing-answer`), 500, 'internal_error')
  await faulty.stop()
})
