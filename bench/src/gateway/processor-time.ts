import { readFile } from 'node:fs/promises'

/** Length of the kernel's tick in which it counts processor time, µs: 100 a second on every Linux that matters. */
const tickUs = 10_000

/** Processor time that a process and its children have used so far, µs; NaN where the kernel does not say (not Linux). */
export async function processorTimeUs(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)]
  const times = await Promise.all(pids.map(ownTimeUs))
  return times.reduce((sum, timeUs) => sum + timeUs, 0)
}

async function ownTimeUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name in brackets, which may contain spaces. utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickUs
}
