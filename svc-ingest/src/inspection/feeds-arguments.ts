import { readOptions, refuseForeignOptions } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { WantedDays } from '../backfill/completeness.ts'
import { dateFrom, feedFrom, instantFrom } from '../command-line/argument-values.ts'

export type GapsCommand = { kind: 'gaps'; feeds: readonly FeedId[]; wanted: WantedDays; repair: boolean }
export type TraceCommand = { kind: 'trace'; feed: FeedId; slot: Temporal.Instant; series: string | null }
export type PayloadCommand = { kind: 'payload'; id: string }
export type FeedsCommand = { kind: 'help' } | { kind: 'status' } | GapsCommand | TraceCommand | PayloadCommand

/** What `bun run feeds --help` prints. */
export const feedsUsage = `Shows what is known of the feeds.

  bun run feeds status
      Freshness of every source, as /api/status tells it.
  bun run feeds gaps [--feed FEED …] [--from DATE] [--to DATE] [--repair]
      Days that lack slots (default: the last 31 days, from the first stored slot on); --repair asks for them again.
  bun run feeds trace --feed FEED --slot INSTANT [--series SERIES]
      Every version of the values of a slot, and the payload that each came from.
  bun run feeds payload ID
      The archived payload as it came.

DATABASE_URL, REDIS_URL: the product's stores (taken from a running bun run up when they are not set).`

const program = 'bun run feeds'
const options = {
  feed: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  repair: { type: 'boolean' },
  slot: { type: 'string' },
  series: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const optionsByCommand = {
  status: [],
  gaps: ['feed', 'from', 'to', 'repair'],
  trace: ['feed', 'slot', 'series'],
  payload: [],
} as const satisfies Record<string, readonly string[]>
type CommandName = keyof typeof optionsByCommand

/**
 * Reads the command line of `bun run feeds`.
 *
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parseFeedsArguments(argv: readonly string[]): FeedsCommand {
  const { values, positionals } = readOptions(argv, program, options)
  const [name, ...rest] = positionals
  if (values.help === true || name === 'help') return { kind: 'help' }
  const command = Object.keys(optionsByCommand).find((known): known is CommandName => known === name)
  if (command === undefined) {
    throw new UsageError(`Say what to show: ${Object.keys(optionsByCommand).join(', ')} (bun run feeds --help).`)
  }
  refuseForeignOptions(program, command, optionsByCommand[command], Object.keys(values))
  if (command === 'payload') return { kind: command, id: payloadId(rest) }
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is too much: ${command} takes options only.`)
  if (command === 'status') return { kind: command }
  return command === 'gaps' ? gapsCommand(values) : traceCommand(values)
}

type Values = ReturnType<typeof readOptions<typeof options>>['values']

function gapsCommand({ feed = [], from, to, repair }: Values): GapsCommand {
  const wanted = {
    from: from === undefined ? null : dateFrom('--from', from),
    to: to === undefined ? null : dateFrom('--to', to),
  }
  return { kind: 'gaps', feeds: feed.map(feedFrom), wanted, repair: repair === true }
}

function traceCommand({ feed = [], slot, series }: Values): TraceCommand {
  const [only] = feed
  if (only === undefined || feed.length > 1 || slot === undefined) {
    throw new UsageError('trace takes one feed and one slot: --feed generation_by_type --slot 2025-01-15T12:00:00Z.')
  }
  return { kind: 'trace', feed: feedFrom(only), slot: instantFrom('--slot', slot), series: series ?? null }
}

function payloadId(rest: readonly string[]): string {
  const [id] = rest
  if (id === undefined || rest.length > 1 || !/^\d{1,18}$/.test(id)) {
    throw new UsageError('payload takes the number of one payload, as trace shows it.')
  }
  return id
}
