import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { randomSecret } from '../embedded/secret-file.ts'
import type { RunPlan } from './run-plan.ts'

/** A program as `up` starts it: its script and its whole environment. */
export type ProgramSpec = { name: string; script: string; env: Record<string, string> }

/** Loopback ports of one run. */
export type RunPorts = {
  upstream: number
  ingest: number
  carbon: number
  score: number
  history: number
  gateway: number
}

type ProgramsInput = {
  plan: RunPlan
  ports: RunPorts
  databaseUrl: string
  redisUrl: string
  internalToken: string
  /** The public demo key. */
  demoKey: string
  /** What the secrets of webhooks are derived from: the same at every start. */
  alertSigningKey: string
  /** Signs the sessions of members: they outlast a restart. */
  sessionSecret: string
  /** Where mail is kept in demo mode. */
  mailboxDir: string
  /** Environment of `up`; each program gets the part that it may see. */
  env: EnvSource
}

/** Settings of the machine and the user that every program may see. */
const commonNames = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
]

/** Network settings that access to the real upstreams may need. */
const networkNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

/** Settings of the gateway that the user may set. */
const gatewayNames = [
  'ADDRESS_HASH_SECRET',
  'ALERT_RECEIVERS_ALLOWED',
  'BILLING_CHECKOUT_URLS',
  'BILLING_PORTAL_URL',
  'BILLING_PRICES',
  'BILLING_WEBHOOK_SECRET',
  'BILLING_WEBHOOK_SECRET_PREVIOUS',
  'GATEWAY_PROCESSES',
  'OPERATOR_HOST',
  'OPERATOR_PORT',
  'OPERATOR_TOKEN',
  'OPERATOR_TOKEN_PREVIOUS',
  'PLANS_FILE',
  'SERVICE_CLIENT',
  'SESSION_DAYS',
  'SIGN_IN_MAILS_PER_DAY',
  'TRUSTED_PROXIES',
  'UPGRADE_URL',
]

/** Settings of svc-ingest that the user may set, beside those of its sources. */
const ingestNamesOfUser = ['ALERT_RECEIVERS_ALLOWED', 'PLANS_FILE', 'RAW_RETENTION_MONTHS']

/** Settings of svc-score that the user may set. */
const scoreNames = ['TARIFFS_FILE']

/** Prefixes of the settings of the real upstreams; without credentials the operator's are not passed on. */
const upstreamPrefixes = {
  live: ['RTE_', 'OPEN_', 'COUNTRY_', 'EMISSION_FACTORS_'],
  open: ['OPEN_', 'COUNTRY_', 'EMISSION_FACTORS_'],
}

/** How mail leaves: by the user's own server; without one, demo mode keeps it in a mailbox of the data folder. */
function mailOf({ plan, env, mailboxDir }: Pick<ProgramsInput, 'plan' | 'env' | 'mailboxDir'>): Record<string, string> {
  if (env['SMTP_URL']) return pick(env, (name) => name === 'SMTP_URL' || name === 'MAIL_FROM')
  return plan.mode === 'demo' ? { MAILBOX_DIR: mailboxDir } : {}
}

/** Public address for customers: `PUBLIC_BASE_URL` when it is set, else the address on this machine. */
export function publicBaseUrl(plan: RunPlan): string {
  return plan.publicUrl ?? localUrl(plan)
}

/** Addresses on which `localhost` is answered. */
const answersLocalhost: readonly string[] = ['127.0.0.1', '0.0.0.0', '::']

