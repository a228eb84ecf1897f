import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import type { Installation, InstallOptions, Place } from '../../testing/install.ts'
import { closeRoot, makeDebianRoot } from './debian-root.ts'
import { findHomePython } from './find-home.ts'

const repositoryRoot = join(import.meta.dir, '../../../..')
/** The pinned packages of Home Assistant. */
const pins = join(import.meta.dir, 'home-assistant.txt')
/** The Python client, which the integration requires. */
const client = join(repositoryRoot, 'clients/python')
const folderName = 'home-assistant'

const home = await findHomePython()
const isDebian = home.python === 'debian'

/** What the tests of Home Assistant install, once for all of them. */
export const homeInstallation: InstallOptions = {
  folder: folderName,
  findMissing: async () => home.missing,
  inputs: [pins],
  fetch: installHome,
}

/** The folder that Home Assistant takes for `/srv`: its virtual environments and configurations are in it. */
const srvFolder = join(programsPlace.folder, folderName, isDebian ? 'root/srv' : 'srv')

/** Path of a file below `srv`, for tests and as Home Assistant sees it. */
export const srvPath = (...names: string[]): string => join(srvFolder, ...names)
export const seenPath = (...names: string[]): string => (isDebian ? join('/srv', ...names) : srvPath(...names))

/** A command of the virtual environment as this machine runs it, with further variables. */
export function homeCommand(command: readonly string[], variables: Readonly<Record<string, string>> = {}): string[] {
  const [program = '', ...args] = command
  const root = join(programsPlace.folder, folderName, 'root')
  const enter = isDebian ? ['chroot', root] : []
  const set = Object.entries({ HOME: seenPath(), ...variables }).map(([name, value]) => `${name}=${value}`)
  return [...enter, '/usr/bin/env', ...set, seenPath('home', 'bin', program), ...args]
}

/** Builds and installs the Python client of this repository, which the integration requires. */
export async function installClient({ run }: Installation): Promise<void> {
  const isSource = (source: string): boolean => !/\/(\.venv|\.[a-z]+_cache|__pycache__|dist|tests)(\/|$)/.test(source)
  await cp(client, srvPath('client'), { recursive: true, force: true, filter: isSource })
  const pip = ['pip', 'install', '--quiet', '--no-index', '--no-build-isolation', '--force-reinstall', '--no-deps']
  await run(homeCommand([...pip, seenPath('client')]), { folder: '/' })
}

async function installHome(place: Place): Promise<void> {
  const root = isDebian ? await makeDebianRoot(place) : null
  await mkdir(srvFolder, { recursive: true })
  await cp(pins, srvPath('home-assistant.txt'))
  const python = isDebian ? ['chroot', join(place.folder, 'root'), 'python3'] : [home.python]
  await place.fetch([...python, '-m', 'venv', seenPath('home')])
  await place.fetch(homeCommand(['pip', 'install', '--quiet', '-r', seenPath('home-assistant.txt')]))
  if (root !== null) await closeRoot(root)
}
