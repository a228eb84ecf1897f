import { dirname, join } from 'node:path'
import { type HealthCheck, type Running, type Supervisor, supervise } from '@hexawatt/shared/process/supervisor'
import { hasDiskRoom } from '../embedded/files/disk-room.ts'
import { startServerProcess } from '../embedded/processes.ts'
import { SetupError } from '../embedded/setup-error.ts'
import { findScriptFile, repositoryRoot } from './data-folder/places.ts'
import type { ProgramSpec } from './programs.ts'

/** A program or store that `up` restarts when it ends, until `up` stops it. */
export type Supervised<Process extends Running = Running> = Supervisor<Process> & { name: string; logFile: string }

type SupervisedOptions<Process extends Running> = {
  name: string
  logFile: string
  /** Starts the program or store, also after it has ended. */
  start(): Promise<Process>
  /** Receives one sentence per restart. */
  say(sentence: string): void
  health?: HealthCheck<Process>
}

/** Restarts in a row at most. A full disk ends a store until there is free space, so such ends do not count. */
const maxRestarts = 10

/** Starts a program or store. Its `keepRunning` throws a SetupError that names the log. */
export async function superviseLogged<Process extends Running>(
  options: SupervisedOptions<Process>,
): Promise<Supervised<Process>> {
  const { name, logFile, say } = options
  const supervisor = await supervise({
    ...options,
    maxRestarts,
    isExcused: async () => !(await hasDiskRoom(dirname(logFile))),
    onEnd({ isExcused }) {
      const cause = isExcused ? 'while its disk is full' : 'unexpectedly'
      say(`${name} ended ${cause}; restarting it (log: ${logFile}).`)
    },
  })
  return {
    ...supervisor,
    name,
    logFile,
    async keepRunning() {
      await supervisor.keepRunning().catch((error: Error) => {
        throw new SetupError(`${error.message} (log: ${logFile}).`)
      })
    },
  }
}

/** Longest time of an orderly stop of a program after SIGTERM, ms. */
export const programStopTimeoutMs = 10_000

/** A program that does not answer for half a minute is restarted: a busy or suspended machine causes no restart. */
const health = { intervalMs: 10_000, timeoutMs: 5_000, maxSilentChecks: 3 }

/**
 * Starts a program of the product with its own log file. Its standard input closes when this process ends, so a killed `up`
 * leaves no orphan.
 */
export function startProgram(spec: ProgramSpec, logDir: string, say: (sentence: string) => void): Promise<Supervised> {
  const { name, env } = spec
  const logFile = join(logDir, `${name}.log`)
  // The demo upstream has one port for everything.
  const healthUrl = `http://127.0.0.1:${env['INTERNAL_PORT'] ?? env['PORT']}/healthz`
  return superviseLogged({
    name,
    logFile,
    say,
    async start() {
      const program = await startServerProcess({
        // Only `up` reads a `.env` file; programs get the settings that they may see.
        command: [process.execPath, '--no-env-file', findScriptFile(spec.script)],
        env,
        workingDir: repositoryRoot,
        logFile,
        stdin: { text: '', afterwards: 'hold' },
      })
      return { ...program, stop: () => program.stop('SIGTERM', programStopTimeoutMs) }
    },
    health: {
      ...health,
      isAlive: () => isAnswered(healthUrl),
      onSilent: () => say(`${name} runs but does not answer.`),
    },
  })
}

/** Stops the gateway, so that no request reaches a program that stops, and then all others at once: an engine grants a container ten seconds. */
export async function stopPrograms(programs: readonly Pick<Supervised, 'name' | 'stop'>[]): Promise<void> {
  const isGateway = ({ name }: { name: string }) => name === 'gateway'
  for (const group of [programs.filter(isGateway), programs.filter((one) => !isGateway(one))]) {
    await Promise.all(group.map((program) => program.stop()))
  }
}

/** Whether something answers in time, whatever it says. */
async function isAnswered(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(health.timeoutMs) }).then(
    (answer) => answer.body?.cancel().then(() => true) ?? true,
    () => false,
  )
}

/** The steps that undo a start. */
export type Teardown = {
  /** Adds a step; steps run in reverse order. */
  add(step: () => Promise<unknown>): void
  /** Runs every step once, also after a failed one. */
  run(): Promise<void>
}

export function createTeardown(): Teardown {
  const steps: (() => Promise<unknown>)[] = []
  let running: Promise<void> | null = null

  async function runAll(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      await step().catch((error: unknown) =>
        console.error(`While stopping: ${error instanceof Error ? error.message : String(error)}`),
      )
    }
  }

  return {
    add: (step) => void steps.push(step),
    run() {
      running ??= runAll()
      return running
    },
  }
}
