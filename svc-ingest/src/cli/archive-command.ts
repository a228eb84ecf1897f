import { optional, required } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command, readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { formatTextTable } from '@hexawatt/shared/command-line/tables'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { oneOf, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { type ArchiveSettings, readArchiveSettings } from '../archive/archive-settings.ts'
import { type Bucket, createBucket } from '../archive/bucket.ts'
import { checkPayloads, movePayloads, type WalkOptions, type WalkProgress } from '../archive/move-payloads.ts'
import { type BodyPlace, bodyPlaces, countByPlace, countLooseObjects } from '../archive/stored-body-store.ts'
import { sleep } from '../upstream/retry.ts'
import { interruptedExitCode, type LongCommandInput } from './backfill-command.ts'
import { createProgressDisplay } from './progress-display.ts'

type MoveCommand = { kind: 'move'; to: BodyPlace; limit: number | null }
type ArchiveCommand = { kind: 'status' } | { kind: 'check' } | MoveCommand

const maxLimit = 100_000_000

export const archiveCommandLine: CommandLine<ArchiveCommand> = {
  name: 'archive',
  summary: 'Shows, moves and checks the bodies of archived payloads.',
  notes: `Exit code 0: done, and every payload is good. 1: some payloads are faulty; they are listed. 130: interrupted.
DATABASE_URL: the product's database. ARCHIVE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: object storage (all taken from a running bun run up
when they are not set).`,
  commands: {
    status: command({
      summary: 'Counts the bodies in Postgres and in object storage.',
      examples: [''],
      inputs: {},
      read: () => ({ kind: 'status' }),
    }),
    move: command({
      summary: 'Moves bodies to the other place, oldest first; run again, it continues.',
      examples: ['--to s3', '--to postgres --limit 10000'],
      inputs: {
        to: required(oneOf('place', bodyPlaces), 'new place of the bodies'),
        limit: optional(wholeNumber('n', 1, maxLimit), 'stop after this many payloads'),
      },
      read: (asked) => ({ kind: 'move', ...asked }),
    }),
    check: command({
      summary: 'Reads every payload and checks its SHA-256.',
      examples: [''],
      inputs: {},
      read: () => ({ kind: 'check' }),
    }),
  },
}

/**
 * Runs `bun run archive`.
 *
 * @returns exit code: 0 when all is done and good, 1 when payloads are faulty, 130 when interrupted
 * @throws UsageError, UpstreamError with one sentence for the operator
 */
export async function runArchiveCommand(input: LongCommandInput): Promise<number> {
  const asked = readCommandLine(archiveCommandLine, input.argv)
  if ('helpText' in asked) {
    input.output.write(`${asked.helpText}\n`)
    return 0
  }
  const settings = readArchiveSettings(input.env)
  const bucket = settings === null ? null : createBucket(settings, { sleep, random: Math.random })
  const url = input.env['DATABASE_URL']
  if (!url) throw new UsageError('DATABASE_URL is not set: start the product with "bun run up", or set it.')
  const sql = createSql(url, 'archive')
  try {
    if (asked.kind === 'status') return await showStatus(sql, settings, input)
    const outcome =
      asked.kind === 'check' ? await check(sql, bucket, input) : await move(sql, settings, bucket, asked, input)
    input.output.write(`${formatOutcome(asked, outcome)}\n`)
    if (outcome.faulty > 0) return 1
    return input.stopping.aborted ? interruptedExitCode : 0
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function showStatus(sql: Sql, settings: ArchiveSettings | null, { output }: LongCommandInput): Promise<number> {
  const [counts, loose] = [await countByPlace(sql), await countLooseObjects(sql)]
  const rows = counts.map(({ place, payloads, bytes, storedBytes }) => [
    place,
    String(payloads),
    formatMegabytes(bytes),
    formatMegabytes(storedBytes),
  ])
  output.write(`${formatTextTable(['PLACE', 'PAYLOADS', 'UNPACKED', 'IN THE DATABASE'], rows)}\n`)
  output.write(`${loose} objects are recorded as loose: an object that no row refers to for a day is removed.\n`)
  output.write(`With these settings, new bodies go to ${settings?.isWritten === true ? 's3' : 'postgres'}.\n`)
  return 0
}

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

function check(sql: Sql, bucket: Bucket | null, input: LongCommandInput): Promise<WalkProgress> {
  return walkWithProgress(input, null, (options) => checkPayloads({ sql, bucket }, options))
}

async function move(
  sql: Sql,
  settings: ArchiveSettings | null,
  bucket: Bucket | null,
  { to, limit }: MoveCommand,
  input: LongCommandInput,
): Promise<WalkProgress> {
  if (bucket === null) throw new UsageError('ARCHIVE_URL is not set: it names the object storage.')
  if (to === 's3' && settings?.isWritten === false)
    throw new UsageError('ARCHIVE_URL has writes=off: nothing is written there.')
  return walkWithProgress(input, limit, (options) => movePayloads({ sql, bucket }, to, options))
}

/** Walks through payloads with a progress line, which is ended also when the walk fails. */
function walkWithProgress(
  { output, stopping }: LongCommandInput,
  limit: number | null,
  walk: (options: WalkOptions) => Promise<WalkProgress>,
): Promise<WalkProgress> {
  const display = createProgressDisplay(output, formatProgress)
  return walk({ limit, stopping, onProgress: display.show }).finally(display.end)
}

function formatProgress({ done, faulty }: WalkProgress, elapsedMs: number): string {
  const perSecond = elapsedMs <= 0 ? 'rate unknown' : `${((1_000 * done) / elapsedMs).toFixed(0)} payloads/s`
  return [`${done} payloads`, perSecond, ...(faulty > 0 ? [`${faulty} faulty`] : [])].join('  ')
}

function formatOutcome(asked: MoveCommand | { kind: 'check' }, { done, faulty, firstFaults }: WalkProgress): string {
  const good = asked.kind === 'check' ? 'have the SHA-256 they were archived with' : `are in ${asked.to} now`
  const more = faulty - firstFaults.length
  return [
    ...firstFaults.map(({ id, source, reason }) => `payload ${id} of ${source} ${reason}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
    `${done - faulty} payloads ${good}${faulty > 0 ? `; ${faulty} are faulty and stay unchanged` : ''}.`,
  ].join('\n')
}
