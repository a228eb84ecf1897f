import { readFile, readlink, realpath } from 'node:fs/promises'

/** Whether a living process (a zombie has no folder) works in this folder. */
export async function isRunningIn(pid: number, folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([workingFolder(pid), realpath(folder).catch(() => folder)])
  return theirs === ours
}

async function workingFolder(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return readlink(`/proc/${pid}/cwd`).catch(() => null)
  const lsof = Bun.spawn(['lsof', '-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { stderr: 'ignore' })
  const output = await new Response(lsof.stdout).text()
  return output.match(/^n(.+)$/m)?.[1] ?? null
}

/** The parent of a process and its command line with single spaces. */
type ProcessFacts = { parentPid: number; commandLine: string }

/** Reads the system's process table; null when no process has this id. */
export async function processFacts(pid: number): Promise<ProcessFacts | null> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/** Reads /proc: slim containers have no `ps`. */
async function fromProc(pid: number): Promise<ProcessFacts | null> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null)
  const [stat, commandLine] = await Promise.all([read('stat'), read('cmdline')])
  // The program's name in brackets may contain spaces and brackets: the fields are counted after its last bracket.
  const parentPid = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  if (commandLine === null || !Number.isInteger(parentPid)) return null
  return { parentPid, commandLine: commandLine.replaceAll('\0', ' ').trim() }
}

async function fromPs(pid: number): Promise<ProcessFacts | null> {
  const ps = Bun.spawn(['ps', '-o', 'ppid=,command=', '-p', String(pid)], { stderr: 'ignore' })
  const match = (await new Response(ps.stdout).text()).trim().match(/^(\d+)\s+(.+)$/)
  return match === null ? null : { parentPid: Number(match[1]), commandLine: match[2] ?? '' }
}
