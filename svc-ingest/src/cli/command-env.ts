import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { type EnvSource, parseEnv } from '@hexawatt/shared/config/parse-env'
import { Env } from '../env.ts'

/** Placeholder credentials for commands that call no upstream. */
const noCredentials = { RTE_CLIENT_ID: 'unused', RTE_CLIENT_SECRET: 'unused' }

/**
 * Settings of an operator's command: the settings of svc-ingest, which `dev/bootstrap.ts` takes from a running `up` when none are given.
 * A command opens no port, and logs errors only.
 *
 * @param asksUpstream false for commands that only read the stores and need no credentials
 * @throws UsageError when there is no database to work on; exits when a setting is unusable
 */
export function readCommandEnv(env: EnvSource, asksUpstream: boolean): Env {
  if (!env['DATABASE_URL']) {
    throw new UsageError(
      'DATABASE_URL is not set: start the product with "bun run up", or set the settings of svc-ingest.',
    )
  }
  return parseEnv(Env, { ...(asksUpstream ? {} : noCredentials), ...env, INTERNAL_PORT: '0', LOG_LEVEL: 'error' })
}

/** SQLSTATE "undefined table". */
const undefinedTable = '42P01'

/** One sentence for the operator. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'The command failed.'
  if ('code' in error && error.code === undefinedTable)
    return 'The database lacks tables of this version: run "bun run migrate" first.'
  return error.message
}
