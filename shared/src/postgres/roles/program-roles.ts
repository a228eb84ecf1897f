import * as v from 'valibot'

/**
 * The role of each program in Postgres, and the setting of `migrate` with its password. Roles belong to a server: all of its databases share them.
 */
export const programRoles = {
  gateway: { role: 'hexawatt_gateway', passwordSetting: 'GATEWAY_DATABASE_PASSWORD' },
  'svc-carbon': { role: 'hexawatt_carbon', passwordSetting: 'SVC_CARBON_DATABASE_PASSWORD' },
  'svc-score': { role: 'hexawatt_score', passwordSetting: 'SVC_SCORE_DATABASE_PASSWORD' },
  'svc-history': { role: 'hexawatt_history', passwordSetting: 'SVC_HISTORY_DATABASE_PASSWORD' },
  'svc-web': { role: 'hexawatt_web', passwordSetting: 'SVC_WEB_DATABASE_PASSWORD' },
  'svc-ingest': { role: 'hexawatt_ingest', passwordSetting: 'SVC_INGEST_DATABASE_PASSWORD' },
} as const
export type RoleProgram = keyof typeof programRoles

export const rolePrograms = Object.keys(programRoles) as RoleProgram[]

/** Passwords by program; a role without a given password keeps its password. */
export type RolePasswords = Readonly<Partial<Record<RoleProgram, string>>>

/** Characters that need no escaping in a URL, and that the normalisation of passwords (RFC 4013) does not change. */
const passwordPattern = /^[\w.~-]{16,200}$/

const EnvPassword = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => text === '' || passwordPattern.test(text), '16 to 200 letters, digits or . _ ~ -'),
  ),
  '',
)

/** Settings of `migrate`: the password of each role; empty = the role keeps its password. */
export const rolePasswordSettings = {
  GATEWAY_DATABASE_PASSWORD: EnvPassword,
  SVC_CARBON_DATABASE_PASSWORD: EnvPassword,
  SVC_SCORE_DATABASE_PASSWORD: EnvPassword,
  SVC_HISTORY_DATABASE_PASSWORD: EnvPassword,
  SVC_WEB_DATABASE_PASSWORD: EnvPassword,
  SVC_INGEST_DATABASE_PASSWORD: EnvPassword,
}

/** The passwords that the settings hold. */
export function toRolePasswords(env: Readonly<Record<keyof typeof rolePasswordSettings, string>>): RolePasswords {
  const given = rolePrograms.map((program) => [program, env[programRoles[program].passwordSetting]] as const)
  return Object.fromEntries(given.filter(([, password]) => password !== ''))
}

/** Address of the same database for the role of a program; parameters of the address stay. */
export function buildRoleDatabaseUrl(databaseUrl: string, program: RoleProgram, password: string): string {
  const url = new URL(databaseUrl)
  url.username = programRoles[program].role
  url.password = password
  return url.href
}
