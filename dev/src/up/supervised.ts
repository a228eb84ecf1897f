import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startServerProcess } from '../embedded/processes.ts'
import { repositoryRoot } from './data-folder.ts'
import type { ProgramSpec } from './programs.ts'

/** A program or server that was started. */
export type Started = { exited: Promise<unknown>; stop(): Promise<void> }

export type SupervisedOptions<S extends Started> = {
  name: string
  logFile: string
  /** Starts it, the first time and again. */
  start(): Promise<S>
  /** Told one sentence about every restart. */
  say(sentence: string): void
}

/** Something that `up` runs: it is started again when it dies, until it is stopped. */
export type Supervised<S extends Started = Started> = {
  name: string
  logFile: string
  first: S
  hasExited(): boolean
  /** Begins to start it again whenever it ends; `giveUp` is told when that does not help. */
  keepRunning(giveUp: (sentence: string) => void): void
  /** Stops it for good. Idempotent. */
  stop(): Promise<void>
}

/** Restarts in a row before giving up; a run of `steadyMs` forgets the earlier ones. */
const maxRestarts = 10
const steadyMs = 60_000
const backoffMs = (restarts: number): number => Math.min(250 * 2 ** restarts, 15_000)

/** Starts something and keeps the handle that stops whichever of its lives is the current one. */
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

  async function restartForEver(giveUp: (sentence: string) => void): Promise<void> {
    for (let restarts = 0; ; restarts += 1) {
      const startedAtMs = performance.now()
      const life = await current
      await life.exited
      if (stopping.signal.aborted) return
      if (performance.now() - startedAtMs > steadyMs) restarts = 0
      if (restarts >= maxRestarts) return giveUp(`${name} keeps dying: see its log ${logFile}.`)
      options.say(`${name} ended unexpectedly and is started again (log: ${logFile}).`)
      await Bun.sleep(backoffMs(restarts))
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
      restartForEver(giveUp).catch((error: unknown) => {
        giveUp(`${name} cannot be started again: ${error instanceof Error ? error.message : String(error)}`)
      })
    },
    async stop() {
      stopping.abort()
      // A start that is under way must end before it can be stopped: nothing may be left behind.
      const life = await current.catch(() => null)
      await life?.stop()
    },
  }
}

/** A log above this size is set aside when its program is started. */
const maxLogBytes = 20 * 1024 * 1024

/** Longest a program may take to finish its work after SIGTERM, ms. */
const stopTimeoutMs = 10_000

/**
 * Starts a program of the product with a log file of its own. Its standard input stays open while this process lives: a
 * killed `up` leaves no orphan.
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
      await setLargeLogAside(logFile)
      const program = await startServerProcess({
        command: process.execPath,
        // Settings in a `.env` file are read by `up` alone: programs get what they are allowed to see.
        args: ['--no-env-file', join(repositoryRoot, spec.script)],
        env: spec.env,
        workingDir: repositoryRoot,
        logFile,
        stdin: { text: '', afterwards: 'hold' },
      })
      return { exited: program.exited, stop: () => program.stop('SIGTERM', stopTimeoutMs) }
    },
  })
}

async function setLargeLogAside(logFile: string): Promise<void> {
  const facts = await stat(logFile).catch(() => null)
  if (facts !== null && facts.size > maxLogBytes) await rename(logFile, `${logFile}.1`)
}

/** Steps that undo a start. */
export type Teardown = {
  /** Adds a step; the last one added runs first. */
  add(step: () => Promise<unknown>): void
  /** Runs every step once, also when some fail. */
  run(): Promise<void>
}

/** Makes an empty teardown. */
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
