import { flag, optional, repeated, required, word } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command, readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { date, instant, oneOf, text, type ValueKind } from '@hexawatt/shared/command-line/value-kinds'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { readTrace } from '../archive/trace-store.ts'
import { readGapAttempts } from '../backfill/backfill-store.ts'
import { readCompleteness, type WantedDays } from '../backfill/completeness.ts'
import { isRepairable, repairGaps } from '../backfill/repair-gaps.ts'
import { createDeps, type Deps } from '../deps.ts'
import { type FeedsAnswer, type ProbeCommand, runProbe } from '../first-contact/run-probe.ts'
import { readCommandEnv } from './command-env.ts'
import { type FeedGaps, formatGaps, formatRepairs, formatStatus, formatTrace } from './feeds-text.ts'

export type GapsCommand = { kind: 'gaps'; feeds: readonly FeedId[]; wanted: WantedDays; repair: boolean }
export type TraceCommand = { kind: 'trace'; feed: FeedId; slot: Temporal.Instant; series: string | null }
export type FeedsCommand =
  | { kind: 'status' }
  | ProbeCommand
  | GapsCommand
  | TraceCommand
  | { kind: 'payload'; id: string }

const feed = oneOf('feed', feedIds)
const payloadId: ValueKind<string> = {
  placeholder: 'id',
  accepts: 'the number of one payload, as trace shows it',
  read: (given) => (/^\d{1,18}$/.test(given) ? given : null),
}

export const feedsCommandLine: CommandLine<FeedsCommand> = {
  name: 'feeds',
  summary: 'Shows the state of the feeds.',
  notes: "DATABASE_URL, REDIS_URL: the product's stores (taken from a running bun run up when they are not set).",
  commands: {
    status: command({
      summary: 'Freshness of every source, as in /api/status.',
      examples: [''],
      inputs: {},
      read: () => ({ kind: 'status' }),
    }),
    gaps: command({
      summary: 'Days that lack slots.',
      examples: ['--feed consumption --from 2025-03-01 --to 2025-04-01', '--repair'],
      inputs: {
        feed: repeated(feed, 'only this feed; may be given several times'),
        from: optional(date, 'first Paris day; default: the last 31 days, from the first stored slot on'),
        to: optional(date, 'Paris day after the last day'),
        repair: flag('request these days again'),
      },
      read: ({ feed: feeds, repair, ...wanted }) => ({ kind: 'gaps', feeds, wanted, repair }),
    }),
    probe: command({
      summary: 'Calls each open source once, and compares its answer with the expected answer.',
      examples: ['', '--json', '--report first-contact.json', '--replay first-contact.json'],
      inputs: {
        json: flag('print all findings as JSON'),
        report: {
          ...optional(
            text('file'),
            "also call the operator's APIs (with RTE_CLIENT_ID), and write a file without secrets that can be sent to others",
          ),
          excludes: ['json'],
        },
        replay: {
          ...optional(
            text('file'),
            'make no call: run every reader on the payloads of a file that --report has written',
          ),
          excludes: ['json', 'report'],
        },
      },
      read: (asked) => ({ kind: 'probe', ...asked }),
    }),
    trace: command({
      summary: 'Every version of the values of a slot, with its payload.',
      examples: ['--feed generation_by_type --slot 2025-01-15T12:00:00Z'],
      inputs: {
        feed: repeated(feed, 'the feed'),
        slot: required(instant, 'beginning of the slot'),
        series: optional(text('series'), 'only this series'),
      },
      read({ feed: feeds, ...asked }) {
        const [only] = feeds
        if (only === undefined || feeds.length > 1)
          throw new UsageError('trace takes one --feed (bun run feeds --help).')
        return { kind: 'trace', feed: only, ...asked }
      },
    }),
    payload: command({
      summary: 'Prints an archived payload unchanged.',
      examples: ['217'],
      inputs: { id: word(payloadId, 'number of the payload, as trace shows it') },
      read: (asked) => ({ kind: 'payload', ...asked }),
    }),
  },
}

/**
 * Runs `bun run feeds`.
 *
 * @returns the output, and the exit code: 1 when a probe found a difference
 * @throws UsageError with one sentence for the operator
 */
export async function runFeedsCommand(argv: readonly string[], env: EnvSource): Promise<FeedsAnswer> {
  const command = readCommandLine(feedsCommandLine, argv)
  if ('helpText' in command) return { text: command.helpText, exitCode: 0 }
  if (command.kind === 'probe') return runProbe(command, env)
  const deps = await createDeps(readCommandEnv(env, command.kind === 'gaps' && command.repair))
  try {
    return { text: await answer(deps, command), exitCode: 0 }
  } finally {
    await deps.close()
  }
}

async function answer(deps: Deps, command: Exclude<FeedsCommand, { kind: 'probe' }>): Promise<string> {
  if (command.kind === 'status') return showStatus(deps)
  if (command.kind === 'gaps') return showGaps(deps, command)
  if (command.kind === 'trace') {
    return formatTrace(command, await readTrace(deps.sql, command.feed, command.slot, command.series))
  }
  const content = (await deps.archive.read([command.id])).get(command.id)?.content
  if (content?.kind === 'read') return new TextDecoder().decode(content.body)
  throw new UsageError(`Payload ${command.id} ${content?.reason ?? 'is not in the archive'}.`)
}

async function showStatus(deps: Deps): Promise<string> {
  const snapshot = await createSnapshotReader(deps).read(statusSnapshot)
  if (snapshot === null) throw new UsageError('No status is stored yet: svc-ingest stores it after its start.')
  return formatStatus(snapshot)
}

async function showGaps(deps: Deps, { feeds, wanted, repair }: GapsCommand): Promise<string> {
  const now = deps.clock.now()
  const asked = feedIds.filter((id) => isRepairable(id, deps.mode) && (feeds.length === 0 || feeds.includes(id)))
  if (repair) {
    await ensureDataMode(deps.sql, deps.mode, deps.zone)
    return formatRepairs(await repairGaps(deps, asked, wanted))
  }
  const found: FeedGaps[] = []
  for (const feed of asked) {
    const days = await readCompleteness(deps.sql, feed, wanted, now)
    found.push({ feed, days, attempts: await readGapAttempts(deps.sql, feed) })
  }
  return found.length === 0 ? 'These feeds have no daily values to check.' : formatGaps(found)
}
