import { guardProcess } from '@hexawatt/shared/telemetry/guard-process'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { failureSentence } from '../command-line/command-env.ts'
import { runBackfillCommand } from './backfill-command.ts'

const stopping = new AbortController()
const givingUp = new AbortController()

guardProcess(createLogger('backfill', 'error'), () => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) givingUp.abort()
    else console.error('\nStopping: the running pieces are finished first (once more to give them up) …')
    stopping.abort()
  })
}

try {
  process.exitCode = await runBackfillCommand({
    argv: process.argv.slice(2),
    env: Bun.env,
    stopping: stopping.signal,
    signal: givingUp.signal,
    output: process.stdout,
  })
} catch (error) {
  console.error(failureSentence(error))
  process.exitCode = 1
}
