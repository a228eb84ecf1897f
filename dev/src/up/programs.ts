import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { isRealMode } from '@hexawatt/shared/grid/feeds'
import { weatherPublisher } from '@hexawatt/shared/grid/publishers'
import type { RoleProgram } from '@hexawatt/shared/postgres/roles/program-roles'
import { makeRandomSecret } from '../embedded/secret-file.ts'
import type { ProgramDatabases } from './data-folder/program-databases.ts'
import { hasSetting, type ProgramName, pick, programNames, selectUserSettings } from './program-settings.ts'
import type { RunPlan } from './run-plan.ts'

/** A program as `up` starts it: its script and its whole environment. */
export type ProgramSpec = { name: ProgramName; script: string; env: Record<string, string> }

/** Loopback ports of one run: the one port of the demo upstream, the internal port of every other program. */
export type RunPorts = Readonly<Record<ProgramName, number>>

/** Gives each program one of some free ports. */
export function runPorts(free: readonly number[]): RunPorts {
  // Every name of the type is one of the list.
  return Object.fromEntries(programNames.map((name, at) => [name, free[at] ?? 0])) as RunPorts
}

type ProgramsInput = {
  plan: RunPlan
  ports: RunPorts
  databases: ProgramDatabases
  redisUrl: string
  internalToken: string
  /** The public demo key. */
  demoKey: string
  /** Key from which the webhooks' secrets are derived: the same at every start. */
  alertSigningKey: string
  /** Signs the sessions of members: they outlast a restart. */
  sessionSecret: string
  /** Where mail is kept in demo mode. */
  mailboxDir: string
  /** Environment of `up`; each program gets the part that it may see. */
  env: EnvSource
}

/** Public address for customers: `PUBLIC_BASE_URL` when it is set, else the address on this machine. */
export function makePublicBaseUrl(plan: RunPlan): string {
  return plan.publicUrl ?? makeLocalUrl(plan)
}

/** Addresses on which `localhost` is answered. */
const answersLocalhost: readonly string[] = ['127.0.0.1', '0.0.0.0', '::']

type RealPlace = Pick<RunPlan, 'mode' | 'publicUrl' | 'container'>

/**
 * Whether a run reads the weather from the free service: at home only, on real data, and where the user names no other server. A run with a public address, or
 * of the image, may be of a business, whose operator has to choose.
 */
function usesFreeWeather({ mode, publicUrl, container }: RealPlace, env: EnvSource): boolean {
  const isAtHome = publicUrl === null && container === null
  return isRealMode(mode) && isAtHome && !env['WEATHER_URL']
}

/**
 * Returns what a start says about the weather: `free` when it uses the free service, `off` when real data have no weather, null when the user named a server or
 * the data are invented.
 */
export function findWeather(plan: RealPlace, env: EnvSource): 'free' | 'off' | null {
  if (usesFreeWeather(plan, env)) return 'free'
  return isRealMode(plan.mode) && (env['WEATHER_URL'] || 'off') === 'off' ? 'off' : null
}

