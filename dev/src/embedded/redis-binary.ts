import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SetupError } from './setup-error.ts'

/** A Redis server program and the environment that it needs. */
type RedisBinary = { command: string; env: Record<string, string> }

/** The ways to find Redis; each returns null without success. */
export type RedisLookups = {
  onPath(program: string): string | null
  unpacked(): Promise<RedisBinary | null>
  unpack(): Promise<RedisBinary | null>
  say(sentence: string): void
}

/** Compatible server programs, by preference. */
const programNames = ['redis-server', 'valkey-server']

/**
 * Finds Redis on the PATH, else unpacked earlier, else unpacks it from the distribution's packages.
 *
 * @throws SetupError that names the three ways to provide one
 */
export async function findRedis(lookups: RedisLookups): Promise<RedisBinary> {
  for (const program of programNames) {
    const command = lookups.onPath(program)
    if (command !== null) return { command, env: {} }
  }
  const unpacked = await lookups.unpacked()
  if (unpacked !== null) return unpacked
  if (lookups.onPath('apt-get') !== null && lookups.onPath('dpkg') !== null) {
    lookups.say('Fetching Redis from the packages of this system (once, nothing is installed)')
    const fresh = await lookups.unpack()
    if (fresh !== null) return fresh
  }
  throw new SetupError(
    'Redis was not found: set REDIS_URL to an existing server, install redis-server or valkey-server, ' +
      'or run this on Debian or Ubuntu with a reachable package mirror.',
  )
}

/** Time-out of one package command, ms. */
const commandTimeoutMs = 60_000

/** Packages of the server; their libraries differ between releases and come from `apt-cache depends`. */
const serverPackages = ['redis-server', 'redis-tools']

/** Present wherever `apt-get` runs, and unsafe to mix: the C library must be the system's own. */
const systemLibraries = new Set(['libc6', 'libgcc-s1', 'libstdc++6'])

/**
 * Unpacks Redis from the distribution's packages into `cacheDir`. It installs nothing and needs no privileges.
 *
 * @returns null when the packages are not available
 */
export async function unpackRedis(cacheDir: string): Promise<RedisBinary | null> {
  const target = join(cacheDir, 'redis')
  await mkdir(cacheDir, { recursive: true })
  const draft = await mkdtemp(join(cacheDir, '.redis-'))
  try {
    if (!(await downloadPackages(draft))) return null
    for (const file of await debFiles(draft)) {
      if (!(await run(['dpkg', '-x', file, join(draft, 'root')], draft))) return null
    }
    await rm(target, { recursive: true, force: true })
    await rename(join(draft, 'root'), target)
    return unpackedRedis(cacheDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The programs unpacked earlier; null when there are none or they do not run. */
export async function unpackedRedis(cacheDir: string): Promise<RedisBinary | null> {
  const root = join(cacheDir, 'redis')
  const command = join(root, 'usr/bin/redis-server')
  const libraries = await Array.fromAsync(new Bun.Glob('usr/lib/**/*.so*').scan({ cwd: root, onlyFiles: false })).catch(
    () => [],
  )
  const libraryPath = [...new Set(libraries.map((file) => join(root, dirname(file))))].join(':')
  const env = { LD_LIBRARY_PATH: libraryPath }
  if (!(await Bun.file(command).exists())) return null
  const version = Bun.spawnSync([command, '--version'], { env, timeout: commandTimeoutMs })
  return version.success ? { command, env } : null
}

/** Tries the system's package lists, then our own: the system's may be absent or older than the mirror. */
async function downloadPackages(folder: string): Promise<boolean> {
  if (await download(folder, [])) return true
  const options = await ownLists(folder)
  if (!(await run(['apt-get', ...options, '-qq', 'update'], folder))) return false
  return download(folder, options)
}

async function download(folder: string, options: readonly string[]): Promise<boolean> {
  const libraries = await libraryPackages(options)
  return run(['apt-get', ...options, '-qq', 'download', ...serverPackages, ...libraries], folder)
}

async function libraryPackages(options: readonly string[]): Promise<string[]> {
  const depends = Bun.spawn(['apt-cache', ...options, 'depends', '--important', ...serverPackages], {
    stderr: 'ignore',
    timeout: commandTimeoutMs,
  })
  const text = await new Response(depends.stdout).text()
  const names = [...text.matchAll(/^ +(?:Pre)?Depends: (lib[\w.+-]+|lua-[\w.+-]+)$/gm)].map((match) => match[1] ?? '')
  return [...new Set(names)].filter((name) => name !== '' && !systemLibraries.has(name))
}

async function ownLists(folder: string): Promise<string[]> {
  const apt = join(folder, 'apt')
  await mkdir(join(apt, 'lists/partial'), { recursive: true })
  await mkdir(join(apt, 'cache/archives/partial'), { recursive: true })
  await writeFile(join(apt, 'status'), '')
  const settings = [
    `Dir::State::lists=${apt}/lists`,
    `Dir::Cache=${apt}/cache`,
    `Dir::State::status=${apt}/status`,
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
