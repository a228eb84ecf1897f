import { chmod, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { canEnter, findDatabaseUser, type ServiceUser } from '../../embedded/service-user.ts'
import { SetupError } from '../../embedded/setup-error.ts'
import { makeDataDir, projectFolder, repositoryRoot, systemFolder } from './places.ts'

/** Options that decide the place of the data. */
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
  const user = wanted.databaseUrl === null ? await findDatabaseUser(say) : undefined
  const chosen = wanted.chosenDataDir ?? makeDataDir(defaultFolder(user), wanted.mode)
  await assertWritable(chosen)
  // In the image for a home the folder of the project is a link to the volume.
  const dataDir = await realpath(chosen)
  const logDir = join(dataDir, 'logs')
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
    const folder = await realFolder(dataDir)
    throw new SetupError(`The data folder ${folder} cannot be written (${reason}): ${remedyFor(reason)}`)
  }
}

/** Path of a folder without links, also of one that could not be made. */
async function realFolder(folder: string): Promise<string> {
  const parent = dirname(folder)
  return realpath(folder).catch(async () =>
    parent === folder ? folder : join(await realFolder(parent), basename(folder)),
  )
}

/** Remedy for a folder that cannot be written, by the error code of the system. */
function remedyFor(reason: string): string {
  if (reason === 'ENOSPC' || reason === 'EDQUOT')
    return 'its disk is full: free some space, or choose another with --data-dir.'
  if (reason !== 'EACCES' && reason !== 'EPERM') return 'choose another with --data-dir.'
  const owner = `${process.getuid?.() ?? ''}:${process.getgid?.() ?? ''}`
  return `give it to the user of this process (\`chown -R ${owner} FOLDER\` as root, for a folder mounted into a container on its host), or choose another with --data-dir.`
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
