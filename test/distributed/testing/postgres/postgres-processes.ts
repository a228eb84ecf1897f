import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isRunningIn, processFacts } from '@hexawatt/dev/src/embedded/system/process-facts.ts'

/** Process ids of the server of a data folder, the first one its parent; none when it does not run. */
async function postgresPids(dataDir: string): Promise<number[]> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const parent = Number(text.split('\n', 1)[0])
  if (!Number.isSafeInteger(parent) || parent <= 1 || !(await isRunningIn(parent, dataDir))) return []
  const pids = await everyPid()
  const facts = await Promise.all(pids.map((pid) => processFacts(pid)))
  return [parent, ...pids.filter((_, index) => facts[index]?.parentPid === parent)]
}

/** Sends a signal to the server of a data folder and all its processes at once, as the loss of its machine does (SIGKILL; SIGSTOP: a frozen one). */
export async function signalPostgres(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await postgresPids(dataDir)) send(pid, signal)
}

/** Most rounds of {@link killProcessesIn}: a process may start another one while it is killed. */
const maxRounds = 20

/** Kills every process that works in this folder or below it, whoever started it, until there is none. */
export async function killProcessesIn(folder: string): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const pids = await pidsIn(folder)
    if (pids.length === 0) return
    for (const pid of pids) send(pid, 'SIGKILL')
    await Bun.sleep(20)
  }
}

async function pidsIn(folder: string): Promise<number[]> {
  const pids = await everyPid()
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => `${folders[index]}${sep}`.startsWith(`${folder}${sep}`))
}

async function everyPid(): Promise<number[]> {
  return (await readdir('/proc')).map(Number).filter(Number.isSafeInteger)
}

/** A process that has ended meanwhile needs no signal. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
