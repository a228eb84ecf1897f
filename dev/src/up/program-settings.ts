import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { Env as GatewayEnv } from '../../../gateway/src/env.ts'
import { Env as CarbonEnv } from '../../../svc-carbon/src/env.ts'
import { Env as HistoryEnv } from '../../../svc-history/src/env.ts'
import { Env as IngestEnv } from '../../../svc-ingest/src/env.ts'
import { Env as ScoreEnv } from '../../../svc-score/src/env.ts'
import { Env as WebEnv } from '../../../svc-web/src/env.ts'
import { UpstreamEnv } from '../upstream/env.ts'

/**
 * The settings of each program, as its own schema has them. Of a program this file reads only the names of its settings, so that no list of them is
 * written a second time.
 */
export const programSchemas = {
  upstream: UpstreamEnv,
  'svc-ingest': IngestEnv,
  'svc-carbon': CarbonEnv,
  'svc-score': ScoreEnv,
  'svc-history': HistoryEnv,
  'svc-web': WebEnv,
  gateway: GatewayEnv,
} as const

/** The programs that `up` starts. */
export type ProgramName = keyof typeof programSchemas

export const programNames = Object.keys(programSchemas) as readonly ProgramName[]

/** Whether a program has a setting of this name. */
export function hasSetting(program: ProgramName, name: string): boolean {
  return Object.hasOwn(programSchemas[program].entries, name)
}

/** Names of the machine and its libraries, which every program may read in addition to its settings. */
const machineNames: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'OTEL_EXPORTER_OTLP_HEADERS',
])

/** Settings that access to real publishers may need. */
const networkNames: ReadonlySet<string> = new Set([
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
])

/**
 * Settings that `up` decides: the programs that it starts, their addresses, and their shared values. Values in the environment belong to another
 * installation.
 */
const decidedByUp =
  /^(PORT|HOST|INTERNAL_\w+|SVC_\w+|GATEWAY_PROCESS|ZONE|DATA_MODE|DATABASE_\w+|(\w+_)?REDIS_\w+|CLOCK_OFFSET_MS|DRAIN_MS|STOP_TIMEOUT_MS|EXIT_WITH_STDIN|PUBLIC_BASE_URL|MAILBOX_DIR|REPLAY_\w+|UPSTREAM_\w+|ALLOW_FAULT_CONTROL)$/

/** Settings of the publishers. */
const publisherNames = /^(RTE|OPEN|COUNTRY|EMISSION_FACTORS|REGULATED_PRICES|WEATHER)_/
const operatorNames = /^RTE_/

/** Settings that mean nothing without another: credentials would belong to something else on this machine. */
const dependent: readonly { names: RegExp; on: string }[] = [
  { names: /^(ARCHIVE|AWS)_/, on: 'ARCHIVE_URL' },
  { names: /^(SMTP_URL|MAIL_FROM)$/, on: 'SMTP_URL' },
]

/**
 * The part of the user's environment that a program receives: its own settings, unless `up` decides them.
 * / @param mode of the data: publishers are the user's only when the data are real, the operator's API only when they are live
 */
export function selectUserSettings(env: EnvSource, program: ProgramName, mode: string): Record<string, string> {
  const isReal = mode === 'live' || mode === 'open'
  function isGiven(name: string): boolean {
    if (machineNames.has(name)) return true
    if (program === 'svc-ingest' && networkNames.has(name.toUpperCase())) return isReal
    if (!hasSetting(program, name) || decidedByUp.test(name)) return false
    if (publisherNames.test(name)) return operatorNames.test(name) ? mode === 'live' : isReal
    return dependent.every(({ names, on }) => !names.test(name) || Boolean(env[on]))
  }
  return pick(env, isGiven)
}

/** The variables of an environment that are set and allowed. */
export function pick(env: EnvSource, isAllowed: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isAllowed(name) ? [[name, value]] : [])),
  )
}
