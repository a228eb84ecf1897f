import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import { optional, word } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { oneOf, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import { benchEvents } from './events/bench-events.ts'
import { benchGateway, type GatewayBenchOptions } from './gateway/bench-gateway.ts'
import { benchHistory } from './history/bench-history.ts'
import { benchIngest } from './ingest/bench-ingest.ts'
import { benchScale } from './scale/bench-scale.ts'
import { benchScore } from './score/bench-score.ts'

/** Benchmarks by name. Each compares candidates in one run and prints ratios. */
const names = ['ingest', 'score', 'history', 'gateway', 'events', 'scale'] as const
const benches: Readonly<Record<(typeof names)[number], (options: GatewayBenchOptions) => Promise<void>>> = {
  ingest: benchIngest,
  score: benchScore,
  history: benchHistory,
  gateway: benchGateway,
  events: benchEvents,
  scale: benchScale,
}

const line = {
  name: 'bench',
  command: command({
    summary: 'Measures a part of the product next to a reference, and prints the ratios.',
    examples: ['score', 'gateway', 'gateway --only uncached --rounds 5'],
    inputs: {
      benchmark: word(oneOf('benchmark', names), 'what is measured'),
      only: optional(
        oneOf('part', ['cached', 'uncached']),
        'gateway: only the pairs of one path, to evaluate a change',
      ),
      rounds: optional(wholeNumber('count', 1, 99), 'gateway: number of rounds (default 7; with --only 5)'),
    },
    read(asked) {
      const { benchmark, only, rounds } = asked
      if (benchmark !== 'gateway' && (only !== null || rounds !== null)) {
        throw new UsageError('--only and --rounds are options of the benchmark gateway.')
      }
      return asked
    },
  }),
}

process.exitCode = await runCommandLine(
  line,
  process.argv.slice(2),
  async ({ benchmark, only, rounds }) => {
    await benches[benchmark]({ only, rounds: rounds ?? (only === null ? 7 : 5) })
    return null
  },
  [SetupError],
)
