import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../config/program-env.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { createTraceId, readTraceparent, type Span, type SpanFacts, type Tracing } from './tracing.ts'

/** Limits of exporting spans. Spans that the collector does not accept in time are dropped: neither requests nor a stop wait for it. */
const exportLimits = {
  /** Spans queued for export; further ones are dropped. */
  maxQueuedSpans: 4_096,
  /** Spans of one export, and the longest delay of an incomplete batch, ms. */
  maxBatchSpans: 512,
  delayMs: 2_000,
  /** Time-out of one export with its retries, ms. */
  timeoutMs: 5_000,
  /** Maximum wait of a stop for the last export, ms. */
  closeTimeoutMs: 2_000,
  /** Maximum length of an attribute, characters, and maximum number of attributes of a span. */
  maxAttributeChars: 1_000,
  maxAttributes: 32,
} as const

const kinds: Readonly<Record<SpanFacts['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Tracing by the official SDK, exported by OTLP over HTTP. Nothing is registered globally. */
export function createOtlpTracing(settings: TracingSettings, program: string, warn: Warn): Tracing {
  const sampler = createSampler(settings)
  const provider = createProvider(settings, sampler, program, warn)
  const tracer = provider.getTracer('hexawatt')
  const running = new AsyncLocalStorage<Context>()
  const contexts = new WeakMap<Span, Context>()

  /** Samples by a random id: a ratio sampler decides by the id, and an untrusted caller could choose one that is recorded. */
  function drawFlags({ name, kind }: SpanFacts): TraceFlags {
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, createTraceId(), name, kinds[kind], {}, [])
    return decision === SamplingDecision.RECORD_AND_SAMPLED ? TraceFlags.SAMPLED : TraceFlags.NONE
  }

  function toParentContext(facts: SpanFacts): Context {
    if (facts.incoming === undefined) return running.getStore() ?? ROOT_CONTEXT
    return createRemoteContext(facts.incoming, facts.isIncomingUntrusted === true ? drawFlags(facts) : null)
  }

  function begin(facts: SpanFacts): Span {
    const { name, kind, attributes = {} } = facts
    const parent = toParentContext(facts)
    const otelSpan = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    // The timer of the next export, which ending a span may start, belongs to no request.
    const span = toSpan(otelSpan, () => running.exit(() => otelSpan.end()))
    contexts.set(span, trace.setSpan(parent, otelSpan))
    return span
  }

  return {
    isInside: () => running.getStore() !== undefined,
    traceId: () => trace.getSpanContext(running.getStore() ?? ROOT_CONTEXT)?.traceId ?? null,
    begin,
    inside: (span, work) => running.run(contexts.get(span) ?? ROOT_CONTEXT, work),
    async close(): Promise<void> {
      await withTimeout(exportLimits.closeTimeoutMs, provider.shutdown()).catch((error: unknown) =>
        warn({ err: error }, 'last spans not sent'),
      )
    },
  }
}

function createProvider(settings: TracingSettings, sampler: Sampler, program: string, warn: Warn): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportLimits.timeoutMs,
    concurrencyLimit: 2,
  })
  const processor = new BatchSpanProcessor({
    exporter: reportLostSpans(exporter, warn),
    maxQueueSize: exportLimits.maxQueuedSpans,
    maxExportBatchSize: exportLimits.maxBatchSpans,
    scheduledDelayMillis: exportLimits.delayMs,
    exportTimeoutMillis: exportLimits.timeoutMs,
  })
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': program, 'service.namespace': 'hexawatt' }),
    sampler,
    spanLimits: {
      attributeValueLengthLimit: exportLimits.maxAttributeChars,
      attributeCountLimit: exportLimits.maxAttributes,
    },
    spanProcessors: [processor],
  })
}

/** @param drawnFlags sampling flags instead of those of an untrusted caller; null = the flags of the caller apply */
function createRemoteContext(traceparent: string | null, drawnFlags: TraceFlags | null): Context {
  const parent = readTraceparent(traceparent)
  if (parent === null) return ROOT_CONTEXT
  const { traceId, spanId, flags } = parent
  const traceFlags = drawnFlags ?? Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function toSpan(otelSpan: OtelSpan, finish: () => void): Span {
  const { traceId, spanId, traceFlags } = otelSpan.spanContext()
  return {
    context: { traceId, traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` },
    rename: (name) => void otelSpan.updateName(name),
    describe: (attributes) => void otelSpan.setAttributes(attributes),
    end(error) {
      if (error !== undefined) {
        otelSpan.setAttribute('error.type', describeError(error))
        otelSpan.setStatus({ code: SpanStatusCode.ERROR })
      }
      finish()
    },
  }
}

/** Code or name of an error, or the text itself; messages are left out, since they may hold user input. */
function describeError(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Writes a line of the log. */
export type Warn = (fields: object, words: string) => void

/** Minimum interval between warnings about dropped spans, ms: an export runs every few seconds. */
const quietMs = 60_000

/** Wraps an exporter to log dropped spans and the reason, which the SDK does not report. */
function reportLostSpans(exporter: SpanExporter, warn: Warn): SpanExporter {
  let lost = 0
  let warnedAtMs = Number.NEGATIVE_INFINITY

  function logSpanLoss(error: Error | undefined): void {
    if (performance.now() - warnedAtMs < quietMs) return
    // The error's message may hold the collector's response: its name is enough.
    warn({ spans: lost, reason: error?.name ?? 'unknown' }, 'spans dropped: the collector did not accept them')
    warnedAtMs = performance.now()
    lost = 0
  }

  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) {
          lost += spans.length
          logSpanLoss(result.error)
        }
        onResult(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}

type SamplerSettings = Pick<TracingSettings, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>

/** The sampler of the standard settings, which the SDK does not read when it is configured in code. */
function createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: SamplerSettings): Sampler {
  const root = createRootSampler(name, ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function createRootSampler(name: TracingSettings['OTEL_TRACES_SAMPLER'], ratio: number): Sampler {
  if (name.endsWith('always_on')) return new AlwaysOnSampler()
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  return new TraceIdRatioBasedSampler(ratio)
}
