import { DataModeMismatchError } from '@hexawatt/shared/postgres/data-stamp-store'
import { guardProcess } from '@hexawatt/shared/telemetry/guard-process'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { SetupError } from '../embedded/setup-error.ts'
import { parseOptions, usage } from './options.ts'
import { makeRunPlan } from './run-plan.ts'
import { watchStopSignals } from './stop-signals.ts'
import { createTeardown } from './teardown.ts'
import { runUp } from './up.ts'

const say = (sentence: string): void => console.log(sentence)
const stopSignal = watchStopSignals()
const teardown = createTeardown()
let exitCode = 0
// Folders must stay readable for the database's own user; files with secrets set their mode themselves.
process.umask(0o022)
guardProcess(createLogger('up'), () => void leave(1))
stopSignal.addEventListener('abort', () => say('\nStopping …'))

try {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) say(usage)
  else await runUp({ plan: await makeRunPlan(options, Bun.env), env: Bun.env, teardown, stopSignal, say })
} catch (error) {
  // Whatever fails while the user stops the start is the stop itself.
  if (!stopSignal.aborted) {
    console.error(sentenceOf(error))
    exitCode = 1
  }
}
await leave(exitCode)

async function leave(code: number): Promise<never> {
  await teardown.run()
  process.exit(code)
}

function sentenceOf(error: unknown): string {
  if (error instanceof SetupError || error instanceof DataModeMismatchError) return error.message
  return `The start failed: ${error instanceof Error ? error.message : String(error)}`
}
