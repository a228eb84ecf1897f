import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startServerProcess } from '../embedded/processes.ts'
import { repositoryRoot } from './data-folder.ts'
import type { ProgramSpec } from './programs.ts'
import { type Supervised, supervise } from './supervised.ts'

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
