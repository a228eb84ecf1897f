import { afterAll, expect, test } from 'bun:test'
import { chmod, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../embedded/loopback-port.ts'
import { pollUntil } from '../embedded/poll.ts'
import { startEmbeddedPostgres } from '../embedded/postgres.ts'
import { makeTemporaryFolder } from '../embedded/test-servers.ts'

const folder = await makeTemporaryFolder()
const port = String(await freePort())
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts `up` on a data folder, with programs of `bin` before those of the PATH. */
function startOn(dataDir: string, bin = join(folder, 'nothing')) {
  const args = ['--demo', '--port', port, '--data-dir', dataDir]
  return Bun.spawn([process.execPath, '--no-env-file', join(import.meta.dir, 'main.ts'), ...args], {
    env: { PATH: `${bin}:${Bun.env['PATH']}`, HOME: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
}

/** A Redis that does what this line of a shell says. */
async function redisThat(line: string): Promise<string> {
  const bin = await makeTemporaryFolder({ holdsPrograms: true })
  await Bun.write(join(bin, 'redis-server'), `#!/bin/sh\n${line}\n`)
  await chmod(join(bin, 'redis-server'), 0o755)
  return bin
}

/** Ids of the processes that work in a data folder, as its stores do. */
async function processesIn(dataDir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => folders[index]?.startsWith(`${dataDir}/`))
}

/** Waits until no process uses the folder: the processes that initdb has started end a moment after initdb. */
const becomesEmpty = (dataDir: string) =>
  pollUntil(async () => (await processesIn(dataDir)).length === 0, { intervalMs: 20, timeoutMs: 5_000 })

const isLinux = process.platform === 'linux'
if (!isLinux) console.warn('SKIPPED: what a failed start leaves: this system has no /proc')

test.skipIf(!isLinux)('a start that fails because of Redis leaves no Postgres running', async () => {
  const dataDir = join(folder, 'without-redis')
  const up = startOn(dataDir, await redisThat('sleep 2; echo "no Redis today"; exit 1'))
  expect(
    await pollUntil(async () => (await processesIn(dataDir)).length > 0, { intervalMs: 50, timeoutMs: 60_000 }),
  ).toBe(true)
  expect(await up.stderr.text()).toContain('Redis did not start:\nno Redis today')
  expect(await up.exited).toBe(1)
  expect(await becomesEmpty(dataDir)).toBe(true)
})

test.skipIf(!isLinux)(
  'a start on a damaged database prints its log and the remedy and leaves no store running',
  async () => {
    const dataDir = join(folder, 'damaged')
    await (await startEmbeddedPostgres({ dataDir })).stop()
    await Bun.write(join(dataDir, 'postgres/global/pg_control'), 'x'.repeat(8_192))
    const up = startOn(dataDir)
    const refusal = await up.stderr.text()
    expect(await up.exited).toBe(1)
    expect(refusal).toContain('PG_CONTROL_VERSION')
    expect(refusal).toContain('restore a backup')
    expect(refusal).not.toContain('fast shutdown')
    expect(await becomesEmpty(dataDir)).toBe(true)
  },
)

const moments: Record<string, (dataDir: string) => Promise<boolean>> = {
  'while the database is created': (dataDir) => Bun.file(join(dataDir, 'postgres-password')).exists(),
  'when Postgres runs': (dataDir) => Bun.file(join(dataDir, 'postgres/postmaster.pid')).exists(),
}
for (const [moment, hasCome] of Object.entries(moments)) {
  test.skipIf(!isLinux)(
    `Ctrl-C during a start that hangs ends it with all that it has started: ${moment}`,
    async () => {
      const dataDir = join(folder, moment)
      const up = startOn(dataDir, await redisThat('exec sleep 600'))
      expect(await pollUntil(() => hasCome(dataDir), { intervalMs: 20, timeoutMs: 60_000 })).toBe(true)
      up.kill('SIGINT')
      const hasEnded = await Promise.race([up.exited.then(() => true), Bun.sleep(10_000)])
      expect(hasEnded).toBe(true)
      expect(up.exitCode).toBe(0)
      const isEmpty = async () => (await processesIn(dataDir)).length === 0
      expect(await pollUntil(isEmpty, { intervalMs: 20, timeoutMs: 2_000 })).toBe(true)
    },
  )
}
