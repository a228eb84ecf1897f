import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import { pinnedPrograms } from '../../pinned-programs.ts'
import { withFolderLock } from '../../testing/folder-lock.ts'
import type { Installation, InstallOptions, Place } from '../../testing/install.ts'
import { closeRoot, makeDebianRoot } from './debian-root.ts'
import { findHomePython } from './find-home.ts'

const repositoryRoot = join(import.meta.dir, '../../../..')
const pins = {
  home: join(import.meta.dir, 'home-assistant.txt'),
  tests: join(import.meta.dir, 'integration-tests.txt'),
}
/** The Python client, which the integration requires. */
const client = join(repositoryRoot, 'clients/python')
const folderName = 'home-assistant'

const home = await findHomePython()
const isDebian = home.python === 'debian'

/** What the tests of Home Assistant install, once for all of them. */
export const homeInstallation: InstallOptions = {
  folder: folderName,
  installedWith: pinnedPrograms.homeAssistant,
  findMissing: async () => home.missing,
  inputs: Object.values(pins),
  fetch: installHome,
}

/** The folder that Home Assistant takes for `/srv`: its virtual environments and configurations are in it. */
const srvFolder = join(programsPlace.folder, folderName, isDebian ? 'root/srv' : 'srv')

/** Path of a file below `srv`, for tests and as Home Assistant sees it. */
export const srvPath = (...names: string[]): string => join(srvFolder, ...names)
export const seenPath = (...names: string[]): string => (isDebian ? join('/srv', ...names) : srvPath(...names))

/** A command of one of the virtual environments as this machine runs it, with further variables, in a folder as Home Assistant sees it. */
export function homeCommand(
  environmentName: 'home' | 'tests',
  command: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  seenFolder = '/',
): string[] {
  const [program = '', ...args] = command
  const root = join(programsPlace.folder, folderName, 'root')
  const enter = isDebian ? ['chroot', root] : []
  const set = Object.entries({ HOME: seenPath(), ...variables }).map(([name, value]) => `${name}=${value}`)
  return [...enter, '/usr/bin/env', '-C', seenFolder, ...set, seenPath(environmentName, 'bin', program), ...args]
}

/** Builds and installs the Python client of this repository, which the integration requires: once for each state of its code, as test files run side by side. */
export async function installClient({ run }: Installation, environmentName: 'home' | 'tests'): Promise<void> {
  const isSource = (source: string): boolean => !/\/(\.venv|\.[a-z]+_cache|__pycache__|dist|tests)(\/|$)/.test(source)
  const name = `client-${environmentName}`
  const digest = new Bun.CryptoHasher('sha256')
  for (const file of (await readdir(client, { recursive: true })).sort()) {
    if (isSource(`/${file}`) && /\.(py|toml|md)$/.test(file)) digest.update(await Bun.file(join(client, file)).bytes())
  }
  const [stamp, state] = [Bun.file(srvPath(`${name}.stamp`)), digest.digest('hex')]
  await withFolderLock(srvPath(name), async () => {
    if ((await stamp.exists()) && (await stamp.text()) === state) return
    await cp(client, srvPath(name), { recursive: true, force: true, filter: isSource })
    const pip = ['pip', 'install', '--quiet', '--no-index', '--no-build-isolation', '--force-reinstall', '--no-deps']
    await run(homeCommand(environmentName, [...pip, seenPath(name)]), { folder: '/' })
    await stamp.write(state)
  })
}

async function installHome(place: Place): Promise<void> {
  const root = isDebian ? await makeDebianRoot(place) : null
  await mkdir(srvFolder, { recursive: true })
  for (const file of Object.values(pins)) await cp(file, srvPath(file.slice(file.lastIndexOf('/') + 1)))
  const python = isDebian ? ['chroot', join(place.folder, 'root'), 'python3'] : [home.python]
  const install = async (name: 'home' | 'tests', file: string) => {
    await place.fetch([...python, '-m', 'venv', seenPath(name)])
    // Python compiles the modules that a run imports, a small part of Home Assistant.
    const pip = ['pip', 'install', '--quiet', '--no-compile', '-r', seenPath(file)]
    await place.fetch(homeCommand(name, pip))
  }
  await Promise.all([install('home', 'home-assistant.txt'), install('tests', 'integration-tests.txt')])
  if (root !== null) await closeRoot(root)
}
