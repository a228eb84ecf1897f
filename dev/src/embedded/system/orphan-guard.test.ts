import { expect, test } from 'bun:test'
import { pollUntil } from '../poll.ts'
import { guardAgainstOrphan } from './orphan-guard.ts'
import { processFacts } from './process-facts.ts'

const runs = async (pid: number) => (await processFacts(pid))?.commandLine.includes('sleep 600') === true
const soon = { intervalMs: 20, timeoutMs: 10_000 }

test.each([
  ['process', 1],
  ['process group', -1],
])('a guarded %s receives its signal when the launcher is killed', async (_, sign) => {
  const script = `
    import { guardAgainstOrphan } from ${JSON.stringify(`${import.meta.dir}/orphan-guard.ts`)}
    const server = Bun.spawn(['sleep', '600'], { detached: true })
    guardAgainstOrphan(${sign} * server.pid, 'SIGINT', 0)
    console.log(server.pid)
    await Bun.sleep(600_000)`
  const launcher = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  const { value } = await launcher.stdout.getReader().read()
  const pid = Number(new TextDecoder().decode(value))
  expect(await runs(pid)).toBe(true)
  launcher.kill('SIGKILL')
  await launcher.exited
  expect(await pollUntil(async () => !(await runs(pid)), soon)).toBe(true)
})

test('a guard that was ended sends no signal', async () => {
  const server = Bun.spawn(['sleep', '600'])
  guardAgainstOrphan(server.pid, 'SIGINT', 0)()
  await Bun.sleep(200)
  expect(await runs(server.pid)).toBe(true)
  server.kill()
})
