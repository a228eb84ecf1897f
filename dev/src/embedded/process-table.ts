import { readFile } from 'node:fs/promises'

/** What is known about a process: its parent, and its command line with single spaces. */
export type ProcessFacts = { parentPid: number; commandLine: string }

/** Facts of a process from the system's table; null when there is none with this id. */
export async function processFacts(pid: number): Promise<ProcessFacts | null> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/** Slim containers have no `ps`. */
async function fromProc(pid: number): Promise<ProcessFacts | null> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null)
  const [stat, commandLine] = await Promise.all([read('stat'), read('cmdline')])
  // The program's name stands in brackets and may hold anything: the fields are counted from behind it.
  const parentPid = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  if (commandLine === null || !Number.isInteger(parentPid)) return null
  return { parentPid, commandLine: commandLine.replaceAll('\0', ' ').trim() }
}

async function fromPs(pid: number): Promise<ProcessFacts | null> {
  const ps = Bun.spawn(['ps', '-o', 'ppid=,command=', '-p', String(pid)], { stderr: 'ignore' })
  const match = (await new Response(ps.stdout).text()).trim().match(/^(\d+)\s+(.+)$/)
  return match === null ? null : { parentPid: Number(match[1]), commandLine: match[2] ?? '' }
}
