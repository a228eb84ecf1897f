import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { pollUntil } from './poll.ts'

/** Longest a left-over server may take to leave after its signal, ms. */
const leaveTimeoutMs = 15_000

export type LeftoverOptions = {
  /** File whose first line is the process id. */
  pidFile: string
  /** The server's working folder: tells it from a stranger that got the same process id. */
  workingDir: string
  signal: NodeJS.Signals
}

/**
 * Clears what a killed launcher left behind. A server that still runs in `workingDir` is stopped in order; a pid file
 * whose process is dead, a zombie or another program is deleted, because it would block the next start.
 */
export async function clearLeftoverServer({ pidFile, workingDir, signal }: LeftoverOptions): Promise<void> {
  const firstLine = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n', 1)[0] ?? ''
  const pid = Number(firstLine.trim())
  if (Number.isSafeInteger(pid) && pid > 1 && (await runsIn(pid, workingDir))) {
    process.kill(pid, signal)
    const isGone = async () => !(await runsIn(pid, workingDir))
    if (!(await pollUntil(isGone, { intervalMs: 20, timeoutMs: leaveTimeoutMs }))) process.kill(pid, 'SIGKILL')
    await pollUntil(isGone, { intervalMs: 20, timeoutMs: leaveTimeoutMs })
  }
  await rm(pidFile, { force: true })
}

/** Whether a living process (zombies have no folder) works in this folder. */
export async function runsIn(pid: number, folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([workingFolder(pid), realpath(folder).catch(() => folder)])
  return theirs === ours
}

async function workingFolder(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return readlink(`/proc/${pid}/cwd`).catch(() => null)
  const lsof = Bun.spawn(['lsof', '-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { stderr: 'ignore' })
  const output = await new Response(lsof.stdout).text()
  return output.match(/^n(.+)$/m)?.[1] ?? null
}
