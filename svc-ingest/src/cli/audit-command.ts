import { flag, optional } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command, readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { date, instant, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { readArchiveSettings } from '../archive/archive-settings.ts'
import { createPayloadArchive, type PayloadArchive } from '../archive/payload-archive.ts'
import { auditPoint } from '../audit/audit-point.ts'
import { readChainHead, walkPointChain } from '../audit/chain.ts'
import { auditIssue } from '../audit/forecast/audit-issue.ts'
import { drawIssues, readNearestIssues } from '../audit/forecast/stored-issue-store.ts'
import { type AuditDeps, createPayloadReader } from '../audit/payload-reader.ts'
import { auditPrices } from '../audit/prices/audit-prices.ts'
import { auditSample } from '../audit/sample-audit.ts'
import { drawPoints, readNearestPoints } from '../audit/stored-point-store.ts'
import { sleep } from '../upstream/retry.ts'
import {
  formatChainDay,
  formatIssueAudit,
  formatPointAudit,
  formatPriceAudit,
  formatSample,
} from './audit-texts/audit-text.ts'

type SampleCommand = { kind: 'sample'; of: 'point' | 'forecast'; count: number; seed: number | null }
type ChainCommand = { kind: 'chain'; from: Temporal.PlainDate | null; to: Temporal.PlainDate | null }
type InstantCommand = { kind: 'at'; at: Temporal.Instant } | { kind: 'issue'; at: Temporal.Instant }
type AuditCommand = InstantCommand | SampleCommand | ChainCommand | { kind: 'prices' }

/** Most points of one sample: two years of them. */
const maxSample = 105_408
/** A seed is a whole number below this. */
const seedLimit = 2 ** 31

/** `at`, `issue`, `sample`, `prices` and `chain` exclude each other, and each the options of the others. */
const auditInputs = {
  at: {
    ...optional(instant, 'recompute the point of this instant, and print stored and recomputed side by side'),
    excludes: ['issue', 'sample', 'seed', 'issues', 'prices', 'chain', 'from', 'to'],
  },
  issue: {
    ...optional(instant, 'issue the archived forecast of this full hour again, and print the differences'),
    excludes: ['sample', 'seed', 'issues', 'prices', 'chain', 'from', 'to'],
  },
  sample: {
    ...optional(wholeNumber('n', 1, maxSample), 'recompute this many points drawn at random, and print a summary'),
    excludes: ['prices', 'chain', 'from', 'to'],
  },
  seed: {
    ...optional(wholeNumber('n', 0, seedLimit - 1), 'draw the same sample as with this seed'),
    excludes: ['prices', 'chain', 'from', 'to'],
  },
  issues: {
    ...flag('with --sample: archived forecasts instead of points'),
    excludes: ['prices', 'chain', 'from', 'to'],
  },
  prices: {
    ...flag('read the archived files of regulated prices again, and compare every stored version'),
    excludes: ['chain', 'from', 'to'],
  },
  chain: flag('print a SHA-256 chain over the stored points, a line per UTC day'),
  from: optional(date, 'with --chain: first printed day'),
  to: optional(date, 'with --chain: day after the last printed day'),
}

export const auditCommandLine: CommandLine<AuditCommand> = {
  name: 'audit',
  notes: `Exit code 0: everything is equal. 1: something differs, is missing, or was computed by another version. 2: nothing was audited.
DATABASE_URL: the product's database, and ARCHIVE_URL with its credentials where payloads stand in object storage (taken from a running bun run up when
they are not set).`,
  command: command({
    summary: 'Proves stored points, archived forecasts and regulated prices from the archived payloads.',
    examples: [
      '--at 2026-02-03T12:40:00Z',
      '--issue 2026-02-03T12:00:00Z',
      '--sample 500 --seed 1',
      '--sample 20 --issues',
      '--prices',
      '--chain --from 2026-02-01',
    ],
    inputs: auditInputs,
    read({ at, issue, sample, seed, issues, prices, chain, from, to }) {
      if (at !== null) return { kind: 'at', at }
      if (issue !== null) return { kind: 'issue', at: issue }
      if (sample !== null) return { kind: 'sample', of: issues ? 'forecast' : 'point', count: sample, seed }
      if (prices) return { kind: 'prices' }
      if (chain) return { kind: 'chain', from, to }
      throw new UsageError('Choose one of --at, --issue, --sample, --prices and --chain (bun run audit --help).')
    },
  }),
}

export type AuditInput = {
  argv: readonly string[]
  env: EnvSource
  /** Prints a line of the report. */
  print: (line: string) => void
  /** Prints a line of progress. */
  printProgress: (line: string) => void
}

/** Exit codes: everything equal, something differs. */
const equalExitCode = 0
const differentExitCode = 1

const noneSentence = { point: 'No point is stored yet.', forecast: 'No forecast is archived yet.' } as const

/** Points of a sample between two lines of progress. */
const progressEvery = 50

/**
 * Runs `bun run audit`. It reads the database only.
 *
 * @returns exit code: 0 when everything is equal, 1 when something is not
 * @throws UsageError with one sentence for the operator; nothing was audited then
 */
export async function runAuditCommand(input: AuditInput): Promise<number> {
  const command = readCommandLine(auditCommandLine, input.argv)
  if ('helpText' in command) {
    input.print(command.helpText)
    return equalExitCode
  }
  const settings = readArchiveSettings(input.env)
  const sql = createSql(readDatabaseUrl(input.env), 'audit')
  const archive = createPayloadArchive({ sql, settings, sleep, random: Math.random })
  const deps = { sql, payloads: createPayloadReader(archive) }
  try {
    if (command.kind === 'at') return await auditInstant(deps, command.at, input)
    if (command.kind === 'issue') return await auditIssueAt(deps, command.at, input)
    if (command.kind === 'prices') return await auditStoredPrices(sql, archive, input)
    return command.kind === 'chain' ? await printChain(sql, command, input) : await sample(deps, command, input)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The only store that every audit needs: neither Redis nor an upstream. */
function readDatabaseUrl(env: EnvSource): string {
  const url = env['DATABASE_URL']
  if (url) return url
  throw new UsageError(
    'DATABASE_URL is not set: start the product with "bun run up", or give the address of its database.',
  )
}

async function auditInstant(deps: AuditDeps, at: Temporal.Instant, { print }: AuditInput): Promise<number> {
  const audit = await auditPoint(deps, at)
  if (audit === null) throw new UsageError(await describeNoPoint(deps.sql, at))
  print(formatPointAudit(audit))
  return audit.outcome === 'equal' ? equalExitCode : differentExitCode
}

async function describeNoPoint(sql: Sql, at: Temporal.Instant): Promise<string> {
  const nearest = (await readNearestPoints(sql, at)).map(isoSeconds)
  if (nearest.length === 0) return noneSentence.point
  return `No point of ${isoSeconds(at)} is stored; the nearest: ${nearest.join(' and ')}.`
}

async function auditIssueAt(deps: AuditDeps, at: Temporal.Instant, { print }: AuditInput): Promise<number> {
  const audit = await auditIssue(deps, at)
  if (audit === null) {
    const nearest = (await readNearestIssues(deps.sql, at)).map(isoSeconds)
    throw new UsageError(
      nearest.length === 0
        ? noneSentence.forecast
        : `No forecast of ${isoSeconds(at)} is archived; the nearest: ${nearest.join(' and ')}.`,
    )
  }
  print(formatIssueAudit(audit))
  return audit.outcome === 'equal' ? equalExitCode : differentExitCode
}

async function sample(deps: AuditDeps, command: SampleCommand, { print, printProgress }: AuditInput): Promise<number> {
  const seed = command.seed ?? Math.floor(Math.random() * seedLimit)
  const { of } = command
  const [draw, auditAt] = of === 'point' ? [drawPoints, auditPoint] : [drawIssues, auditIssue]
  const audited = await auditSample(
    await draw(deps.sql, command.count, seed),
    (at) => auditAt(deps, at),
    (done, drawn) => {
      if (done % progressEvery === 0) printProgress(`${done} of ${drawn} ${of}s`)
    },
  )
  if (audited.audited === 0) throw new UsageError(noneSentence[of])
  print(formatSample(audited, of, seed))
  if (of === 'forecast') return audited.counts.equal === audited.audited ? equalExitCode : differentExitCode
  const head = await readChainHead(deps.sql)
  if (head !== null) print(formatChainDay(head))
  return audited.counts.equal === audited.audited ? equalExitCode : differentExitCode
}

async function auditStoredPrices(sql: Sql, archive: PayloadArchive, { print }: AuditInput): Promise<number> {
  const audit = await auditPrices({ sql, archive })
  if (audit.versions + audit.payloads === 0) throw new UsageError('No regulated price is stored yet.')
  print(formatPriceAudit(audit))
  return audit.differences.length === 0 ? equalExitCode : differentExitCode
}

async function printChain(sql: Sql, { from, to }: ChainCommand, { print }: AuditInput): Promise<number> {
  for await (const link of walkPointChain(sql)) {
    const isAsked = (from === null || link.day >= from.toString()) && (to === null || link.day < to.toString())
    if (isAsked) print(formatChainDay(link))
  }
  return equalExitCode
}
