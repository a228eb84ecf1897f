import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { processFacts } from '../embedded/processes.ts'
import { canEnter, databaseUser, type ServiceUser } from '../embedded/service-user.ts'
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
async function isRunningUp(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return false
  return (await processFacts(pid))?.commandLine.includes(upScript) === true
}

/** Where `dev/bootstrap.ts` finds the stores and the ingest settings of a running `up`, for the operator's commands. */
const runningFile = join(repositoryRoot, '.hexawatt/running.json')

type RunningSystem = {
  pid: number
  databaseUrl: string
  redisUrl: string
  /** Settings of svc-ingest beside the stores: its upstreams, the kind of data, the data's clock. */
  ingest: Record<string, string>
}

const RunningPid = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.number() }))

/**
 * Tells the operator's commands where the stores and the upstreams are (mode 0600: it holds passwords). A read-only project
 * goes without, and an `up` that runs already keeps its note.
 *
 * @returns takes the note back
 */
export async function announceSystem(system: RunningSystem): Promise<() => Promise<void>> {
  const known = v.safeParse(RunningPid, await readNote())
  if (known.success && (await isRunningUp(known.output.pid))) return async () => undefined
  const draft = `${runningFile}.${system.pid}`
  const text = JSON.stringify(system)
  await writeFile(draft, text, { mode: 0o600 })
    .then(() => rename(draft, runningFile))
    .catch(() => undefined)
  return async () => {
    if ((await readNote()) === text) await rm(runningFile, { force: true })
  }
}

function readNote(): Promise<string | null> {
  return readFile(runningFile, 'utf8').catch(() => null)
}
