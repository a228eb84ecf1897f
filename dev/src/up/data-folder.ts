import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ServiceUser } from '../embedded/processes.ts'
import { canEnter, databaseUser } from '../embedded/service-user.ts'
import { SetupError } from '../embedded/setup-error.ts'
import type { RunPlan } from './run-plan.ts'

export const repositoryRoot = resolve(import.meta.dir, '../../..')

/** The project's own folder for what it makes while it runs. */
const projectFolder = join(repositoryRoot, '.hexawatt')

/** Root's place for data when the project lies where the database's user cannot go. */
const systemFolder = '/var/lib/hexawatt'

export type DataFolder = { dataDir: string; logDir: string; cacheDir: string }

/**
 * Chooses the data folder and makes sure that it can be written.
 *
 * @param say told when a system user had to be made
 * @throws SetupError with the remedy
 */
export async function prepareDataFolder(plan: RunPlan, say: (sentence: string) => void): Promise<DataFolder> {
  const user = plan.databaseUrl === null ? await databaseUser(say) : undefined
  const dataDir = plan.chosenDataDir ?? join(defaultFolder(user), plan.mode)
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
    // Recursive creation answers the first folder it made: an existing folder keeps its owner's mode.
    const made = await mkdir(dataDir, { recursive: true, mode: 0o755 })
    if (made !== undefined) await chmod(dataDir, 0o755)
    await probeWrite(dataDir)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new SetupError(`The data folder ${dataDir} cannot be written (${reason}): choose another with --data-dir.`)
  }
}

/** Unpacked programs are shared by all modes; a read-only project has them in the data folder instead. */
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