/** Where the public API is found from this machine. */
export function localUrl({ host, port }: Pick<RunPlan, 'host' | 'port'>): string {
  if (answersLocalhost.includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The programs of a run in start order; they stop in reverse order. */
export function programsOf(input: ProgramsInput): ProgramSpec[] {
  const { plan, ports, databaseUrl, redisUrl, internalToken } = input
  const shared = {
    ...pick(input.env, (name) => commonNames.includes(name)),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CLOCK_OFFSET_MS: String(plan.clockOffsetMs),
    EXIT_WITH_STDIN: '1',
    // No load balancer looks at readiness, and Ctrl-C waits for every program.
    DRAIN_MS: '0',
    STOP_TIMEOUT_MS: '5000',
  }
  const served = { ...shared, INTERNAL_TOKEN: internalToken, PUBLIC_BASE_URL: publicBaseUrl(plan) }
  return [
    ...sourcePrograms(input, shared),
    {
      name: 'svc-carbon',
      script: 'svc-carbon/src/main.ts',
      env: { ...served, INTERNAL_PORT: String(ports.carbon) },
    },
    {
      name: 'svc-score',
      script: 'svc-score/src/main.ts',
      env: {
        ...served,
        ...pick(input.env, (name) => scoreNames.includes(name)),
        INTERNAL_PORT: String(ports.score),
      },
    },
    {
      name: 'svc-history',
      script: 'svc-history/src/main.ts',
      env: { ...served, INTERNAL_PORT: String(ports.history) },
    },
    {
      name: 'gateway',
      script: 'gateway/src/main.ts',
      env: {
        ...served,
        ...pick(input.env, (name) => gatewayNames.includes(name)),
        ALERT_SIGNING_KEY: input.alertSigningKey,
        ...mailOf(input),
        SESSION_SECRET: input.sessionSecret,
        DEMO_API_KEY: input.demoKey,
        PORT: String(plan.port),
        HOST: plan.host,
        INTERNAL_PORT: String(ports.gateway),
        SVC_CARBON_URL: `http://127.0.0.1:${ports.carbon}`,
        SVC_SCORE_URL: `http://127.0.0.1:${ports.score}`,
        SVC_HISTORY_URL: `http://127.0.0.1:${ports.history}`,
      },
    },
  ]
}

/** The settings with which an operator's command ingests like svc-ingest of this run. */
const ingestNames = /^(RTE_|OPEN_|COUNTRY_|EMISSION_FACTORS_|RAW_|ARCHIVE_|AWS_|DATA_MODE$|CLOCK_OFFSET_MS$)/

/** The settings of svc-ingest for upstreams, kind of data and clock. */
export function ingestSettings(specs: readonly ProgramSpec[]): Record<string, string> {
  const env = specs.find(({ name }) => name === 'svc-ingest')?.env ?? {}
  return pick(env, (name) => ingestNames.test(name))
}

const archiveNames = ['ARCHIVE_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']

/** svc-ingest, preceded by the demo upstream unless the data are real. */
function sourcePrograms(input: ProgramsInput, shared: Record<string, string>): ProgramSpec[] {
  const { plan, ports, env, alertSigningKey } = input
  const ingest = {
    ...shared,
    ...pick(env, (name) => ingestNamesOfUser.includes(name)),
    ...archiveSettings(env),
    ALERT_SIGNING_KEY: alertSigningKey,
    PUBLIC_BASE_URL: publicBaseUrl(plan),
    ...mailOf(input),
    INTERNAL_PORT: String(ports.ingest),
    DATA_MODE: plan.mode,
  }
  const script = 'svc-ingest/src/main.ts'
  if (plan.mode === 'live' || plan.mode === 'open') {
    const prefixes = upstreamPrefixes[plan.mode]
    const ofUpstream = pick(env, (name) => prefixes.some((prefix) => name.startsWith(prefix)))
    const ofNetwork = pick(env, (name) => networkNames.includes(name.toUpperCase()))
    return [{ name: 'svc-ingest', script, env: { ...ingest, ...ofUpstream, ...ofNetwork } }]
  }
  const credentials = { id: randomSecret(), secret: randomSecret() }
  const address = `http://127.0.0.1:${ports.upstream}`
  return [
    { name: 'upstream', script: 'dev/src/upstream/main.ts', env: upstreamEnv(plan, ports, shared, credentials) },
    {
      name: 'svc-ingest',
      script,
      env: {
        ...ingest,
        RTE_BASE_URL: address,
        RTE_CLIENT_ID: credentials.id,
        RTE_CLIENT_SECRET: credentials.secret,
        EMISSION_FACTORS_BASE_URL: address,
        COUNTRY_INTENSITIES_BASE_URL: address,
        // The one open dataset that has no other source: the regions.
        OPEN_ODRE_BASE_URL: `${address}/open/odre`,
      },
    },
  ]
}

/** Object storage, and its credentials: without an address they belong to something else on this machine. */
function archiveSettings(env: EnvSource): Record<string, string> {
  return env['ARCHIVE_URL'] ? pick(env, (name) => archiveNames.includes(name)) : {}
}

function upstreamEnv(
  plan: RunPlan,
  ports: RunPorts,
  shared: Record<string, string>,
  credentials: { id: string; secret: string },
): Record<string, string> {
  // The demo upstream stands for a foreign system and gets no access to our stores.
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = shared
  return {
    ...rest,
    PORT: String(ports.upstream),
    UPSTREAM_CLIENT_ID: credentials.id,
    UPSTREAM_CLIENT_SECRET: credentials.secret,
    ...(plan.replay === null ? {} : { REPLAY_DIR: plan.replay.dir, REPLAY_ONLY: plan.replay.only ? '1' : '0' }),
  }
}

function pick(env: EnvSource, isAllowed: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isAllowed(name) ? [[name, value]] : [])),
  )
}
