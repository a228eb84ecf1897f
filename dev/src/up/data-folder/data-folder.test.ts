import { expect, test } from 'bun:test'
import { chmod, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'

/** Prepares a data folder in a process without the rights of root, and returns what it says. */
async function prepareAsUser(dataDir: string): Promise<string> {
  const script = `import { prepareDataFolder } from ${JSON.stringify(join(import.meta.dir, 'data-folder.ts'))}
    if (process.getuid() === 0) process.seteuid(65534)
    const wanted = { mode: 'demo', chosenDataDir: process.argv[1], databaseUrl: 'postgres://127.0.0.1/x' }
    await prepareDataFolder(wanted, () => undefined).then(({ dataDir }) => console.log(dataDir), ({ message }) => console.log(message))`
  const child = Bun.spawn([process.execPath, '-e', script, dataDir], { cwd: '/', stdout: 'pipe' })
  return (await child.stdout.text()).trim()
}

test('a data folder of another user is refused with the command that gives it to the user of this process', async () => {
  const root = await realpath(await makeTemporaryFolder())
  await chmod(root, 0o755)
  const dataDir = join(root, 'data')
  await mkdir(dataDir, { mode: 0o555 })
  expect(await prepareAsUser(dataDir)).toMatch(
    /^The data folder .+\/data cannot be written \(EACCES\): give it to the user of this process \(`chown -R \d+:\d+ FOLDER` as root/,
  )
  await rm(root, { recursive: true })
})

test('a data folder behind a link has the path of the folder itself', async () => {
  const root = await realpath(await makeTemporaryFolder())
  await chmod(root, 0o777)
  await mkdir(join(root, 'volume'))
  await chmod(join(root, 'volume'), 0o777)
  await symlink(join(root, 'volume'), join(root, 'link'))
  expect(await prepareAsUser(join(root, 'link/demo'))).toBe(join(root, 'volume/demo'))
  await rm(root, { recursive: true })
})

test('a refusal names the folder behind a link, also one that could not be made', async () => {
  const root = await realpath(await makeTemporaryFolder())
  await chmod(root, 0o755)
  await mkdir(join(root, 'volume'), { mode: 0o555 })
  await symlink(join(root, 'volume'), join(root, 'link'))
  expect(await prepareAsUser(join(root, 'link/demo'))).toStartWith(
    `The data folder ${join(root, 'volume/demo')} cannot be written (EACCES)`,
  )
  await rm(root, { recursive: true })
})
