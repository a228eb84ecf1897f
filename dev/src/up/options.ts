import { parseArgs } from 'node:util'
import { SetupError } from '../embedded/setup-error.ts'

/** What the command line asks for. */
export type UpOptions = {
  port: number
  dataDir: string | null
  replayDir: string | null
  replayOnly: boolean
  asOf: Temporal.Instant | null
  /** Days of history to fill before the banner; null = the usual ones, in the background. */
  backfillDays: number | null
  newKey: boolean
  help: boolean
}

/** Port of the public API when none is chosen. */
const defaultPort = 8080

/** Most days of history that a start waits for: ten years. */
const maxBackfillDays = 3_650

/** Furthest the data's clock may be from now, milliseconds: the programs' own limit of CLOCK_OFFSET_MS. */
const maxOffsetMs = 1e13

export const usage = `Usage: bun run up [options]

  --port N          port of the public API (${defaultPort})
  --data-dir DIR    folder of the data (.hexawatt/<mode> in the project)
  --replay DIR      serve the recorded data of this folder (recordings = the weeks that come with the project), starting inside
                    its newest recording; what it does not hold comes from the demo generator
  --replay-only     with --replay: hours that were not recorded stay missing
  --as-of INSTANT   run as if it were this instant, for example 2025-01-15T18:20:00Z (demo and replay)
  --backfill-days N fill the last N days of history before saying ready (0 = none; without it the first start of a
                    data folder fills 7 days in the background)
  --new-key         make another API key and show it
  --help            this text

Environment: RTE_CLIENT_ID and RTE_CLIENT_SECRET for live data; DATABASE_URL and REDIS_URL to use existing servers.`

/**
 * Reads the command line.
 *
 * @throws SetupError with one sentence that says what to write instead
 */
export function parseOptions(args: readonly string[]): UpOptions {
  const values = parsedValues(args)
  const replayDir = values.replay ?? null
  const replayOnly = values['replay-only'] ?? false
  if (replayOnly && replayDir === null) throw new SetupError('--replay-only needs --replay DIR.')
  return {
    port: values.port === undefined ? defaultPort : portFrom(values.port),
    dataDir: values['data-dir'] ?? null,
    replayDir,
    replayOnly,
    asOf: values['as-of'] === undefined ? null : instantFrom(values['as-of']),
    backfillDays: values['backfill-days'] === undefined ? null : daysFrom(values['backfill-days']),
    newKey: values['new-key'] ?? false,
    help: values.help ?? false,
  }
}

function parsedValues(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        replay: { type: 'string' },
        'replay-only': { type: 'boolean' },
        'as-of': { type: 'string' },
        'backfill-days': { type: 'string' },
        'new-key': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\.\s/, 1)[0] ?? '') : String(error)
    throw new SetupError(`${reason.replace(/\.$/, '')}: \`bun run up --help\` lists the options.`)
  }
}

function portFrom(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new SetupError(`--port takes a number from 1 to 65535, not "${text}".`)
}

function daysFrom(text: string): number {
  const days = Number(text)
  if (/^\d{1,4}$/.test(text) && days <= maxBackfillDays) return days
  throw new SetupError(`--backfill-days takes a number from 0 to ${maxBackfillDays}, not "${text}".`)
}

function instantFrom(text: string): Temporal.Instant {
  const instant = parseInstant(text)
  if (instant === null) {
    throw new SetupError(`--as-of takes an instant with its offset, such as 2025-01-15T12:00:00Z, not "${text}".`)
  }
  if (Math.abs(instant.epochMilliseconds - Date.now()) > maxOffsetMs) {
    throw new SetupError(`--as-of is too far from today (${text}): choose an instant within 300 years.`)
  }
  return instant
}

function parseInstant(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}
