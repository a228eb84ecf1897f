import { afterEach, describe, expect, test } from 'bun:test'
import { until } from '../testing/until.ts'
import { startProcess } from './start-process.ts'
import { type Running, type Supervisor, supervise } from './supervisor.ts'

const supervisors: Supervisor[] = []
afterEach(async () => {
  for (const supervisor of supervisors.splice(0)) await supervisor.stop('SIGKILL')
})

/** A process that runs until a test ends or stops it. */
function testProcess() {
  const { promise: exited, resolve: end } = Promise.withResolvers<void>()
  let stops = 0
  return {
    exited,
    kill: () => end(),
    stopCount: () => stops,
    async stop() {
      stops += 1
      end()
    },
  }
}

type TestOptions<Process extends Running> = Omit<Parameters<typeof supervise<Process>>[0], 'name' | 'onEnd'>

/** Supervises a process, and counts the ends that are reported. */
async function startSupervised<Process extends Running>(options: TestOptions<Process>) {
  let ends = 0
  const supervisor = await supervise({
    name: 'it',
    onEnd() {
      ends += 1
    },
    ...options,
  })
  supervisors.push(supervisor)
  return { ...supervisor, ends: () => ends }
}

describe('a supervised process', () => {
  test('that ends is restarted and reported once, and stop ends the new process', async () => {
    const started: ReturnType<typeof testProcess>[] = []
    const { keepRunning, stop, ends } = await startSupervised({
      async start() {
        const process = testProcess()
        started.push(process)
        return process
      },
    })
    const stopped = keepRunning()
    started[0]?.kill()
    await until('its restart', () => started.length === 2)
    await stop()
    await stopped
    expect(started.map((process) => process.stopCount())).toEqual([0, 1])
    expect(ends()).toBe(1)
  })

  test('is not restarted after stop, and can be stopped twice', async () => {
    let starts = 0
    const { keepRunning, hasExited, stop, ends } = await startSupervised({
      async start() {
        starts += 1
        return testProcess()
      },
    })
    const stopped = keepRunning()
    await stop()
    await stop()
    await stopped
    expect([starts, ends(), hasExited()]).toEqual([1, 0, true])
  })

  test('whose first start fails makes the start fail', async () => {
    const start = async () => Promise.reject(new Error('no program'))
    await expect(startSupervised({ start })).rejects.toThrow('no program')
  })

  test('whose restart fails is given up', async () => {
    const first = testProcess()
    let starts = 0
    const { keepRunning } = await startSupervised({
      async start() {
        starts += 1
        if (starts > 1) throw new Error('no room')
        return first
      },
    })
    first.kill()
    await expect(keepRunning()).rejects.toThrow('it could not be restarted: no room')
  })

  test('that ends too often in a row is given up, unless its ends are excused', async () => {
    let starts = 0
    let excused = false
    const options = {
      maxRestarts: 1,
      isExcused: async () => excused,
      async start() {
        starts += 1
        const process = testProcess()
        process.kill()
        return process
      },
    }
    const { keepRunning } = await startSupervised(options)
    await expect(keepRunning()).rejects.toThrow('it ended 2 times in a row')
    expect(starts).toBe(2)
    excused = true
    const excusable = await startSupervised(options)
    const stopped = excusable.keepRunning()
    await until('more restarts than the bound', () => starts === 5)
    expect(excusable.ends()).toBe(1)
    await excusable.stop()
    await stopped
  })
})

describe('a process that does not answer its health check', () => {
  const script = `const server = Bun.serve({ port: Number(process.argv[1]), hostname: '127.0.0.1', fetch: () => new Response('ok') })
    process.send(server.port)`
  const [intervalMs, timeoutMs, maxSilentChecks] = [50, 200, 3]

  /** A program with a health address. */
  async function startAnswering() {
    const pids: number[] = []
    let port = 0
    let silences = 0
    const isAlive = () =>
      fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(timeoutMs) }).then(
        () => true,
        () => false,
      )
    const supervised = await startSupervised({
      async start() {
        const { promise: listening, resolve } = Promise.withResolvers<unknown>()
        const command = [process.execPath, '-e', script, String(port)]
        const child = startProcess({ command, env: {}, onMessage: resolve })
        port = Number(await listening)
        pids.push(child.pid)
        return { ...child, stop: () => child.stop('SIGTERM', 0) }
      },
      health: {
        isAlive,
        intervalMs,
        maxSilentChecks,
        onSilent() {
          silences += 1
        },
      },
    })
    void supervised.keepRunning()
    return { pids, isAlive, silences: () => silences, ends: supervised.ends }
  }

  test('is killed, reported and restarted, and answers again', async () => {
    const { pids, isAlive, silences, ends } = await startAnswering()
    process.kill(pids[0] ?? 0, 'SIGSTOP')
    await until('its return', async () => pids.length === 2 && (await isAlive()))
    expect([silences(), ends()]).toEqual([1, 1])
  })

  test('for less than the bound is left alone', async () => {
    const { pids, silences, ends } = await startAnswering()
    process.kill(pids[0] ?? 0, 'SIGSTOP')
    await Bun.sleep(intervalMs + timeoutMs)
    process.kill(pids[0] ?? 0, 'SIGCONT')
    await Bun.sleep(500)
    expect([pids.length, silences(), ends()]).toEqual([1, 0, 0])
  })
})
