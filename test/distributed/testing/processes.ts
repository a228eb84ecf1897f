import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { logTail, startServerProcess } from '@hexawatt/dev/src/embedded/processes.ts'
import type { ServiceUser } from '@hexawatt/dev/src/embedded/service-user.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { signalGroup } from '@hexawatt/dev/src/process-tree.ts'
import { until } from '@hexawatt/shared/testing/until'

/** Longest orderly stop of a program before it is killed, ms. */
const stopTimeoutMs = 8_000
/** Longest start of a program, ms: several start at once on few cores. */
const startTimeoutMs = 40_000

export type StartOptions = {
  /** Unique in the drill: names the program's folder and its log. */
  name: string
  command: string
  args?: readonly string[]
  /** Beside a PATH the whole environment. */
  env?: Readonly<Record<string, string>>
  /** Text for standard input, which then closes. */
  input?: string
  /** Absent: the program's folder. */
  workingDir?: string
  user?: ServiceUser | undefined
  /** Whether it serves; absent: it is not waited for. */
  isReady?: () => Promise<boolean>
}

export type DrillProcess = {
  name: string
  pid: number
  exited: Promise<number>
  hasExited(): boolean
  /** Sends a signal to the program and all that it has started. */
  signal(signal: NodeJS.Signals): void
  /** Ends it in order; resolves when it has ended. */
  stop(): Promise<void>
  /** Everything it has written so far. */
  log(): Promise<string>
}

/** The programs of one drill, in a temporary folder; each leads a process group of its own. */
export type Processes = {
  folder: string
  /** Folder of a program: its data and its log. */
  folderOf(name: string): Promise<string>
  start(options: StartOptions): Promise<DrillProcess>
  /** Ends everything that runs, whatever state it is in, and deletes the folder. */
  stop(): Promise<void>
}

/** Groups of all drills of this process: nothing survives it, however it ends, but by SIGKILL. */
const groups = new Set<number>()
process.once('exit', killGroups)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killGroups()
    process.exit(130)
  })
}

function killGroups(): void {
  for (const group of groups) signalStarted(group, 'SIGKILL')
}

/** A group that has ended is forgotten: its number may be given to another one. */
function signalStarted(group: number, signal: NodeJS.Signals): void {
  if (!signalGroup(group, signal)) groups.delete(group)
}

export async function createProcesses(): Promise<Processes> {
  const folder = await makeTemporaryFolder()
  const running: DrillProcess[] = []

  async function folderOf(name: string): Promise<string> {
    const path = join(folder, name)
    await mkdir(path, { recursive: true, mode: 0o755 })
    return path
  }

  async function start(options: StartOptions): Promise<DrillProcess> {
    const { name, command, args = [], env = {}, input, user, isReady } = options
    const own = await folderOf(name)
    const logFile = join(own, 'log.txt')
    const child = await startServerProcess({
      command: [command, ...args],
      env: { PATH: Bun.env['PATH'] ?? '', ...env },
      workingDir: options.workingDir ?? own,
      logFile,
      user,
      ...(input === undefined ? {} : { stdin: { text: input, afterwards: 'end' as const } }),
    })
    groups.add(child.pid)
    const started: DrillProcess = {
      name,
      pid: child.pid,
      exited: child.exited,
      hasExited: child.hasExited,
      signal: (signal) => signalStarted(child.pid, signal),
      async stop() {
        if (child.hasExited()) return
        signalStarted(child.pid, 'SIGTERM')
        // A stopped program ends only when it goes on.
        signalStarted(child.pid, 'SIGCONT')
        const deadline = setTimeout(() => signalStarted(child.pid, 'SIGKILL'), stopTimeoutMs)
        await child.exited
        clearTimeout(deadline)
        // What it has left behind.
        signalStarted(child.pid, 'SIGKILL')
      },
      log: () => Bun.file(logFile).text(),
    }
    running.push(started)
    if (isReady !== undefined) await becomesReady(started, isReady, logFile)
    return started
  }

  return {
    folder,
    folderOf,
    start,
    async stop() {
      await Promise.all(running.map((program) => program.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @throws with the end of its log when the program ends, or does not serve in time */
async function becomesReady(program: DrillProcess, isReady: () => Promise<boolean>, logFile: string): Promise<void> {
  const isDecided = async () => program.hasExited() || (await isReady().catch(() => false))
  await until(`${program.name} serves`, isDecided, startTimeoutMs).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await logTail(logFile)}`)
  })
  if (program.hasExited()) throw new Error(`${program.name} ended:\n${await logTail(logFile, 20)}`)
}
