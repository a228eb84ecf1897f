import { processFacts } from '../embedded/process-table.ts'

/** Most processes between the user's command and this one: npx, a shell, `bun run`. */
const maxDepth = 4

const isLauncher = (commandLine: string): boolean =>
  /^(\S*\/)?bun(\.exe)? run\b/.test(commandLine) || /^npm exec\b|\bnpx\b|npx-cli/.test(commandLine)
const isShell = (commandLine: string): boolean => /^(\S*\/)?(ba|da|z)?sh -c /.test(commandLine)

/**
 * Processes that stand between the user's command and this one and end with it: `bun run`, and npx above it. Shells are
 * not among them: whoever starts `up` in the background of a shell that ends wants it to stay.
 */
export async function launcherPids(pid = process.ppid, depth = 0): Promise<number[]> {
  const facts = pid > 1 && depth < maxDepth ? await processFacts(pid) : null
  if (facts === null) return []
  const { parentPid, commandLine } = facts
  if (isLauncher(commandLine)) return [pid, ...(await launcherPids(parentPid, depth + 1))]
  return isShell(commandLine) ? launcherPids(parentPid, depth + 1) : []
}

/** Whether a process with this id is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
