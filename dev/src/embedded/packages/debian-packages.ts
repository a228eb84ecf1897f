import { existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A program of the distribution, and the packages that bring it. */
export type DebianProgram = {
  /** Folder of the unpacked packages in the cache. */
  name: string
  packages: readonly string[]
  /** Where the packages put the program, from the root: it is looked for there on this system, and where the packages are unpacked. */
  path: string
  /** Arguments with which the program prints its version and exits with 0: a program that does so runs here. */
  versionArguments: readonly string[]
}

/** A program that runs here, and its environment in addition to a PATH; empty when the program is installed. */
export type FoundProgram = { command: string; env: Readonly<Record<string, string>> }

/** A program that cannot be had on this machine, with a reason for the user. */
export type MissingProgram = { missing: string }

/**
 * Finds a program: installed (where its packages put it, or on the PATH), else unpacked earlier, else unpacked now from the distribution's
 * packages. It installs nothing and needs no privileges.
 */
export async function findDebianProgram(
  cacheDir: string,
  program: DebianProgram,
): Promise<FoundProgram | MissingProgram> {
  const installed = installedProgram(program)
  if (installed !== null) return installed
  const unpacked = await findUnpackedProgram(cacheDir, program)
  if (unpacked !== null) return unpacked
  const name = basename(program.path)
  if (!canUnpack()) return { missing: `${name} is not installed, and this system has no apt-get to fetch it with` }
  const fresh = await unpackProgram(cacheDir, program)
  const source = `the packages ${program.packages.join(', ')}`
  return fresh ?? { missing: `${name} is not installed, and ${source} could not be fetched or do not run here` }
}

function installedProgram({ path, versionArguments }: DebianProgram): FoundProgram | null {
  const places = [`/${path}`, Bun.which(basename(path))]
  const place = places.find((place) => place !== null && runs(place, versionArguments, {}))
  return place == null ? null : { command: besideItsPackage(place), env: {} }
}

/**
 * The program under the name that was found, in the folder to which its link leads, where the other programs of its package are. The name is kept because
 * some programs choose their behaviour by it: Debian's `redis-server` is a link to `redis-check-rdb`, which does not start a server under its own name.
 */
function besideItsPackage(place: string): string {
  const sameName = join(dirname(realpathSync(place)), basename(place))
  return existsSync(sameName) ? sameName : place
}

/** Whether this system can fetch and unpack packages. */
export function canUnpack(): boolean {
  return Bun.which('apt-get') !== null && Bun.which('dpkg') !== null
}

/** Time-out of one package command, ms: the largest set is some 20 MB. */
const commandTimeoutMs = 120_000

/** Present wherever `apt-get` runs, and unsafe to mix: the C library must be the system's own. */
const systemLibraries = new Set(['libc6', 'libgcc-s1', 'libstdc++6'])

/**
 * Unpacks the packages of a program, and those it needs and the system has not, into `cacheDir`.
 *
 * @returns null when the packages are not available, or the program does not run here
 */
export async function unpackProgram(cacheDir: string, program: DebianProgram): Promise<FoundProgram | null> {
  const target = join(cacheDir, program.name)
  await mkdir(cacheDir, { recursive: true })
  const draft = await mkdtemp(join(cacheDir, `.${program.name}-`))
  try {
    if (!(await downloadPackages(draft, program.packages))) return null
    for (const file of await debFiles(draft)) {
      if (!(await run(['dpkg', '-x', file, join(draft, 'root')], draft))) return null
    }
    await rm(target, { recursive: true, force: true })
    await rename(join(draft, 'root'), target)
    return findUnpackedProgram(cacheDir, program)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The program as it was unpacked earlier; null when there is none or it does not run. */
export async function findUnpackedProgram(cacheDir: string, program: DebianProgram): Promise<FoundProgram | null> {
  const root = join(cacheDir, program.name)
  const command = join(root, program.path)
  if (!(await Bun.file(command).exists())) return null
  const libraries = await filesBelow(root, 'usr/lib/**/*.so*')
  const modules = join(root, 'usr/lib/python3/dist-packages')
  const env = {
    ...(libraries.length > 0 ? { LD_LIBRARY_PATH: foldersOf(libraries, root).join(':') } : {}),
    ...((await filesBelow(modules, '*')).length > 0 ? { PYTHONPATH: modules } : {}),
  }
  return runs(command, program.versionArguments, env) ? { command, env } : null
}

function foldersOf(files: readonly string[], root: string): string[] {
  return [...new Set(files.map((file) => join(root, dirname(file))))]
}

async function filesBelow(folder: string, pattern: string): Promise<string[]> {
  return Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: folder, onlyFiles: false })).catch(() => [])
}

function runs(command: string, versionArguments: readonly string[], env: Record<string, string>): boolean {
  const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env }
  try {
    return Bun.spawnSync([command, ...versionArguments], { cwd: '/', env: environment, timeout: commandTimeoutMs })
      .success
  } catch {
    return false
  }
}

/** Tries the system's package lists, then the project's own: the system's may be absent or older than the mirror. */
async function downloadPackages(folder: string, packages: readonly string[]): Promise<boolean> {
  if (await download(folder, packages, [])) return true
  const options = await ownLists(folder)
  if (!(await run(['apt-get', ...options, '-qq', 'update'], folder))) return false
  return download(folder, packages, options)
}

async function download(folder: string, packages: readonly string[], options: readonly string[]): Promise<boolean> {
  const needed = await neededPackages(packages, options)
  return needed !== null && run(['apt-get', ...options, '-qq', 'download', ...packages, ...needed], folder)
}

/** Packages that an installation would add; their libraries differ between releases. */
async function neededPackages(packages: readonly string[], options: readonly string[]): Promise<string[] | null> {
  const install = ['apt-get', ...options, '-qq', 'install', '--simulate', '--no-install-recommends', ...packages]
  const simulation = Bun.spawn(install, { stderr: 'ignore', timeout: commandTimeoutMs })
  const text = await new Response(simulation.stdout).text()
  if ((await simulation.exited) !== 0) return null
  const names = [...text.matchAll(/^Inst (\S+)/gm)].map((match) => match[1] ?? '')
  return [...new Set(names)].filter((name) => !systemLibraries.has(name) && !packages.includes(name))
}

async function ownLists(folder: string): Promise<string[]> {
  const apt = join(folder, 'apt')
  await mkdir(join(apt, 'lists/partial'), { recursive: true })
  await mkdir(join(apt, 'cache/archives/partial'), { recursive: true })
  const settings = [
    `Dir::State::lists=${apt}/lists`,
    `Dir::Cache=${apt}/cache`,
    // Otherwise apt downloads as another user, who cannot write to this folder.
    'APT::Sandbox::User=root',
  ]
  return settings.flatMap((setting) => ['-o', setting])
}

async function debFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.deb')).map((name) => join(folder, name))
}

async function run(command: string[], cwd: string): Promise<boolean> {
  const child = Bun.spawn(command, { cwd, stdout: 'ignore', stderr: 'ignore', timeout: commandTimeoutMs })
  return (await child.exited) === 0
}
