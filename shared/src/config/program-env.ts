import * as v from 'valibot'
import { EnvDatabaseUrl } from './database-url.ts'
import { EnvInternalToken, EnvPort, envInteger } from './parse-env.ts'
import { defaultZone, isZone } from './zone.ts'

const Url = v.pipe(v.string(), v.url('a URL'))

/** Standard names of the samplers; the two with a ratio read it from `OTEL_TRACES_SAMPLER_ARG`. */
const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Settings of tracing under OpenTelemetry's standard names; its exporter reads further ones (headers, certificates) itself. */
export const tracingEnv = {
  /** Base address of an OTLP/HTTP collector; empty = no tracing. */
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

/** Longest that running requests may take after a program has closed its port, ms; then they are cut off. */
export const stopTimeoutOf = (defaultMs: number) => v.optional(envInteger(0, 3_600_000), String(defaultMs))

/** The same for programs that send histories: a stream may take minutes. */
export const streamsStopTimeoutMs = 60_000

/** Settings that programs share; each program picks those it needs. */
export const programEnv = {
  /** Country or region whose data this installation holds: a cell is one zone, stamped on its database and its Redis. */
  ZONE: v.optional(
    v.pipe(v.string(), v.check(isZone, 'a zone as Electricity Maps writes it, such as FR or IT-NO')),
    defaultZone,
  ),
  DATABASE_URL: EnvDatabaseUrl,
  /** Public address: base of problem types and documentation links. */
  PUBLIC_BASE_URL: v.optional(
    v.pipe(
      Url,
      v.transform((url) => url.replace(/\/$/, '')),
    ),
    'http://localhost:8080',
  ),
  /** Shared by the gateway and the services. */
  INTERNAL_TOKEN: EnvInternalToken,
  /** Also accepted by the services during a rotation. */
  INTERNAL_TOKEN_PREVIOUS: v.optional(EnvInternalToken),
  /** Port of health, metrics and (in services) the API for the gateway. */
  INTERNAL_PORT: EnvPort,
  /** Address the internal port binds to; containers set 0.0.0.0. */
  INTERNAL_HOST: v.optional(v.string(), '127.0.0.1'),
  /** Offset of the data's clock from real time, ms. */
  CLOCK_OFFSET_MS: v.optional(envInteger(-1e13, 1e13), '0'),
  /** How long a program still accepts requests after SIGTERM while it is not ready any more, ms: load balancers notice meanwhile. */
  DRAIN_MS: v.optional(envInteger(0, 300_000), '5000'),
  STOP_TIMEOUT_MS: stopTimeoutOf(10_000),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  ...tracingEnv,
  /** Set by the launcher only. */
  EXIT_WITH_STDIN: v.optional(
    v.pipe(
      v.picklist(['0', '1']),
      v.transform((flag) => flag === '1'),
    ),
    '0',
  ),
}
