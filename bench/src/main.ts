import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import { benchGateway } from './gateway/bench-gateway.ts'
import { benchHistory } from './history/bench-history.ts'
import { benchIngest } from './ingest/bench-ingest.ts'
import { benchScore } from './score/bench-score.ts'

/** Every benchmark by its argument. Each compares candidates in one run and prints ratios. */
const benches: Readonly<Record<string, () => Promise<void>>> = {
  ingest: benchIngest,
  score: benchScore,
  history: benchHistory,
  gateway: benchGateway,
}

const name = process.argv[2] ?? ''
const bench = benches[name]
if (bench === undefined) {
  console.error(`Usage: bun run bench <${Object.keys(benches).join('|')}>`)
  process.exit(1)
}
try {
  await bench()
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exit(1)
}
