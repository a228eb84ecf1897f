import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { isRunningUp, type RunningInstallation, runningFolder } from '../../bootstrap/running-installations.ts'
import { canEnter, databaseUser, type ServiceUser } from '../../embedded/service-user.ts'
import { SetupError } from '../../embedded/setup-error.ts'
import { dataDirIn, projectFolder, repositoryRoot, systemFolder } from './held-data.ts'

/** What decides where the data lie. */
type Wanted = {
  mode: DataMode
  /** Absolute folder of the command line; null = the default folder of the mode. */
  chosenDataDir: string | null
  /** Null = the embedded database, whose user must be able to enter the folder. */
  databaseUrl: string | null
}

export type DataFolder = { dataDir: string; logDir: string; cacheDir: string }

/**
 * Chooses the data folder and checks that it is writable.
 *
 * @param say receives a sentence when a system user was created
 * @throws SetupError with the remedy
 */
export async function prepareDataFolder(wanted: Wanted, say: (sentence: string) => void): Promise<DataFolder> {
  const user = wanted.databaseUrl === null ? await databaseUser(say) : undefined
  const dataDir = wanted.chosenDataDir ?? dataDirIn(defaultFolder(user), wanted.mode)
  const logDir = join(dataDir, 'logs')
  await assertWritable(dataDir)
  await mkdir(logDir, { recursive: true, mode: 0o700 })
  return { dataDir, logDir, cacheDir: await cacheFolder(dataDir) }
}

function defaultFolder(user: ServiceUser | undefined): string {
  return canEnter(repositoryRoot, user) ? projectFolder : systemFolder
}

async function assertWritable(dataDir: string): Promise<void> {
  try {
    // `mkdir` returns the first folder that it created; an existing folder keeps its mode.
    const made = await mkdir(dataDir, { recursive: true, mode: 0o755 })
    if (made !== undefined) await chmod(dataDir, 0o755)
    await probeWrite(dataDir)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new SetupError(`The data folder ${dataDir} cannot be written (${reason}): choose another with --data-dir.`)
  }
}

/** The cache is in the project, for all modes; in the data folder when the project is read-only. */
async function cacheFolder(dataDir: string): Promise<string> {
  const shared = join(projectFolder, 'cache')
  try {
    await mkdir(shared, { recursive: true })
    await probeWrite(shared)
    return shared
  } catch {
    return join(dataDir, 'cache')
  }
}

async function probeWrite(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`)
  await writeFile(probe, '')
  await rm(probe)
}

/**
 * Locks the data folder against a second `up`.
 *
 * @returns a function that releases the lock
 * @throws SetupError with the process id of the holder
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const lockFile = join(dataDir, 'up.pid')
  if (!(await tryLock(lockFile))) {
    const holder = Number(await readFile(lockFile, 'utf8').catch(() => ''))
    if (isRunningUp(holder)) throw heldBy(holder, dataDir)
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

/**
 * Writes where the stores and the upstreams are, for the operator's commands (mode 0600: the file holds passwords). Writes nothing in a
 * read-only project.
 *
 * @returns a function that deletes the file
 */
export async function announceInstallation(installation: RunningInstallation): Promise<() => Promise<void>> {
  const folder = runningFolder(repositoryRoot)
  const note = join(folder, `${installation.pid}.json`)
  await writeNote(folder, note, JSON.stringify(installation)).catch(() => undefined)
  return () => rm(note, { force: true })
}

async function writeNote(folder: string, note: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeOldNotes(folder)
  const draft = `${note}.new`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, note)
}

/** Removes the notes of every `up` that was killed. */
async function removeOldNotes(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isRunningUp(Number(name.split('.', 1)[0]))) await rm(join(folder, name), { force: true })
  }
}
