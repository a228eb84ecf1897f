import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processFacts } from '../embedded/process-table.ts'
import { SetupError } from '../embedded/setup-error.ts'

/** Part of the command line of every `up`: tells it from a stranger that got its process id. */
const upScript = 'src/up/main.ts'

/**
 * Keeps a second `up` away from this data folder.
 *
 * @returns releases the folder
 * @throws SetupError with the process id of the one that has it
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const lockFile = join(dataDir, 'up.pid')
  if (!(await tryLock(lockFile))) {
    const holder = Number(await readFile(lockFile, 'utf8').catch(() => ''))
    if (await isRunningUp(holder)) throw heldBy(holder, dataDir)
    await rm(lockFile, { force: true })
    if (!(await tryLock(lockFile))) throw heldBy(Number(await readFile(lockFile, 'utf8').catch(() => '')), dataDir)
  }
  return () => rm(lockFile, { force: true })
}

function heldBy(pid: number, dataDir: string): SetupError {
  return new SetupError(
    `Another \`up\` (process ${pid}) runs on ${dataDir}: stop it with Ctrl-C, or choose another folder with --data-dir.`,
  )
}

async function tryLock(lockFile: string): Promise<boolean> {
  return writeFile(lockFile, `${process.pid}\n`, { flag: 'wx' }).then(
    () => true,
    () => false,
  )
}

/** Whether this process is a living `up` (not a stranger that got its id, and not this process). */
export async function isRunningUp(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return false
  return (await processFacts(pid))?.commandLine.includes(upScript) === true
}
