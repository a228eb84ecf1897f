import { afterAll, expect, test } from 'bun:test'
import * as v from 'valibot'
import { tracingEnv } from '../config/program-env.ts'
import { createOtlpTracing } from './otlp-tracing.ts'
import { startTelemetry } from './start-telemetry.ts'
import { runInSpan, type Tracing } from './tracing.ts'

const settingsOf = (env: Record<string, string>) => v.parse(v.object(tracingEnv), env)

/** Takes every export and never answers, as a collector behind a broken network does. */
const asked: Request[] = []
const silent = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    asked.push(request)
    return new Promise<Response>(() => undefined)
  },
})
const refusing = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('no', { status: 400 }) })
afterAll(() => Promise.all([silent.stop(true), refusing.stop(true)]))

const address = ({ port }: { port: number | undefined }): string => `http://127.0.0.1:${port}`

/** Traces to a collector, with what it warned of. */
function trace(env: Record<string, string>) {
  const warnings: object[] = []
  const tracing = createOtlpTracing(settingsOf(env), 'test', (fields, words) => warnings.push({ ...fields, words }))
  return { tracing, warnings }
}

const work = { name: 'work', kind: 'internal' } as const

/** What a span sends on; its flag says whether it is recorded. */
function traceparentOf(tracing: Tracing, incoming: string | null): string {
  const span = tracing.begin({ ...work, incoming })
  span.end()
  return span.context.traceparent
}

test.each([
  ['parentbased_always_on', '1', '01'],
  ['parentbased_always_off', '1', '00'],
  ['parentbased_traceidratio', '0', '00'],
  ['parentbased_traceidratio', '1', '01'],
])(
  'with %s and %s an untrusted caller keeps its trace id but does not decide what is recorded',
  async (name, ratio, flags) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: address(refusing), OTEL_TRACES_SAMPLER: name }
    const { tracing } = trace({ ...env, OTEL_TRACES_SAMPLER_ARG: ratio })
    for (const asked of ['00', '01', 'ff']) {
      const incoming = `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${asked}`
      const span = tracing.begin({ ...work, incoming, isIncomingUntrusted: true })
      span.end()
      expect(span.context.traceparent).toMatch(
        new RegExp(`^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-${flags}$`),
      )
    }
    await tracing.close()
  },
)

test('an untrusted caller cannot choose a trace id that is always recorded', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: address(refusing), OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }
  const { tracing } = trace({ ...env, OTEL_TRACES_SAMPLER_ARG: '0.5' })
  const incoming = `00-${'0'.repeat(31)}1-00f067aa0ba902b7-01`
  const flags = Array.from({ length: 200 }, () => {
    const span = tracing.begin({ ...work, incoming, isIncomingUntrusted: true })
    span.end()
    return span.context.traceparent.slice(-2)
  })
  expect(new Set(flags)).toEqual(new Set(['00', '01']))
  await tracing.close()
})

test('without a collector there is no tracing, and work runs unchanged', async () => {
  const { tracing } = await startTelemetry({ ...settingsOf({}), LOG_LEVEL: 'silent', ZONE: 'FR' }, 'test')
  expect(tracing).toBeNull()
  expect(await runInSpan(tracing, work, async (span) => span)).toBeNull()
})

test('an empty collector address means none', () => {
  expect(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }).OTEL_EXPORTER_OTLP_ENDPOINT).toBe('')
})

test.each([['1.5'], ['-0.1'], ['ten'], ['']])('a sample ratio of %p is refused', (share) => {
  expect(() => settingsOf({ OTEL_TRACES_SAMPLER_ARG: share })).toThrow()
})

test.each([
  ['always_on', '', '01', '01'],
  ['always_off', '', '00', '00'],
  ['parentbased_always_on', '', '00', '01'],
  ['parentbased_always_off', '', '00', '00'],
  ['traceidratio', '1', '01', '01'],
  ['traceidratio', '0', '00', '00'],
  ['parentbased_traceidratio', '0', '00', '00'],
])('%s with %p records as the standard says', async (name, ratio, ofUnrecorded, ofNone) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: address(refusing), OTEL_TRACES_SAMPLER: name }
  const { tracing } = trace(ratio === '' ? env : { ...env, OTEL_TRACES_SAMPLER_ARG: ratio })
  const unrecorded = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'
  expect(traceparentOf(tracing, unrecorded)).toMatch(
    new RegExp(`^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-${ofUnrecorded}$`),
  )
  expect(traceparentOf(tracing, null)).toEndWith(`-${ofNone}`)
  expect(traceparentOf(tracing, 'malformed')).toEndWith(`-${ofNone}`)
  await tracing.close()
})

test('a span is the child of the running span, also after waiting, and never of a concurrent one', async () => {
  const { tracing } = trace({ OTEL_EXPORTER_OTLP_ENDPOINT: address(refusing) })
  const traceIds = await Promise.all(
    [1, 2].map((_) =>
      runInSpan(tracing, work, async (outer) => {
        await Bun.sleep(1)
        const inner = await runInSpan(tracing, work, async (span) => span?.context.traceId)
        expect(inner).toBe(outer?.context.traceId ?? 'none')
        expect(tracing.traceId()).toBe(outer?.context.traceId ?? 'none')
        return inner
      }),
    ),
  )
  expect(new Set(traceIds).size).toBe(2)
  expect(tracing.traceId()).toBeNull()
  await tracing.close()
})

test('traced work fails with the same error as untraced work', async () => {
  const { tracing } = trace({ OTEL_EXPORTER_OTLP_ENDPOINT: address(refusing) })
  const failure = new RangeError('out')
  await expect(runInSpan(tracing, work, () => Promise.reject(failure))).rejects.toBe(failure)
  await tracing.close()
})

test('a refusing collector is reported once, however many spans are lost', async () => {
  const { tracing, warnings } = trace({ OTEL_EXPORTER_OTLP_ENDPOINT: address(refusing) })
  for (let spans = 0; spans < 1_100; spans++) tracing.begin({ ...work, incoming: null }).end()
  await tracing.close()
  const told = warnings.filter((warning) => JSON.stringify(warning).includes('spans dropped'))
  expect(told).toHaveLength(1)
})

test('a silent collector delays neither work nor the end of the program', async () => {
  const { tracing, warnings } = trace({ OTEL_EXPORTER_OTLP_ENDPOINT: address(silent) })
  expect(await runInSpan(tracing, work, async () => 'done')).toBe('done')
  await tracing.close()
  expect(asked).toHaveLength(1)
  expect(warnings).toEqual([expect.objectContaining({ words: 'last spans not sent' })])
})
