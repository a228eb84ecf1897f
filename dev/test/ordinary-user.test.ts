import { afterAll, expect, test } from 'bun:test'
import { chown, copyFile, cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../src/embedded/loopback-port.ts'
import { canEnter, type ServiceUser } from '../src/embedded/service-user.ts'
import { makeTemporaryFolder } from '../src/embedded/test-servers.ts'
import { listStillRunning } from '../src/process-tree.ts'
import { repositoryRoot, startUp } from './testing/up-fixture.ts'

/** The user with no rights that every Unix has. */
const nobody: ServiceUser = { name: 'nobody', uid: 65_534, gid: 65_534 }

const folder = await makeTemporaryFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

function reasonToSkip(): string | null {
  if (process.getuid?.() !== 0) return 'every other test already runs as an ordinary user'
  const installed = join(repositoryRoot, 'node_modules/.bun')
  return canEnter(installed, nobody) ? null : 'other users cannot reach this project'
}

/** A home of the user, with an executable Bun and the Redis that the project has unpacked. */
async function prepareHome(): Promise<{ bun: string; dataDir: string }> {
  const bun = join(folder, 'bun')
  const dataDir = join(folder, 'data')
  await copyFile(process.execPath, bun)
  await mkdir(dataDir)
  await cp(join(repositoryRoot, '.hexawatt/cache/redis'), join(dataDir, 'cache/redis'), {
    recursive: true,
    verbatimSymlinks: true,
  }).catch(() => undefined)
  await chown(folder, nobody.uid, nobody.gid)
  await chown(dataDir, nobody.uid, nobody.gid)
  return { bun, dataDir }
}

test('an ordinary user with read-only access to the project starts and stops it', async () => {
  const reason = reasonToSkip()
  if (reason !== null) return console.warn(`SKIPPED: up as an ordinary user: ${reason}`)
  const { bun, dataDir } = await prepareHome()
  const run = await startUp({
    command: [bun, 'dev/bootstrap.ts', 'dev/src/up/main.ts'],
    args: ['--demo', '--port', String(await freePort()), '--data-dir', dataDir, '--backfill-days', '0'],
    env: { PATH: Bun.env['PATH'] ?? '', HOME: folder },
    user: nobody,
  })
  const pids = await run.pids()
  run.pressCtrlC()
  expect(await run.exited).toBe(0)
  expect(await listStillRunning(pids)).toEqual([])
})
