import { afterAll, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canUnpack, type DebianProgram, findDebianProgram } from './debian-packages.ts'

const cacheDir = await mkdtemp(join(tmpdir(), 'hexawatt-packages-'))
afterAll(() => rm(cacheDir, { recursive: true, force: true }))

/** Stands for a program of a package: it ends well only with its modules. */
const unpacked: DebianProgram = {
  name: 'drill',
  packages: ['hexawatt-drill'],
  path: 'usr/bin/hexawatt-drill',
  versionArguments: ['--version'],
}

async function placeUnpacked(script: string): Promise<string> {
  const root = join(cacheDir, unpacked.name)
  await rm(root, { recursive: true, force: true })
  for (const folder of ['usr/bin', 'usr/lib/x', 'usr/lib/python3/dist-packages'])
    await mkdir(join(root, folder), { recursive: true })
  await Bun.write(join(root, unpacked.path), `#!/bin/sh\n${script}\n`)
  await chmod(join(root, unpacked.path), 0o755)
  await Bun.write(join(root, 'usr/lib/x/libx.so.1'), '')
  await Bun.write(join(root, 'usr/lib/python3/dist-packages/x.py'), '')
  return root
}

test('an installed program is started as it is, with no environment variables of ours', async () => {
  const shell: DebianProgram = { ...unpacked, path: 'usr/bin/env', versionArguments: ['true'] }
  expect(await findDebianProgram(cacheDir, shell)).toEqual({ command: expect.stringContaining('/'), env: {} })
})

/** A program that acts by its name, as Debian's `redis-server` does, a link to `redis-check-rdb`: under another name it is no server. */
async function placeInstalled(folder: string): Promise<DebianProgram> {
  await mkdir(folder, { recursive: true })
  const program = join(folder, 'redis-check-rdb')
  await Bun.write(program, '#!/bin/sh\ncase $0 in */redis-server) ;; *) exit 1 ;; esac\n')
  await chmod(program, 0o755)
  await symlink('redis-check-rdb', join(folder, 'redis-server'))
  return { ...unpacked, path: join(folder, 'redis-server').slice(1) }
}

const runsAsServer = (command: string): boolean => Bun.spawnSync([command]).success

test('an installed program that is a link is started under the name of the link, which may decide what it does', async () => {
  const folder = join(cacheDir, 'installed')
  const found = await findDebianProgram(cacheDir, await placeInstalled(folder))
  expect(found).toEqual({ command: join(await realpath(folder), 'redis-server'), env: {} })
  expect('command' in found && runsAsServer(found.command)).toBe(true)
})

test('a link to another folder is followed to the folder of the package, with its sibling programs, under the same name', async () => {
  const folder = join(cacheDir, 'package')
  const { path } = await placeInstalled(folder)
  const elsewhere = join(cacheDir, 'elsewhere')
  await mkdir(elsewhere)
  await symlink(`/${path}`, join(elsewhere, 'redis-server'))
  const found = await findDebianProgram(cacheDir, { ...unpacked, path: join(elsewhere, 'redis-server').slice(1) })
  expect(found).toEqual({ command: join(await realpath(folder), 'redis-server'), env: {} })
  expect('command' in found && runsAsServer(found.command)).toBe(true)
})

test('a link whose target folder has no program of that name is started through the link', async () => {
  const folder = join(cacheDir, 'alternatives')
  const { path } = await placeInstalled(folder)
  const place = join(folder, 'cache-server')
  await Bun.write(`/${path}.real`, '#!/bin/sh\ncase $0 in */cache-server) ;; *) exit 1 ;; esac\n')
  await chmod(`/${path}.real`, 0o755)
  await symlink(`/${path}.real`, place)
  const found = await findDebianProgram(cacheDir, { ...unpacked, path: place.slice(1) })
  expect(found).toEqual({ command: place, env: {} })
})

test('a program that was unpacked earlier runs with its own libraries and modules', async () => {
  const root = await placeUnpacked('test -n "$PYTHONPATH" && test "$1" = --version')
  expect(await findDebianProgram(cacheDir, unpacked)).toEqual({
    command: join(root, unpacked.path),
    env: { LD_LIBRARY_PATH: join(root, 'usr/lib/x'), PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') },
  })
})

test('a program that neither runs here nor can be downloaded is reported missing, with a reason that names it', async () => {
  await placeUnpacked('exit 1')
  const found = await findDebianProgram(cacheDir, unpacked)
  const reason = canUnpack() ? 'the packages hexawatt-drill could not be fetched' : 'no apt-get'
  expect(found).toEqual({ missing: expect.stringContaining(reason) })
  expect(found).toEqual({ missing: expect.stringContaining('hexawatt-drill is not installed') })
})
