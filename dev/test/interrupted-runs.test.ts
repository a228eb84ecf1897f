import { afterAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pollUntil } from '../src/embedded/poll.ts'
import { processFacts } from '../src/embedded/system/process-facts.ts'
import { makeTemporaryFolder } from '../src/embedded/test-servers.ts'
import { listStillRunning, processTree } from '../src/process-tree.ts'
import { repositoryRoot } from './testing/up-fixture.ts'

const folder = await makeTemporaryFolder()
const groups: number[] = []
afterAll(async () => {
  // What a test that failed has left.
  for (const group of groups) if ((await listStillRunning([group])).length > 0) process.kill(-group, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

/** Starts a program of the project in a process group of its own, sends SIGINT to it alone when `isBusy`, and waits for its end. */
async function interruptAlone(args: readonly string[], isBusy: (pids: number[]) => boolean | Promise<boolean>) {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: repositoryRoot,
    env: Bun.env,
    detached: true,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  groups.push(child.pid)
  let pids: number[] = []
  const isReady = async () => {
    pids = await processTree(child.pid)
    return isBusy(pids)
  }
  expect(await pollUntil(isReady, { intervalMs: 20, timeoutMs: 60_000 })).toBe(true)
  child.kill('SIGINT')
  const [exitCode, output] = await Promise.all([child.exited, child.stdout.text()])
  return { exitCode, output, left: await listStillRunning(pids) }
}

test('a signal sent to `verify` alone, as a CI runner sends it, ends its steps before it exits', async () => {
  // All five steps begin at once, and none of them ends within the moment until the signal.
  const { exitCode, output, left } = await interruptAlone(['dev/src/verify.ts'], (pids) => pids.length >= 6)
  expect(exitCode).toBe(130)
  expect(output).toContain('== Types: FAILED')
  expect(output).toContain('== Tests: FAILED')
  expect(output).not.toContain('passed')
  expect(left).toEqual([])
})

test('a signal sent to `verify` alone also ends the type checker, which ignores signals', async () => {
  const isChecking = async (pids: number[]) => {
    const facts = await Promise.all(pids.map(processFacts))
    return facts.some((fact) => fact?.commandLine.split(' ')[0]?.endsWith('/tsc'))
  }
  const { exitCode, output, left } = await interruptAlone(['dev/src/verify.ts'], isChecking)
  expect(exitCode).toBe(130)
  expect(output).toContain('== Types: FAILED')
  expect(left).toEqual([])
})

test('a signal sent to the test runner alone ends the running tests and the `up` that one of them started', async () => {
  const started = join(folder, 'started')
  await Bun.write(
    join(folder, 'endless.test.ts'),
    `import { test } from 'bun:test'
    import { takeTurn } from ${JSON.stringify(join(repositoryRoot, 'dev/src/turn-of-up.ts'))}
    test('never ends', async () => {
      const turn = await takeTurn()
      // Stands for an \`up\`: a program in a process group of its own.
      const up = Bun.spawn(['sleep', '600'], { detached: true })
      turn.note(up.pid)
      await Bun.write(${JSON.stringify(started)}, '')
      await new Promise(() => setInterval(() => {}, 1_000))
    })`,
  )
  const args = ['dev/src/run-tests.ts', '--without-stores', folder]
  const { exitCode, left } = await interruptAlone(args, () => existsSync(started))
  expect(exitCode).toBe(130)
  expect(left).toEqual([])
})
