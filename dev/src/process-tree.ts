import { readdir } from 'node:fs/promises'
import { processFacts } from './embedded/system/process-facts.ts'

/** Ids of a process and of everything below it. */
export async function processTree(rootPid: number): Promise<number[]> {
  const parents = await parentByPid()
  const tree = [rootPid]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  }
  return tree
}

/** Those of `pids` that still run (zombies do not). */
export async function listStillRunning(pids: readonly number[]): Promise<number[]> {
  const facts = await Promise.all(pids.map(processFacts))
  return pids.filter((_, index) => (facts[index]?.commandLine ?? '') !== '')
}

/** Signals a process group. Returns false when the group is empty, which is not an error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal)
  } catch {
    return false
  }
}

async function parentByPid(): Promise<Map<number, number>> {
  const pids = process.platform === 'linux' ? await procPids() : await psPids()
  const facts = await Promise.all(pids.map(processFacts))
  return new Map(pids.map((pid, index) => [pid, facts[index]?.parentPid ?? 0]))
}

async function procPids(): Promise<number[]> {
  return (await readdir('/proc')).map(Number).filter(Number.isInteger)
}

async function psPids(): Promise<number[]> {
  const ps = Bun.spawn(['ps', '-axo', 'pid='])
  return (await new Response(ps.stdout).text()).trim().split(/\s+/).map(Number)
}
