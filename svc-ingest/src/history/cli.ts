import { whenStdinEnds } from '@hexawatt/shared/http/run-program'
import { guardProcess } from '@hexawatt/shared/telemetry/guard-process'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { failureSentence } from '../command-line/command-env.ts'
import { runPointsCommand } from './points-command.ts'

const stopping = new AbortController()
const givingUp = new AbortController()

guardProcess(createLogger('points', 'error'), () => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
/** Started by `up`, which waits for no piece when it stops: a killed one leaves nothing behind. */
const isLaunched = Bun.env['EXIT_WITH_STDIN'] === '1'
if (isLaunched) void whenStdinEnds().then(stop)

try {
  process.exitCode = await runPointsCommand({
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
// The pipe of the launcher would keep the process.
process.exit()

function stop(): void {
  if (stopping.signal.aborted || isLaunched) givingUp.abort()
  else console.error('\nStopping: what runs is finished first (once more to give it up) …')
  stopping.abort()
}
