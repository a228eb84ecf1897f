import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { readPlanTable } from '../plans/plan-table.ts'
import { createApiKey, fingerprint } from './api-key.ts'
import { type Command, type CreateCommand, parseCommand } from './cli-arguments.ts'
import { createdJson, createdText, listJson, listText, revokedText, usage } from './cli-text.ts'
import { createKeyStore, KeyRefusedError, type KeyStore } from './key-store.ts'

/** What a command prints, and where. */
export type CommandResult = { exitCode: 0 | 1; text: string }

/** Longest the revocation waits for Redis, ms. */
const redisWaitMs = 2_000

/** Runs `bun run keys` and returns what it prints: on any failure one sentence and exit code 1. */
export async function runCommand(argv: readonly string[], env: EnvSource): Promise<CommandResult> {
  try {
    const command = parseCommand(argv)
    return { exitCode: 0, text: command.kind === 'help' ? usage : await withStore(command, env) }
  } catch (error) {
    return { exitCode: 1, text: failureText(error) }
  }
}

async function withStore(command: Exclude<Command, { kind: 'help' }>, env: EnvSource): Promise<string> {
  const sql = createSql(databaseUrl(env), 'keys', 1)
  try {
    const store = createKeyStore(sql, readPlanTable(env['PLANS_FILE']))
    if (command.kind === 'create') return await create(store, command)
    if (command.kind === 'revoke') {
      const revoked = await store.revoke(command.selector)
      return revokedText(revoked, await tellGateways(env['REDIS_URL'], revoked.sha256))
    }
    const keys = await store.list(command.account)
    return command.json ? listJson(keys) : listText(keys)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function create(store: KeyStore, command: CreateCommand): Promise<string> {
  const key = createApiKey()
  const created = await store.create({ ...command, fingerprint: fingerprint(key) })
  return command.json ? createdJson(key, created) : createdText(key, created)
}

function databaseUrl(env: EnvSource): string {
  const url = env['DATABASE_URL'] ?? ''
  if (url === '') {
    throw new UsageError('DATABASE_URL is not set: start the product with "bun run up", or set it to its Postgres.')
  }
  if (!URL.canParse(url)) throw new UsageError('DATABASE_URL is not a URL such as postgres://user@host:5432/database.')
  return url
}

/** Publishes the change; false when there is no Redis to publish on. */
async function tellGateways(redisUrl: string | undefined, sha256: string): Promise<boolean> {
  if (redisUrl === undefined || redisUrl === '') return false
  const redis = createRedis(redisUrl, createLogger('keys', 'error'))
  try {
    await whenRedisReady(redis, redisWaitMs)
    await redis.publish(keyChangedChannel, sha256)
    return true
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}

/** Postgres' word for "this table does not exist". */
const undefinedTable = '42P01'

function failureText(error: unknown): string {
  if (error instanceof UsageError || error instanceof KeyRefusedError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  if (code === undefinedTable) return 'The database has no tables yet: run "bun run migrate" first.'
  return `Postgres could not be used (${code}): check DATABASE_URL, or start the product with "bun run up".`
}
