import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import { word } from '@hexawatt/shared/command-line/command-inputs'
import { command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { oneOf } from '@hexawatt/shared/command-line/value-kinds'
import { benchGateway } from './gateway/bench-gateway.ts'
import { benchHistory } from './history/bench-history.ts'
import { benchIngest } from './ingest/bench-ingest.ts'
import { benchScale } from './scale/bench-scale.ts'
import { benchScore } from './score/bench-score.ts'

/** Benchmarks by name. Each compares candidates in one run and prints ratios. */
const names = ['ingest', 'score', 'history', 'gateway', 'scale'] as const
const benches: Readonly<Record<(typeof names)[number], () => Promise<void>>> = {
  ingest: benchIngest,
  score: benchScore,
  history: benchHistory,
  gateway: benchGateway,
  scale: benchScale,
}

const line = {
  name: 'bench',
  command: command({
    summary: 'Measures a part of the product beside what it is compared with, and prints ratios.',
    examples: ['score'],
    inputs: { benchmark: word(oneOf('benchmark', names), 'what is measured') },
    read: (asked) => asked,
  }),
}

process.exitCode = await runCommandLine(
  line,
  process.argv.slice(2),
  async ({ benchmark }) => {
    await benches[benchmark]()
    return null
  },
  [SetupError],
)
