import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RedisBinary } from './redis-binary.ts'

/** Longest one package command may take, ms. */
const commandTimeoutMs = 60_000

/** Packages of the server itself; the libraries they need are asked for, as they differ between releases. */
const serverPackages = ['redis-server', 'redis-tools']

/** Always there where `apt-get` runs, and unsafe to mix: the C library must be the system's own. */
const systemLibraries = new Set(['libc6', 'libgcc-s1', 'libstdc++6'])

/**
 * Unpacks Redis from the distribution's packages into `cacheDir`, without installing anything and without rights.
 *
 * @returns null when the packages cannot be had
 */
export async function unpackRedis(cacheDir: string): Promise<RedisBinary | null> {
  const target = join(cacheDir, 'redis')
  await mkdir(cacheDir, { recursive: true })
  const draft = await mkdtemp(join(cacheDir, '.redis-'))
  try {
    const lists = await downloadPackages(draft)
    if (lists === null) return null
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

/** The programs unpacked earlier; null when there are none, or when they do not run (any more). */
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

/** Tries the system's package lists, then lists of our own: the system's may be absent, or older than the mirror. */
async function downloadPackages(folder: string): Promise<'system' | 'own' | null> {
  if (await download(folder, [])) return 'system'
  const options = await ownLists(folder)
  if (!(await run(['apt-get', ...options, '-qq', 'update'], folder))) return null
  return (await download(folder, options)) ? 'own' : null
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
    // Root's downloads would run as a user who cannot write to this folder.
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
