import { userInfo } from 'node:os'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import type { PublishKeyChange } from '@hexawatt/shared/keys/publish-key-change'
import { createSql } from '@hexawatt/shared/postgres/client'
import { findCommandRedisTarget } from '@hexawatt/shared/redis/settings'
import { type ActingDeps, createKey, revokeKey, rotateKey, setExpiry } from '../accounts/account-changes.ts'
import { listKeys } from '../accounts/account-store.ts'
import { type Actor, auditPageBody, readAuditLog } from '../accounts/audit-log-store.ts'
import { makeCreatedKeyBody, makeListedKeyBodies, makeRotatedKeyBody, planRequestBody } from '../accounts/key-bodies.ts'
import { approveRequest, refuseRequest, setPlan } from '../accounts/plan-changes.ts'
import { listOpenRequests } from '../accounts/plan-request-store.ts'
import { KeyRefusedError } from '../accounts/refusals.ts'
import { describeCommandFailure, readCommandDatabaseUrl, withCommandRedis } from './command-stores.ts'
import { createKeysCommandLine, type KeyCommand } from './keys-arguments.ts'
import {
  auditText,
  listText,
  planText,
  writeCreated,
  writeExpiry,
  writeRefused,
  writeRequests,
  writeRevoked,
  writeRotated,
} from './keys-text.ts'

/** The output channels of a command. */
export type CommandResult = { exitCode: 0 | 1; text: string }

/** Runs `bun run keys` and returns its output: on any failure one sentence and exit code 1. */
export async function runCommand(argv: readonly string[], env: EnvSource): Promise<CommandResult> {
  try {
    const planTable = readPlanTable(env['PLANS_FILE'])
    const command = readCommandLine(createKeysCommandLine(listPlanIds(planTable.plans)), argv)
    return { exitCode: 0, text: 'helpText' in command ? command.helpText : await withStores(command, planTable, env) }
  } catch (error) {
    return { exitCode: 1, text: error instanceof KeyRefusedError ? error.message : describeCommandFailure(error) }
  }
}

async function withStores(command: KeyCommand, planTable: PlanTable, env: EnvSource): Promise<string> {
  const sql = createSql(readCommandDatabaseUrl(env), 'keys', 1)
  try {
    const publishKeyChange: PublishKeyChange = (sha256s) => publishOnce(env, sha256s)
    return await run(command, { sql, planTable, publishKeyChange, actor: findCommandActor() })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The actor for the audit log: the user of the operating system, or its number when a container has no user name. */
function findCommandActor(): Actor {
  return { kind: 'operator', id: `command-line:${readUserName() ?? process.getuid?.() ?? 'unknown'}` }
}

function readUserName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

async function run(command: KeyCommand, accounts: ActingDeps): Promise<string> {
  switch (command.kind) {
    case 'create': {
      const created = await createKey(accounts, command)
      return command.json ? JSON.stringify(makeCreatedKeyBody(created)) : writeCreated(created)
    }
    case 'list': {
      const keys = await listKeys(accounts.sql, command.account)
      const now = Temporal.Now.instant()
      return command.json ? JSON.stringify(makeListedKeyBodies(keys, now)) : listText(keys, now)
    }
    case 'rotate': {
      const rotated = await rotateKey(accounts, command)
      return command.json ? JSON.stringify(makeRotatedKeyBody(rotated)) : writeRotated(rotated)
    }
    case 'revoke':
      return writeRevoked(await revokeKey(accounts, command.selector))
    case 'expire':
      return writeExpiry(await setExpiry(accounts, command))
    case 'plan':
      return planText(await setPlan(accounts, { ...command, account: { name: command.account } }))
    case 'requests': {
      const requests = await listOpenRequests(accounts.sql)
      return command.json ? JSON.stringify(requests.map(planRequestBody)) : writeRequests(requests)
    }
    case 'approve':
      return planText(await approveRequest(accounts, command.requestId))
    case 'refuse':
      return writeRefused(await refuseRequest(accounts, command.requestId))
    case 'audit-log': {
      const page = await readAuditLog(accounts.sql, command)
      return command.json ? JSON.stringify(auditPageBody(page)) : auditText(page)
    }
  }
}

/** Connects to Redis only when there is something to publish; false when there is no Redis. */
async function publishOnce(env: EnvSource, sha256s: readonly string[]): Promise<boolean> {
  const target = findCommandRedisTarget(env, 'snapshots')
  if (target === null) return false
  const { createPublishKeyChange } = await import('@hexawatt/shared/keys/publish-key-change')
  return withCommandRedis(target, 'keys', (redis) => createPublishKeyChange(redis)(sha256s))
}
