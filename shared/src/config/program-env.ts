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
  /** Base address of an OTLP/HTTP collector of traces; without it nothing is traced (docs/operate/observability.md#traces). */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url('a URL'))]), ''),
  /** Which traces are recorded. */
  OTEL_TRACES_SAMPLER: v.optional(v.picklist(samplerNames), 'parentbased_always_on'),
  /** Share of the traces that a sampler with a ratio records, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(v.string(), v.regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, 'a number from 0 to 1'), v.transform(Number)),
    '1',
  ),
}

const TracingSettings = v.object(tracingEnv)
export type TracingSettings = v.InferOutput<typeof TracingSettings>

/** Maximum time for running requests after a program has closed its port, ms; later requests are aborted. */
export const stopTimeoutOf = (defaultMs: number) => v.optional(envInteger(0, 3_600_000), String(defaultMs))

/** The same for programs that send histories: a stream may take minutes. */
export const streamsStopTimeoutMs = 60_000

/** Settings that programs share; each program picks those it needs. */
export const programEnv = {
  /**
   * Country or region whose data the installation holds, as Electricity Maps writes it (`FR`, `IT-NO`). Database and Redis are stamped with it, and a
   * program of another zone does not start. Real data exist for `FR` only (docs/operate/scale.md#zones).
   */
  ZONE: v.optional(
    v.pipe(v.string(), v.check(isZone, 'a zone as Electricity Maps writes it, such as FR or IT-NO')),
    defaultZone,
  ),
  /**
   * Postgres 15 or later, one host, with the program's own role. With `?connections=3` a process opens at most three connections; with
   * `?pooler=pgbouncer` it speaks to PgBouncer in transaction mode (docs/operate/postgres.md).
   */
  DATABASE_URL: EnvDatabaseUrl,
  /** Public address of the gateway: base of the addresses of problem types, and of links in mails. */
  PUBLIC_BASE_URL: v.optional(
    v.pipe(
      Url,
      v.transform((url) => url.replace(/\/$/, '')),
    ),
    'http://localhost:8080',
  ),
  /** Secret of at least 32 characters that the gateway sends to the services; they refuse every call without it. */
  INTERNAL_TOKEN: EnvInternalToken,
  /** The token before this one, which a service also accepts while the token is replaced (docs/operate/rotation.md#internal-token). */
  INTERNAL_TOKEN_PREVIOUS: v.optional(EnvInternalToken),
  /** Port of health, metrics and, in services, the API for the gateway. */
  INTERNAL_PORT: EnvPort,
  /** Address that the internal port binds to; containers set `0.0.0.0`. */
  INTERNAL_HOST: v.optional(v.string(), '127.0.0.1'),
  /** Offset of the data's clock from real time. */
  CLOCK_OFFSET_MS: v.optional(envInteger(-1e13, 1e13), '0'),
  /**
   * How long a program still accepts requests after SIGTERM while it says that it is not ready, so that load balancers notice
   * (docs/operate/observability.md#health-and-stopping).
   */
  DRAIN_MS: v.optional(envInteger(0, 300_000), '5000'),
  /** How long running requests or jobs may take after that; then they are cut off. */
  STOP_TIMEOUT_MS: stopTimeoutOf(10_000),
  /** Least severe lines that are logged. */
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
