import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { createSql } from '@hexawatt/shared/postgres/client'
import {
  changeExpiry,
  changePlan,
  createKey,
  type KeyAdministration,
  revokeKey,
  rotateKey,
} from '../accounts/account-changes.ts'
import { createdKeyBody, listedKeyBodies, rotatedKeyBody } from '../accounts/key-bodies.ts'
import { KeyRefusedError } from '../accounts/key-refused-error.ts'
import { createKeyStore } from '../auth/key-store.ts'
import { createTellGateways, type TellGateways } from '../auth/publish-key-change.ts'
import { readPlanTable } from '../plans/plan-table.ts'
import { withCommandRedis } from './command-redis.ts'
import { commandDatabaseUrl, commandFailure } from './command-stores.ts'
import { type KeyCommand, parseCommand } from './keys-arguments.ts'
import { createdText, listText, movedExpiryText, movedPlanText, revokedText, rotatedText, usage } from './keys-text.ts'

/** What a command prints, and where. */
export type CommandResult = { exitCode: 0 | 1; text: string }

/** Runs `bun run keys` and returns what it prints: on any failure one sentence and exit code 1. */
export async function runCommand(argv: readonly string[], env: EnvSource): Promise<CommandResult> {
  try {
    const command = parseCommand(argv)
    return { exitCode: 0, text: command.kind === 'help' ? usage : await withStores(command, env) }
  } catch (error) {
    return { exitCode: 1, text: error instanceof KeyRefusedError ? error.message : commandFailure(error) }
  }
}

async function withStores(command: KeyCommand, env: EnvSource): Promise<string> {
  const sql = createSql(commandDatabaseUrl(env), 'keys', 1)
  try {
    const store = createKeyStore(sql, readPlanTable(env['PLANS_FILE']))
    return await run(command, { store, tellGateways: (sha256s) => tellOnce(env['REDIS_URL'], sha256s) })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function run(command: KeyCommand, administration: KeyAdministration): Promise<string> {
  switch (command.kind) {
    case 'create': {
      const created = await createKey(administration, command)
      return command.json ? JSON.stringify(createdKeyBody(created)) : createdText(created)
    }
    case 'list': {
      const keys = await administration.store.list(command.account)
      const now = Temporal.Now.instant()
      return command.json ? JSON.stringify(listedKeyBodies(keys, now)) : listText(keys, now)
    }
    case 'rotate': {
      const rotated = await rotateKey(administration, command)
      return command.json ? JSON.stringify(rotatedKeyBody(rotated)) : rotatedText(rotated)
    }
    case 'revoke':
      return revokedText(await revokeKey(administration, command.selector))
    case 'expire':
      return movedExpiryText(await changeExpiry(administration, command))
    case 'plan':
      return movedPlanText(await changePlan(administration, { ...command, account: { name: command.account } }))
  }
}

/** Connects only when there is something to tell; false when there is no Redis to publish on. */
async function tellOnce(redisUrl: string | undefined, ...notice: Parameters<TellGateways>): Promise<boolean> {
  if (redisUrl === undefined || redisUrl === '') return false
  return await withCommandRedis(redisUrl, 'keys', (redis) => createTellGateways(redis)(...notice))
}
