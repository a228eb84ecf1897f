import { expect, test } from 'bun:test'
import { pollUntil } from '../../embedded/poll.ts'
import { supervise } from '../supervised.ts'
import { watchPrograms } from './watch-programs.ts'

const script = `const server = Bun.serve({ port: Number(process.argv[1]), hostname: '127.0.0.1', fetch: () => new Response('ok') })
  console.log(server.port)`
const bounds = { everyMs: 50, timeoutMs: 200, maxSilent: 3 }

/** A program with a health address, as `up` runs it. */
async function startAnswering() {
  const told: string[] = []
  const pids: number[] = []
  let port = 0
  const program = await supervise({
    name: 'it',
    logFile: 'it.log',
    say: (sentence) => void told.push(sentence),
    async start() {
      const child = Bun.spawn([process.execPath, '-e', script, String(port)], { stdout: 'pipe' })
      const { value } = await child.stdout.getReader().read()
      port = Number(new TextDecoder().decode(value))
      pids.push(child.pid)
      const end = (signal: NodeJS.Signals) => child.kill(signal)
      return { exited: child.exited, stop: async () => end('SIGTERM'), kill: () => end('SIGKILL') }
    },
  })
  program.keepRunning(() => expect.unreachable())
  const ending = new AbortController()
  const { name, hasExited, kill } = program
  const healthUrl = `http://127.0.0.1:${port}/healthz`
  const say = (sentence: string) => void told.push(sentence)
  watchPrograms({ programs: [{ name, hasExited, kill, healthUrl }], say, signal: ending.signal, bounds })
  return {
    told,
    pids,
    answers: () =>
      fetch(healthUrl, { signal: AbortSignal.timeout(500) }).then(
        () => true,
        () => false,
      ),
    async end() {
      ending.abort()
      await program.stop()
    },
  }
}

test('a program that runs but hangs is restarted, with a sentence, and answers again', async () => {
  const { pids, told, answers, end } = await startAnswering()
  process.kill(pids[0] ?? 0, 'SIGSTOP')
  const isBack = async () => pids.length === 2 && (await answers())
  expect(await pollUntil(isBack, { intervalMs: 50, timeoutMs: 20_000 })).toBe(true)
  expect(told).toEqual(['it runs but does not answer.', 'it ended unexpectedly; restarting it (log: it.log).'])
  await end()
})

test('a program that is silent for less than the bound is left alone', async () => {
  const { pids, told, end } = await startAnswering()
  process.kill(pids[0] ?? 0, 'SIGSTOP')
  await Bun.sleep(bounds.everyMs + bounds.timeoutMs)
  process.kill(pids[0] ?? 0, 'SIGCONT')
  await Bun.sleep(500)
  expect([pids.length, told]).toEqual([1, []])
  await end()
})
