import { dirname, join } from 'node:path'
import { hasDiskRoom } from '../embedded/files/disk-room.ts'
import { startServerProcess } from '../embedded/processes.ts'
import { repositoryRoot } from './mode/held-data.ts'
import type { ProgramSpec } from './programs.ts'

/** A started program or server. */
type Started = {
  exited: Promise<unknown>
  stop(): Promise<void>
  /** Ends it at once, also when it hangs. */
  kill?(): void
}

type SupervisedOptions<S extends Started> = {
  name: string
  logFile: string
  /** Starts it, also after it has died. */
  start(): Promise<S>
  /** Receives one sentence per restart. */
  say(sentence: string): void
}

/** A program or server that `up` restarts when it dies, until `up` stops it. */
export type Supervised<S extends Started = Started> = {
  name: string
  logFile: string
  first: S
  hasExited(): boolean
  /** Restarts it from now on whenever it ends; calls `giveUp` after too many restarts. */
  keepRunning(giveUp: (sentence: string) => void): void
  /** Ends its current process at once: it is then restarted. */
  kill(): void
  /** Stops it without restart. Idempotent. */
  stop(): Promise<void>
}

/** Most restarts in a row; a run of `steadyMs` resets the count, and so does a full disk, which ends a store until there is room. */
const maxRestarts = 10
const steadyMs = 60_000
const backoffMs = (pauses: number): number => Math.min(250 * 2 ** pauses, 15_000)

/** Starts a program or server and returns a handle that always stops its current process. */
export async function supervise<S extends Started>(options: SupervisedOptions<S>): Promise<Supervised<S>> {
  const { name, logFile } = options
  const stopping = new AbortController()
  let ended = false
  let current: Promise<S> = launch()
  const first = await current

  async function launch(): Promise<S> {
    const started = await options.start()
    ended = false
    started.exited.finally(() => {
      ended = true
    })
    return started
  }

  async function restartWhenEnded(giveUp: (sentence: string) => void): Promise<void> {
    let hadRoom = true
    for (let restarts = 0, pauses = 0; ; restarts += 1, pauses += 1) {
      const startedAtMs = performance.now()
      const problem = await problemOf(current)
      if (stopping.signal.aborted) return
      const hasRoom = await hasDiskRoom(dirname(logFile))
      const wasSteady = performance.now() - startedAtMs > steadyMs
      if (wasSteady) pauses = 0
      if (wasSteady || !hasRoom) restarts = 0
      if (problem !== null && hasRoom && hadRoom) return giveUp(`${name} could not be restarted: ${problem}`)
      if (restarts >= maxRestarts)
        return giveUp(`${name} ended ${maxRestarts + 1} times in a row: see its log ${logFile}.`)
      const cause = hasRoom ? 'unexpectedly' : 'while its disk is full'
      // Once for as long as the disk is full: it ends and is started again every few seconds.
      if (hasRoom || hadRoom) options.say(`${name} ended ${cause}; restarting it (log: ${logFile}).`)
      hadRoom = hasRoom
      await Bun.sleep(backoffMs(pauses))
      if (stopping.signal.aborted) return
      current = launch()
    }
  }

  return {
    name,
    logFile,
    first,
    hasExited: () => ended,
    keepRunning(giveUp) {
      restartWhenEnded(giveUp).catch((error: unknown) => {
        giveUp(`${name} could not be restarted: ${messageOf(error)}`)
      })
    },
    kill: () => void current.then((started) => started.kill?.()).catch(() => undefined),
    async stop() {
      stopping.abort()
      // A start in progress must finish before it can be stopped; otherwise its process would stay.
      const started = await current.catch(() => null)
      await started?.stop()
    },
  }
}

/** Waits for the end of what was started. @returns why it could not be started; null when it was */
async function problemOf(current: Promise<Started>): Promise<string | null> {
  try {
    await (await current).exited
    return null
  } catch (error) {
    return messageOf(error)
  }
}

/** Longest orderly stop after SIGTERM, ms. */
const stopTimeoutMs = 10_000

/**
 * Starts a program of the product with its own log file. Its standard input closes when this process ends, so a killed `up`
 * leaves no orphan.
 */
export async function startProgram(
  spec: ProgramSpec,
  logDir: string,
  say: (sentence: string) => void,
): Promise<Supervised> {
  const logFile = join(logDir, `${spec.name}.log`)
  return supervise({
    name: spec.name,
    logFile,
    say,
    async start() {
      const program = await startServerProcess({
        command: process.execPath,
        // Only `up` reads a `.env` file; programs get the settings that they may see.
        args: ['--no-env-file', join(repositoryRoot, spec.script)],
        env: spec.env,
        workingDir: repositoryRoot,
        logFile,
        stdin: { text: '', afterwards: 'hold' },
      })
      return {
        exited: program.exited,
        stop: () => program.stop('SIGTERM', stopTimeoutMs),
        kill: () => void program.stop('SIGKILL', stopTimeoutMs),
      }
    },
  })
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
      await step().catch((error: unknown) => console.error(`While stopping: ${messageOf(error)}`))
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
