import * as v from 'valibot'

/** What the standard names of the samplers stand for; the two with a ratio read it from `OTEL_TRACES_SAMPLER_ARG`. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Settings of tracing under the standard names of OpenTelemetry; further ones (headers, certificates) its exporter reads by itself. */
export const tracingEnv = {
  /** Base address of an OTLP/HTTP collector; nothing is traced without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url('a URL'))]), ''),
  /** Which traces are recorded. */
  OTEL_TRACES_SAMPLER: v.optional(v.picklist(samplerNames), 'parentbased_always_on'),
  /** Share of the traces that a sampler with a ratio records. */
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(v.string(), v.regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, 'a number from 0 to 1'), v.transform(Number)),
    '1',
  ),
}

const TracingSettings = v.object(tracingEnv)
export type TracingSettings = v.InferOutput<typeof TracingSettings>
