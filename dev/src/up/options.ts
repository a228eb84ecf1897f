import { isIP } from 'node:net'
import { defaulted, flag, optional } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { instant, text, type ValueKind, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import type { DataMode } from '@hexawatt/shared/grid/feeds'

/** The parsed command line. */
export type UpOptions = {
  port: number
  /** Address on which the public API listens. */
  host: string
  dataDir: string | null
  replayDir: string | null
  replayOnly: boolean
  /** The mode that was asked for by its name; null = credentials, data and network decide. */
  mode: NamedMode | null
  asOf: Temporal.Instant | null
  /** Days of history to fill before the banner; null = the usual ones, in the background. */
  backfillDays: number | null
  newKey: boolean
  /** True: without a named mode the data are real, also while no publisher answers. */
  prefersReal: boolean
  /** True: a new key goes to a file of the data folder and is not shown. */
  keyInFile: boolean
}

/** Modes that the command line can name; a replay is named by its folder. */
const namedModes = ['demo', 'open', 'live'] as const satisfies readonly DataMode[]
export type NamedMode = (typeof namedModes)[number]

/** Port of the public API when none is chosen. */
const defaultPort = 8080

/** Only programs of this machine reach it. */
const defaultHost = '127.0.0.1'

const ownAddress: ValueKind<string> = {
  placeholder: 'address',
  accepts: 'an IP address of this machine; 0.0.0.0 for all of its IPv4 addresses, :: for all',
  read: (given) => (isIP(given) === 0 ? null : given),
}

/** Days of history that a start waits for at most: ten years. */
const maxBackfillDays = 3_650

/** Furthest the data's clock may be from now, milliseconds: the programs' own limit of CLOCK_OFFSET_MS. */
const maxOffsetMs = 1e13

const instantInReach: ValueKind<Temporal.Instant> = {
  ...instant,
  accepts: `${instant.accepts} and within 300 years of today`,
  read(given) {
    const value = instant.read(given)
    return value !== null && Math.abs(value.epochMilliseconds - Date.now()) <= maxOffsetMs ? value : null
  },
}

/** The command line of `bun run up`. */
export const upCommandLine: CommandLine<UpOptions> = {
  name: 'up',
  notes: `Without a mode: live with credentials, else open data if their publishers can be reached or open data are stored, else demo data.
RTE_CLIENT_ID and RTE_CLIENT_SECRET: credentials for live data.
OPEN_…_BASE_URL: addresses to use instead of those of the publishers of open data (docs/operate/open-sources.md).
DATABASE_URL and REDIS_URL: existing servers to use instead of embedded ones.`,
  command: command({
    summary: 'Starts the product with all its servers, and shows an API key.',
    examples: ['', '--demo', '--port 9000 --data-dir ./my-data', '--replay recordings --as-of 2025-01-15T18:20:00Z'],
    inputs: {
      port: defaulted(wholeNumber('n', 1, 65_535), 'port of the public API', defaultPort),
      host: defaulted(
        ownAddress,
        'address of the public API; any address but the default is open to other machines, without encryption',
        defaultHost,
      ),
      dataDir: optional(
        text('dir'),
        'folder of the data; default: .hexawatt/<mode> in the project (open and live data share one folder)',
      ),
      demo: flag('invented values, without any call to the outside'),
      open: flag('real data from publishers that require no registration'),
      live: flag("real data of the operator's API, with credentials"),
      replay: optional(
        text('dir'),
        'serve the recorded data of this folder (recordings = the weeks that come with the project), starting inside its newest recording; the demo generator supplies the missing values',
      ),
      replayOnly: flag('with --replay: hours that were not recorded stay missing'),
      asOf: optional(instantInReach, 'run as of this instant (demo and replay)'),
      backfillDays: optional(
        wholeNumber('n', 0, maxBackfillDays),
        'days of history to fill before the product is ready (0 = none); by default the first start of a data folder fills 7 days in the background, and a year of feed data is loaded after it',
      ),
      newKey: flag('create another API key and show it'),
      preferReal: flag(
        'without a mode: real data, also while no publisher answers (live with credentials, else open), never demo data',
      ),
      keyInFile: flag(
        'put a new API key into a file of the data folder (mode 0600) and do not show it: for a log that is kept',
      ),
    },
    read({ replay: replayDir, demo, open, live, preferReal: prefersReal, ...asked }) {
      if (asked.replayOnly && replayDir === null) throw new UsageError('--replay-only needs --replay DIR.')
      const flags = { demo, open, live }
      const named = namedModes.filter((mode) => flags[mode])
      if (named.length + (replayDir === null ? 0 : 1) > 1) {
        throw new UsageError('Only one of --demo, --open, --live and --replay DIR can be chosen: leave the others out.')
      }
      return { ...asked, prefersReal, replayDir, mode: named[0] ?? null }
    },
  }),
}
