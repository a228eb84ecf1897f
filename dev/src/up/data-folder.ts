import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { processFacts } from '../embedded/processes.ts'
import { canEnter, databaseUser, type ServiceUser } from '../embedded/service-user.ts'
import { SetupError } from '../embedded/setup-error.ts'
import { dataDirIn, projectFolder, repositoryRoot, systemFolder } from './mode/held-data.ts'
import type { RunPlan } from './run-plan.ts'

export type DataFolder = { dataDir: string; logDir: string; cacheDir: string }

/**
 * Chooses the data folder and checks that it is writable.
 *
 * @param say receives a sentence when a system user was created
 * @throws SetupError with the remedy
 */
export async function prepareDataFolder(plan: RunPlan, say: (sentence: string) => void): Promise<DataFolder> {
  const user = plan.databaseUrl === null ? await databaseUser(say) : undefined
  const dataDir = plan.chosenDataDir ?? dataDirIn(defaultFolder(user), plan.mode)
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

/** Part of the command line of every `up`: identifies it when another process has reused its id. */
const upScript = 'src/up/main.ts'

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

/** Whether this id belongs to another living `up`. */
async function isRunningUp(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return false
  return (await processFacts(pid))?.commandLine.includes(upScript) === true
}

/** `dev/bootstrap.ts` reads the stores and ingest settings of a running `up` here, for the operator's commands. */
const runningFile = join(projectFolder, 'running.json')

type RunningSystem = {
  pid: number
  databaseUrl: string
  redisUrl: string
  /** Settings of svc-ingest beside the stores: its upstreams, the kind of data, the data's clock. */
  ingest: Record<string, string>
}

const RunningPid = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.number() }))

/**
 * Writes where the stores and the upstreams are, for the operator's commands (mode 0600: the file holds passwords). Writes
 * nothing in a read-only project, or while another `up` runs.
 *
 * @returns a function that deletes the file
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
