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
import { BatchSpanProcessor, type Sampler, SamplingDecision, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../config/tracing-env.ts'
import { withinTime } from '../time/within-time.ts'
import { type Warn, warnOfLostSpans } from './lost-spans.ts'
import { createSampler } from './sampler.ts'
import { randomTraceId, readTraceparent } from './trace.ts'
import type { Span, SpanFacts, Tracing } from './tracing.ts'

/** The numbers of sending spans. What the collector does not take in time is thrown away: no request and no stop waits for it. */
const exportLimits = {
  /** Spans that wait to be sent; more are dropped. */
  maxQueuedSpans: 4_096,
  /** Spans of one call, and the longest that one waits for company, ms. */
  maxBatchSpans: 512,
  delayMs: 2_000,
  /** Longest one call may take, with its retries, ms. */
  timeoutMs: 5_000,
  /** Longest the end of the program waits for the last call, ms. */
  closeTimeoutMs: 2_000,
  /** Longest text of an attribute, characters, and the most attributes of a span. */
  maxAttributeChars: 1_000,
  maxAttributes: 32,
} as const

const kinds: Readonly<Record<SpanFacts['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Traces with the official SDK, which sends them by OTLP over HTTP. Nothing of it is registered globally. */
export function createOtlpTracing(settings: TracingSettings, program: string, warn: Warn): Tracing {
  const sampler = createSampler(settings)
  const provider = createProvider(settings, sampler, program, warn)
  const tracer = provider.getTracer('hexawatt')
  const running = new AsyncLocalStorage<Context>()
  const contexts = new WeakMap<Span, Context>()

  /** Drawn by an id of our own: a sampler with a ratio decides by the id, and a stranger would choose one that is recorded. */
  function drawnFlags({ name, kind }: SpanFacts): TraceFlags {
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, randomTraceId(), name, kinds[kind], {}, [])
    return decision === SamplingDecision.RECORD_AND_SAMPLED ? TraceFlags.SAMPLED : TraceFlags.NONE
  }

  function parentOf(facts: SpanFacts): Context {
    if (facts.incoming === undefined) return running.getStore() ?? ROOT_CONTEXT
    return remoteContext(facts.incoming, facts.isFromStranger === true ? drawnFlags(facts) : null)
  }

  function begin(facts: SpanFacts): Span {
    const { name, kind, attributes = {} } = facts
    const parent = parentOf(facts)
    const otelSpan = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    // What the last span sets going (the timer of the next export) belongs to no request.
    const span = spanOf(otelSpan, () => running.exit(() => otelSpan.end()))
    contexts.set(span, trace.setSpan(parent, otelSpan))
    return span
  }

  return {
    isInside: () => running.getStore() !== undefined,
    traceId: () => trace.getSpanContext(running.getStore() ?? ROOT_CONTEXT)?.traceId ?? null,
    begin,
    inside: (span, work) => running.run(contexts.get(span) ?? ROOT_CONTEXT, work),
    async close(): Promise<void> {
      await withinTime(exportLimits.closeTimeoutMs, provider.shutdown()).catch((error: unknown) =>
        warn({ err: error }, 'the last spans were not sent'),
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
    exporter: warnOfLostSpans(exporter, warn),
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

/** @param drawnFlags what stands for the flags of a stranger; null = the caller's hold */
function remoteContext(traceparent: string | null, drawnFlags: TraceFlags | null): Context {
  const parent = readTraceparent(traceparent)
  if (parent === null) return ROOT_CONTEXT
  const { traceId, spanId, flags } = parent
  const traceFlags = drawnFlags ?? Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function spanOf(otelSpan: OtelSpan, finish: () => void): Span {
  const { traceId, spanId, traceFlags } = otelSpan.spanContext()
  return {
    context: { traceId, traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` },
    rename: (name) => void otelSpan.updateName(name),
    describe: (attributes) => void otelSpan.setAttributes(attributes),
    end(error) {
      if (error !== undefined) {
        otelSpan.setAttribute('error.type', errorType(error))
        otelSpan.setStatus({ code: SpanStatusCode.ERROR })
      }
      finish()
    },
  }
}

/** Code or name of an error, or the text that says what kind it is; a message may hold what somebody sent. */
function errorType(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
