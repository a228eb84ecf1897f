import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { chainLine, pointAuditText, sampleText } from '../cli/audit-text.ts'
import { auditUsage, type ChainCommand, parseAuditArguments, type SampleCommand, seedLimit } from './audit-arguments.ts'
import { auditPoint } from './audit-point.ts'
import { chainHead, pointChain } from './chain.ts'
import { createPayloadReader } from './payload-reader.ts'
import { auditSample } from './sample-audit.ts'
import { readNearestPoints } from './stored-point-store.ts'

export type AuditInput = {
  argv: readonly string[]
  env: EnvSource
  /** Takes a line of the report. */
  print: (line: string) => void
  /** Takes a line about how far it is. */
  printProgress: (line: string) => void
}

/** Exit codes: everything equal, something differs. */
const equalExitCode = 0
const differentExitCode = 1

/** A line of progress after so many points of a sample. */
const progressEvery = 50

/**
 * Runs `bun run audit`. It reads the database only.
 *
 * @returns exit code: 0 when everything is equal, 1 when something is not
 * @throws UsageError with one sentence for the operator; nothing was audited then
 */
export async function runAuditCommand(input: AuditInput): Promise<number> {
  const command = parseAuditArguments(input.argv)
  if (command.kind === 'help') {
    input.print(auditUsage)
    return equalExitCode
  }
  const sql = createSql(databaseUrl(input.env), 'audit')
  try {
    if (command.kind === 'at') return await auditInstant(sql, command.at, input)
    return command.kind === 'sample' ? await sample(sql, command, input) : await chain(sql, command, input)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The one setting: an audit needs neither Redis nor an upstream. */
function databaseUrl(env: EnvSource): string {
  const url = env['DATABASE_URL']
  if (url) return url
  throw new UsageError(
    'DATABASE_URL is not set: start the product with "bun run up", or give the address of its database.',
  )
}

async function auditInstant(sql: Sql, at: Temporal.Instant, { print }: AuditInput): Promise<number> {
  const audit = await auditPoint({ sql, payloads: createPayloadReader(sql) }, at)
  if (audit === null) throw new UsageError(await noPointSentence(sql, at))
  print(pointAuditText(audit))
  return audit.outcome === 'equal' ? equalExitCode : differentExitCode
}

async function noPointSentence(sql: Sql, at: Temporal.Instant): Promise<string> {
  const nearest = (await readNearestPoints(sql, at)).map(isoSeconds)
  if (nearest.length === 0) return 'No point is stored yet.'
  return `No point of ${isoSeconds(at)} is stored; the nearest: ${nearest.join(' and ')}.`
}

async function sample(sql: Sql, command: SampleCommand, { print, printProgress }: AuditInput): Promise<number> {
  const seed = command.seed ?? Math.floor(Math.random() * seedLimit)
  const deps = { sql, payloads: createPayloadReader(sql) }
  const audited = await auditSample(deps, { count: command.count, seed }, (done, of) => {
    if (done % progressEvery === 0) printProgress(`${done} of ${of} points`)
  })
  if (audited.audited === 0) throw new UsageError('No point is stored yet.')
  print(sampleText(audited, seed))
  const head = await chainHead(sql)
  if (head !== null) print(chainLine(head))
  return audited.counts.equal === audited.audited ? equalExitCode : differentExitCode
}

async function chain(sql: Sql, { from, to }: ChainCommand, { print }: AuditInput): Promise<number> {
  for await (const link of pointChain(sql)) {
    const isAsked = (from === null || link.day >= from.toString()) && (to === null || link.day < to.toString())
    if (isAsked) print(chainLine(link))
  }
  return equalExitCode
}
