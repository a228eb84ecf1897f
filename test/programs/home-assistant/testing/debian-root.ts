import { cp, exists, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '../../testing/install.ts'
import { searchPath } from './find-home.ts'

/** The Debian whose Python Home Assistant runs on. */
const suite = 'forky'
const certificates = 'etc/ssl/certs/ca-certificates.crt'

/**
 * Makes a folder with a small Debian that has Python 3.14, the C library that fakes the time, and the certificates and registries of this machine.
 *
 * @returns its path
 */
export async function makeDebianRoot(place: Place): Promise<string> {
  const root = join(place.folder, 'root')
  const packages = 'python3,python3-venv,ca-certificates,libfaketime'
  const { command, library } = await findDebootstrap(place)
  const script = (await exists(join(library, 'scripts', suite))) ? suite : 'sid'
  const options = ['--variant=minbase', `--include=${packages}`]
  await place.fetch([...command, ...options, suite, root, await readMirror(), join(library, 'scripts', script)], {
    env: { PATH: searchPath, DEBOOTSTRAP_DIR: library },
  })
  await cp(join('/', certificates), join(root, certificates)).catch(() => undefined)
  for (const file of ['etc/resolv.conf', 'etc/hosts']) await cp(join('/', file), join(root, file))
  return root
}

/** The program of Debian that makes such folders: the installed one, else one that is unpacked beside the folder. */
async function findDebootstrap({ folder, fetch }: Place): Promise<{ command: string[]; library: string }> {
  const installed = Bun.which('debootstrap', { PATH: searchPath })
  if (installed !== null) return { command: [installed], library: '/usr/share/debootstrap' }
  const unpacked = join(folder, 'debootstrap')
  await mkdir(unpacked, { recursive: true })
  await fetch(['apt-get', 'update', '-qq'])
  await fetch(['apt-get', 'download', 'debootstrap'], { folder: unpacked })
  const archive = (await readdir(unpacked)).find((name) => name.endsWith('.deb')) ?? ''
  await fetch(['dpkg', '-x', join(unpacked, archive), unpacked])
  return {
    command: ['/bin/sh', join(unpacked, 'usr/sbin/debootstrap')],
    library: join(unpacked, 'usr/share/debootstrap'),
  }
}

/** From now on no name of another machine is resolved in the folder: Home Assistant runs without the internet. */
export const closeRoot = (root: string): Promise<void> =>
  writeFile(join(root, 'etc/resolv.conf'), 'nameserver 127.0.0.1\n')

/** The archive that this machine's own packages come from. */
async function readMirror(): Promise<string> {
  const folder = '/etc/apt/sources.list.d'
  const files = ['/etc/apt/sources.list', ...(await readdir(folder).catch(() => [])).map((name) => join(folder, name))]
  for (const file of files) {
    const text = await Bun.file(file)
      .text()
      .catch(() => '')
    const [, mirror] = text.match(/^(?:URIs:|deb(?: \[[^\]]*\])?)\s+(\S+\/debian)\/?(?:\s|$)/m) ?? []
    if (mirror !== undefined) return mirror
  }
  throw new Error('no archive of Debian in /etc/apt')
}