/** Where the public API is found from this machine. */
export function makeLocalUrl({ host, port }: Pick<RunPlan, 'host' | 'port'>): string {
  if (answersLocalhost.includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where a program listens for the others. */
export const makeInternalUrl = (ports: RunPorts, program: ProgramName): string => `http://127.0.0.1:${ports[program]}`

/** The programs of a run in start order; they stop in reverse order. The demo upstream is one of them unless the data are real. */
export function listPrograms(input: ProgramsInput): ProgramSpec[] {
  const { plan, ports, env } = input
  const shared = settingsOfRun(input)
  function program(name: ProgramName, decided: Record<string, string>, script = `${name}/src/main.ts`): ProgramSpec {
    const database = name === 'upstream' ? {} : { DATABASE_URL: databaseUrlOf(name, input) }
    const settings = { ...shared, ...database, ...decided, INTERNAL_PORT: String(ports[name]) }
    const known = pick(settings, (setting) => hasSetting(name, setting))
    return { name, script, env: { ...selectUserSettings(env, name, plan.mode), ...known } }
  }
  const demo = isRealMode(plan.mode) ? null : demoSettings(input)
  return [
    ...(demo === null ? [] : [program('upstream', demo.upstream, 'dev/src/upstream/main.ts')]),
    // Days of history on the command line say how much of the past is wanted.
    program('svc-ingest', {
      DATA_MODE: plan.mode,
      ...(plan.backfillDays === null ? {} : { LOAD_PAST: 'off' }),
      ...demo?.ingest,
      ...(usesFreeWeather(plan, env) ? { WEATHER_URL: weatherPublisher.freeServiceUrl } : {}),
    }),
    program('svc-carbon', {}),
    program('svc-score', {}),
    program('svc-history', {}),
    program('svc-web', {}),
    program('gateway', { PORT: String(plan.port), HOST: plan.host }),
  ]
}

/**
 * Connections of a program to the embedded database, half of its usual pool: each takes some 8 MB of this machine, and an idle one is not closed as long as
 * the program asks its pool in turn.
 */
const embeddedConnections = { ingest: 5, other: 3 } as const

function databaseUrlOf(name: RoleProgram, { plan, databases }: ProgramsInput): string {
  if (plan.databaseUrl !== null) return databases[name]
  const url = new URL(databases[name])
  url.searchParams.set('connections', String(embeddedConnections[name === 'svc-ingest' ? 'ingest' : 'other']))
  return url.href
}

/** Values shared by the programs of a run; each program gets those for which it has a setting. */
function settingsOfRun(input: ProgramsInput): Record<string, string> {
  const { plan, ports, env } = input
  return {
    REDIS_URL: input.redisUrl,
    CLOCK_OFFSET_MS: String(plan.clockOffsetMs),
    EXIT_WITH_STDIN: '1',
    // No load balancer looks at readiness, and Ctrl-C waits for every program.
    DRAIN_MS: '0',
    STOP_TIMEOUT_MS: '5000',
    INTERNAL_TOKEN: input.internalToken,
    PUBLIC_BASE_URL: makePublicBaseUrl(plan),
    ALERT_SIGNING_KEY: input.alertSigningKey,
    SESSION_SECRET: input.sessionSecret,
    DEMO_API_KEY: input.demoKey,
    SVC_CARBON_URL: makeInternalUrl(ports, 'svc-carbon'),
    SVC_SCORE_URL: makeInternalUrl(ports, 'svc-score'),
    SVC_HISTORY_URL: makeInternalUrl(ports, 'svc-history'),
    SVC_WEB_URL: makeInternalUrl(ports, 'svc-web'),
    // Mail leaves by the user's own server; without one, demo mode keeps it in a mailbox of the data folder.
    ...(plan.mode === 'demo' && !env['SMTP_URL'] ? { MAILBOX_DIR: input.mailboxDir } : {}),
    // Without mail no one can sign in: the gateway then names the plans page.
    ...(plan.mode === 'demo' || env['SMTP_URL'] ? {} : { ACCOUNTS: 'closed' }),
  }
}

/** The demo upstream stands for a foreign system: it gets no access to the stores, and ingestion its address and new credentials. */
function demoSettings({ plan: { replay }, ports }: ProgramsInput) {
  const credentials = { id: makeRandomSecret(), secret: makeRandomSecret() }
  const address = makeInternalUrl(ports, 'upstream')
  return {
    upstream: {
      PORT: String(ports.upstream),
      UPSTREAM_CLIENT_ID: credentials.id,
      UPSTREAM_CLIENT_SECRET: credentials.secret,
      ...(replay === null ? {} : { REPLAY_DIR: replay.dir, REPLAY_ONLY: replay.only ? '1' : '0' }),
    },
    ingest: {
      RTE_BASE_URL: address,
      RTE_CLIENT_ID: credentials.id,
      RTE_CLIENT_SECRET: credentials.secret,
      EMISSION_FACTORS_BASE_URL: address,
      COUNTRY_INTENSITIES_BASE_URL: address,
      // The open datasets that have no other source: the regions, and the mixes of the neighbours.
      OPEN_ODRE_BASE_URL: `${address}/open/odre`,
      OPEN_ENERGY_CHARTS_BASE_URL: `${address}/open/energy-charts`,
      // No recording has prices: in a replay the shipped ones serve.
      ...(replay === null ? { REGULATED_PRICES_BASE_URL: `${address}/open/cre` } : {}),
      // Where a recording has no weather there is none: that of the model would contradict it.
      ...(replay?.hasWeather !== false ? { WEATHER_URL: `${address}/open/open-meteo` } : {}),
    },
  }
}

/** The settings with which an operator's command ingests like svc-ingest of this run. */
const ingestNames =
  /^(RTE_|OPEN_|COUNTRY_|EMISSION_FACTORS_|REGULATED_PRICES_|RAW_|ARCHIVE_|AWS_|DATA_MODE$|CLOCK_OFFSET_MS$)/

/** The settings of svc-ingest for upstreams, kind of data and clock. */
export function makeIngestSettings(specs: readonly ProgramSpec[]): Record<string, string> {
  const env = specs.find(({ name }) => name === 'svc-ingest')?.env ?? {}
  return pick(env, (name) => ingestNames.test(name))
}
