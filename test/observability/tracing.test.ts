import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startSystem } from '../testing/system-fixture.ts'
import { type ReceivedSpan, startTraceCollector } from './testing/trace-collector.ts'

/** Numbers of OTLP for the kinds of spans, and for a failed one. */
const [internal, server, client, consumer] = [1, 2, 3, 5]
const failed = 2

const callerSpan = '00f067aa0ba902b7'
const carbonTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const historyTrace = '4bf92f3577b34da6a3ce929d0e0e4737'
const refusedTrace = '4bf92f3577b34da6a3ce929d0e0e4738'

/** A figure of a customer's load profile. */
const profileMarker = 7.314159265

const collector = startTraceCollector()
/** Texts that must not occur in any span. */
const secrets: string[] = []
let refusal: unknown

beforeAll(async () => {
  const system = await startSystem({
    asOf: '2026-02-03T12:00:00Z',
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
  })
  const key = await system.createKey('pro')
  const traced = (path: string, traceId: string) =>
    system.get(path, { 'x-api-key': key, traceparent: `00-${traceId}-${callerSpan}-01` })
  secrets.push(key, system.gatewaySettings.INTERNAL_TOKEN, system.gatewaySettings.DATABASE_URL)
  await system.poll('generation_by_type')
  expect((await traced('/v1/carbon/intensity', carbonTrace)).status).toBe(200)
  expect((await traced('/v1/score/history', historyTrace)).status).toBe(200)
  const loadKwh = Array.from({ length: 24 }, () => profileMarker)
  const call = { name: 'compare_contracts', arguments: { loadKwh } }
  const answer = await fetch(`${system.gatewayUrl}/mcp`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  })
  expect(await answer.json()).toMatchObject({ result: { structuredContent: { energyKwh: expect.any(Number) } } })
  secrets.push(String(profileMarker))
  // Customers do paste keys into addresses.
  refusal = await (await traced(`/v1/${key}?key=${key}`, refusedTrace)).json()
  // Whatever was not sent yet is sent when the programs end.
  await system.stop()
})
afterAll(() => collector.stop())

/** The one span of a program that has this kind and name. */
function only(spans: readonly ReceivedSpan[], program: string, kind: number, name: string): ReceivedSpan {
  const found = spans.filter((span) => span.program === program && span.kind === kind && span.name === name)
  const [span] = found
  if (span === undefined || found.length > 1) throw new Error(`${found.length} spans ${name} of ${program}`)
  return span
}

describe('a request is one trace', () => {
  test('a trace goes from the caller through the gateway to the service, each span below the one that called it', () => {
    const spans = collector.spansOf(carbonTrace)
    const asked = only(spans, 'gateway', server, 'GET /v1/carbon/intensity')
    const called = only(spans, 'gateway', client, 'GET /v1/carbon/intensity')
    const served = only(spans, 'svc-carbon', server, 'GET /v1/carbon/intensity')
    expect([asked, called, served].map((span) => span.parentSpanId)).toEqual([callerSpan, asked.spanId, called.spanId])
    // It answers from memory.
    expect(spans.filter(({ program, kind }) => program === 'svc-carbon' && kind === client)).toEqual([])
  })

  test('a trace reaches Postgres, with the snapshot’s transaction and statements without their values', () => {
    const spans = collector.spansOf(historyTrace)
    const served = only(spans, 'svc-history', server, 'GET /v1/score/history')
    const snapshot = only(spans, 'svc-history', client, 'TRANSACTION')
    expect(snapshot.parentSpanId).toBe(served.spanId)
    const statements = spans.filter(
      (span) => span.attributes['db.system.name'] === 'postgresql' && span.spanId !== snapshot.spanId,
    )
    const ofService = statements.filter((span) => span.program === 'svc-history')
    expect(ofService.filter((span) => span.parentSpanId === snapshot.spanId).length).toBeGreaterThan(2)
    const parents = new Set([served.spanId, snapshot.spanId])
    expect(ofService.filter((span) => !parents.has(span.parentSpanId ?? ''))).toEqual([])
    for (const { attributes } of statements) expect(attributes['db.query.text']).toMatch(/^(select|with) /)
  })

  test('the key check and the limiter are child spans of the request', () => {
    const spans = collector.spansOf(carbonTrace)
    const { spanId } = only(spans, 'gateway', server, 'GET /v1/carbon/intensity')
    expect(only(spans, 'gateway', client, 'SELECT api_keys').parentSpanId).toBe(spanId)
    expect(only(spans, 'gateway', client, 'EVALSHA limits').parentSpanId).toBe(spanId)
  })

  test('the span of a request has its operation, plan and status', () => {
    const spans = collector.spansOf(carbonTrace)
    expect(only(spans, 'gateway', server, 'GET /v1/carbon/intensity').attributes).toEqual({
      'http.request.method': 'GET',
      'url.path': '/v1/carbon/intensity',
      'http.route': '/v1/carbon/intensity',
      'hexawatt.operation': 'getCarbonIntensity',
      'hexawatt.plan': 'pro',
      'http.response.status_code': 200,
    })
  })

  test('a refusal names its trace, and an unknown path gets no span name of its own', () => {
    const [span, ...others] = collector.spansOf(refusedTrace)
    expect(others).toEqual([])
    expect(refusal).toMatchObject({ traceId: refusedTrace })
    expect(span).toMatchObject({ name: 'GET', attributes: { 'url.path': '/v1/hxw_[hidden]' } })
  })
})

test('a poll is one trace with its transaction, its stored rows and the refreshed snapshots', () => {
  const poll = collector.spans.find((span) => span.name === 'poll')
  expect(poll).toMatchObject({ program: 'svc-ingest', kind: consumer, parentSpanId: '' })
  expect(poll?.attributes).toEqual({ 'hexawatt.source': 'generation_by_type' })
  const spans = collector.spansOf(poll?.traceId ?? '')
  const { parentSpanId } = only(spans, 'svc-ingest', client, 'INSERT raw_payloads')
  const transaction = spans.find((span) => span.spanId === parentSpanId)
  expect(transaction).toMatchObject({ name: 'TRANSACTION', kind: client })
  expect(transaction?.parentSpanId).toBe(poll?.spanId ?? 'none')
  const refreshed = only(spans, 'svc-ingest', internal, 'refresh live snapshots')
  expect(refreshed.parentSpanId).toBe(poll?.spanId ?? 'none')
  const toRedis = spans.filter(({ attributes }) => attributes['db.system.name'] === 'redis')
  expect(toRedis.map(({ parentSpanId }) => parentSpanId)).toContain(refreshed.spanId)
  for (const { name, attributes } of toRedis) expect(attributes['db.operation.name']).toBe(name)
})

test('work without a request or job is not traced', () => {
  const roots = collector.spans.filter((span) => span.parentSpanId === '' || span.parentSpanId === callerSpan)
  expect(new Set(roots.map((span) => span.name))).toEqual(
    new Set(['poll', 'GET', 'GET /v1/carbon/intensity', 'GET /v1/score/history', 'POST /mcp']),
  )
})

test('no span contains a key, token or store address, and no successful span is marked as failed', () => {
  expect(collector.text()).toContain('/v1/carbon/intensity')
  for (const secret of secrets) expect(collector.text()).not.toContain(secret)
  expect(collector.spans.filter((span) => span.status.code === failed)).toEqual([])
})
