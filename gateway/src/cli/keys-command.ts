import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { createSql } from '@hexawatt/shared/postgres/client'
import { commandRedisTarget } from '@hexawatt/shared/redis/settings'
import { type AccountDeps, createKey, revokeKey, rotateKey, setExpiry, setPlan } from '../accounts/account-changes.ts'
import { KeyRefusedError } from '../accounts/account-inputs.ts'
import { listKeys } from '../accounts/account-store.ts'
import { createdKeyBody, listedKeyBodies, rotatedKeyBody } from '../accounts/key-bodies.ts'
import { createPublishKeyChange } from '../auth/key-changes.ts'
import { readPlanTable } from '../plans/plan-table.ts'
import { commandDatabaseUrl, commandFailure, withCommandRedis } from './command-stores.ts'
import { type KeyCommand, keysCommandLine } from './keys-arguments.ts'
import { createdText, expiryText, listText, planText, revokedText, rotatedText } from './keys-text.ts'

/** What a command prints, and where. */
export type CommandResult = { exitCode: 0 | 1; text: string }

/** Runs `bun run keys` and returns what it prints: on any failure one sentence and exit code 1. */
export async function runCommand(argv: readonly string[], env: EnvSource): Promise<CommandResult> {
  try {
    const command = readCommandLine(keysCommandLine, argv)
    return { exitCode: 0, text: 'helpText' in command ? command.helpText : await withStores(command, env) }
  } catch (error) {
    return { exitCode: 1, text: error instanceof KeyRefusedError ? error.message : commandFailure(error) }
  }
}

async function withStores(command: KeyCommand, env: EnvSource): Promise<string> {
  const sql = createSql(commandDatabaseUrl(env), 'keys', 1)
  try {
    const planTable = readPlanTable(env['PLANS_FILE'])
    return await run(command, { sql, planTable, publishKeyChange: (sha256s) => publishOnce(env, sha256s) })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function run(command: KeyCommand, accounts: AccountDeps): Promise<string> {
  switch (command.kind) {
    case 'create': {
      const created = await createKey(accounts, command)
      return command.json ? JSON.stringify(createdKeyBody(created)) : createdText(created)
    }
    case 'list': {
      const keys = await listKeys(accounts.sql, command.account)
      const now = Temporal.Now.instant()
      return command.json ? JSON.stringify(listedKeyBodies(keys, now)) : listText(keys, now)
    }
    case 'rotate': {
      const rotated = await rotateKey(accounts, command)
      return command.json ? JSON.stringify(rotatedKeyBody(rotated)) : rotatedText(rotated)
    }
    case 'revoke':
      return revokedText(await revokeKey(accounts, command.selector))
    case 'expire':
      return expiryText(await setExpiry(accounts, command))
    case 'plan':
      return planText(await setPlan(accounts, { ...command, account: { name: command.account } }))
  }
}

/** Connects to Redis only when there is something to publish; false when there is no Redis. */
async function publishOnce(env: EnvSource, sha256s: readonly string[]): Promise<boolean> {
  const target = commandRedisTarget(env, 'snapshots')
  return target !== null && (await withCommandRedis(target, 'keys', (redis) => createPublishKeyChange(redis)(sha256s)))
}
