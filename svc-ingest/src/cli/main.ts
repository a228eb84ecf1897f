import { type CommandLine, printCompletion } from '@hexawatt/shared/command-line/command-line'
import { callThisMachineDirectly } from '@hexawatt/shared/config/direct-calls'
import { guardProcess, whenStdinEnds } from '@hexawatt/shared/program/run-program'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { describeFailure } from './command-env.ts'

callThisMachineDirectly(Bun.env)
const [name = '', ...argv] = process.argv.slice(2)
/** Started by `up`, which waits for no piece when it stops: a killed one leaves nothing behind. */
const isLaunched = Bun.env['EXIT_WITH_STDIN'] === '1'

type Program = { line: CommandLine<unknown>; run: () => Promise<number>; refusedExitCode?: number }

/** Each command returns its exit code. Only the requested command is loaded: together the commands import the whole of svc-ingest. */
const programs: Readonly<Record<string, () => Promise<Program>>> = {
  async feeds() {
    const { feedsCommandLine, runFeedsCommand } = await import('./feeds-command.ts')
    return {
      line: feedsCommandLine,
      run: async () => {
        const { text, exitCode } = await runFeedsCommand(argv, Bun.env)
        return print(text) || exitCode
      },
    }
  },
  async queues() {
    const { queuesCommandLine, runQueuesCommand } = await import('./queues-command.ts')
    return { line: queuesCommandLine, run: async () => print(await runQueuesCommand(argv, Bun.env)) }
  },
  async audit() {
    const { auditCommandLine, runAuditCommand } = await import('./audit-command.ts')
    return {
      line: auditCommandLine,
      run: () => runAuditCommand({ argv, env: Bun.env, print, printProgress: (line) => console.error(line) }),
      // Exit code 1 would mean that something differs, but nothing was audited.
      refusedExitCode: 2,
    }
  },
  async archive() {
    const { archiveCommandLine, runArchiveCommand } = await import('./archive-command.ts')
    return { line: archiveCommandLine, run: () => runArchiveCommand({ argv, env: Bun.env, ...watchInterruption() }) }
  },
  async backfill() {
    const { backfillCommandLine, runBackfillCommand } = await import('./backfill-command.ts')
    return { line: backfillCommandLine, run: () => runBackfillCommand({ argv, env: Bun.env, ...watchInterruption() }) }
  },
  async points() {
    const { pointsCommandLine, runPointsCommand } = await import('./points-command.ts')
    return { line: pointsCommandLine, run: () => runPointsCommand({ argv, env: Bun.env, ...watchInterruption() }) }
  },
}

const load = programs[name]
if (load === undefined) {
  console.error(`Usage: svc-ingest/src/cli/main.ts ${Object.keys(programs).join('|')} [arguments]`)
  process.exit(1)
}
const program = await load()
if (!printCompletion(program.line, argv)) {
  guardProcess(createLogger(name, 'error'), () => process.exit(1))
  try {
    process.exitCode = await program.run()
  } catch (error) {
    console.error(describeFailure(error))
    process.exitCode = program.refusedExitCode ?? 1
  }
  // The pipe of the launcher would keep the process.
  if (isLaunched) process.exit()
}

function print(text: string): 0 {
  console.log(text)
  return 0
}

/** The first signal finishes the running pieces, the second abandons them; the end of `up` does both at once. */
function watchInterruption() {
  const stopping = new AbortController()
  const givingUp = new AbortController()
  const stop = () => {
    if (stopping.signal.aborted || isLaunched) givingUp.abort()
    else console.error('\nStopping: the running pieces are finished first (press Ctrl-C again to abandon them) …')
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  if (isLaunched) void whenStdinEnds().then(stop)
  return { stopping: stopping.signal, signal: givingUp.signal, output: process.stdout }
}
