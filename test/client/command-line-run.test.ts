import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import type { Schedule } from '../../clients/typescript/src/bodies/planning.ts'
import { runCommand } from '../../clients/typescript/src/cli/commands/run.ts'
import { createPaint } from '../../clients/typescript/src/cli/session/console.ts'
import { openContractFile } from '../../clients/typescript/src/cli/session/contract-file.ts'
import { openService } from '../../clients/typescript/src/cli/session/service.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import type { System } from '../testing/system-fixture.ts'
import { hexawatt, startHexawatt } from './testing/command-line-fixture.ts'

const folder = await makeTemporaryFolder()
let system: System
let env: Record<string, string>
beforeAll(async () => {
  // The clock is moved: a status of before must not be given again.
  system = await startServedSystem({ seams: { cacheTimeMs: createLeapingTime() } })
  env = { HEXAWATT_URL: system.gatewayUrl, HEXAWATT_API_KEY: await system.createKey('scale') }
})
afterAll(async () => {
  await system?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Over six hours after the instant at which the system starts. */
const atOne = '2026-02-04T00:00:00Z'

/** A window that leaves no choice, so that the command starts at once. */
const atOnce = ['run', '--within', '1h', '--duration', '1h', '--']

/**
 * Runs the command in this process, against the running product, with time that passes when it is slept: gives the exit code, when and what
 * was asked and answered, what was said, and when the command was started.
 */
async function runAsleep(values: Record<string, unknown>) {
  const started = join(folder, `${crypto.randomUUID()}.txt`)
  const asked: { at: string; answer: Schedule }[] = []
  const said: string[] = []
  let longestSleepMs = 0
  const nowMs = () => system.clock.now().epochMilliseconds
  const timers = {
    nowMs,
    random: () => 0,
    sleep: async (ms: number) => {
      longestSleepMs = Math.max(longestSleepMs, ms)
      system.clock.advance({ milliseconds: Math.ceil(ms) })
    },
  }
  const opened = await openService({ env, timers })
  const api: typeof opened.api = {
    ...opened.api,
    async schedule(query, call) {
      await system.refreshLive()
      const answer = await opened.api.schedule(query, call)
      asked.push({ at: system.clock.now().toString(), answer: answer.data })
      return answer
    },
  }
  const print = () => undefined
  const printAll = async () => undefined
  const exitCode = await runCommand.run(
    { strict: false, ...values },
    {
      service: { ...opened, api },
      contractFile: openContractFile({ XDG_CONFIG_HOME: folder }),
      cacheFolder: folder,
      console: { print, printAll, progress: print, warn: (line) => said.push(line), paint: createPaint(false) },
      operands: [],
      words: ['/bin/sh', '-c', `echo started > ${started}`],
    },
  )
  const isStarted = await Bun.file(started).exists()
  return { exitCode, isStarted, asked, said, longestSleepMs, endedAt: system.clock.now().toString() }
}

describe('the command', () => {
  test('the command starts at once, without a question to the API, if the window leaves no choice', async () => {
    const nobody = { HEXAWATT_URL: `http://127.0.0.1:${await freePort()}` }
    const [now, refused] = await Promise.all([
      hexawatt([...atOnce, 'echo', '--json'], env),
      hexawatt(['run', '--within', '1h', '--duration', '2h', '--', 'echo', 'started'], nobody),
    ])
    expect(now).toEqual({
      exitCode: 0,
      out: '--json\n',
      err: 'hexawatt: Starts at once: the window is no longer than the command.\n',
    })
    expect(refused).toMatchObject({ exitCode: 125, out: '' })
  })

  test('a command that does not exist exits with 127, one that cannot be executed with 126', async () => {
    expect((await hexawatt([...atOnce, './no-such-command'], env)).exitCode).toBe(127)
    expect((await hexawatt([...atOnce, join(import.meta.dir, 'testing')], env)).exitCode).toBe(126)
  })

  test('the command receives signals, and its own end decides the exit code', async () => {
    const handled = 'trap "echo received; exit 5" TERM; echo ready; while :; do sleep 0.05; done'
    const unhandled = 'echo ready; for i in 1 2 3 4 5 6 7 8 9; do sleep 0.2; done; echo survived'
    for (const [script, ending] of [
      [handled, { exitCode: 5, signalCode: null, printed: 'ready\nreceived\n' }],
      [unhandled, { exitCode: 143, signalCode: 'SIGTERM', printed: 'ready\n' }],
    ] as const) {
      const child = startHexawatt([...atOnce, '/bin/sh', '-c', script], env)
      const printed = await textUntil(child.stdout, 'ready', () => child.kill('SIGTERM'))
      await child.exited
      expect({ exitCode: child.exitCode ?? 143, signalCode: child.signalCode, printed }).toEqual(ending)
    }
  })

  test('a program ended while it waits does not start the command', async () => {
    const child = startHexawatt(['run', '--by', '07:00', '--', 'echo', 'started'], env)
    const said = await textUntil(child.stderr, 'Waits for', () => child.kill('SIGINT'))
    await child.exited
    expect([await child.stdout.text(), child.signalCode]).toEqual(['', 'SIGINT'])
    expect(said).toMatch(/^hexawatt: Waits for Wed 4 Feb, \d\d:\d\d in Paris \(in \d+ h( \d+ min)?\)\. Démarrez/)
  })
})

describe('without the service', () => {
  const window = ['run', '--within', '6h']

  test('without the service the command starts at once with a warning; with --strict it is not started', async () => {
    const nobody = { HEXAWATT_URL: `http://127.0.0.1:${await freePort()}` }
    const [patient, strict] = await Promise.all([
      hexawatt([...window, '--', 'echo', 'started'], nobody),
      hexawatt([...window, '--strict', '--', 'echo', 'started'], nobody),
    ])
    expect(patient).toMatchObject({ exitCode: 0, out: 'started\n' })
    expect(patient.err).toStartWith('hexawatt: Starts at once, because the service has no plan: ')
    expect(strict).toMatchObject({ exitCode: 125, out: '' })
    expect(strict.err).toStartWith('The API could not be reached.')
  }, 20_000)

  test('a refused key or parameter starts nothing', async () => {
    const wrongKey = { ...env, HEXAWATT_API_KEY: `hxw_${'0'.repeat(32)}` }
    expect(await hexawatt([...window, '--', 'echo', 'started'], wrongKey)).toMatchObject({ exitCode: 125, out: '' })
    const wrongParameter = [...window, '--tariff', 'base', '--off-peak', '22:00-06:00', '--', 'echo', 'started']
    expect(await hexawatt(wrongParameter, env)).toMatchObject({ exitCode: 125, out: '' })
  })
})

describe('later, at one in the morning in Paris,', () => {
  beforeAll(async () => {
    system.clock.moveTo(atOne)
    await system.refreshLive()
    // The gateway hears of a new snapshot a moment after it is written.
    const isHeard = async () => (await (await system.get('/api/status')).text()).includes(atOne)
    expect(await pollUntil(isHeard, { intervalMs: 20, timeoutMs: 10_000 })).toBe(true)
  })

  test('the command starts at once if the best window is now, and its output and exit code are passed on', async () => {
    const argv = [
      'run',
      '--by',
      '07:00',
      '--duration',
      '4h15m',
      '--',
      '/bin/sh',
      '-c',
      'echo out; echo err >&2; exit 7',
    ]
    expect(await hexawatt(argv, env)).toEqual({ exitCode: 7, out: 'out\n', err: 'err\n' })
  })

  test('the wait ends when the best window begins, after one question when new data were due and one a minute before the start', async () => {
    const run = await runAsleep({ by: { hour: 7, minute: 0 }, duration: 120, objective: 'carbon' })
    const last = run.asked.at(-1)
    const start = last?.answer.plan.segments[0]?.start ?? ''
    expect(run).toMatchObject({ exitCode: 0, isStarted: true, endedAt: start })
    expect(Date.parse(start) - Date.parse(last?.at ?? '')).toBe(60_000)
    expect(run.asked[0]?.at).toBe(atOne)
    // Between the first question and the last one for each time at which new data were announced.
    for (const [index, { answer }] of run.asked.slice(0, -2).entries()) {
      expect(run.asked[index + 1]?.at).toBe(answer.recomputeAfter ?? '')
    }
    expect(run.asked.length).toBeGreaterThan(2)
    expect(run.said[0]).toStartWith('hexawatt: Waits for Wed 4 Feb, ')
    // A computer that was suspended wakes up late: the clock is read at least every minute.
    expect(run.longestSleepMs).toBeLessThanOrEqual(60_000)
  })
})

/** All text of a stream; calls `then` once when `word` has come. */
async function textUntil(stream: ReadableStream<Uint8Array>, word: string, then: () => void): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let isCalled = false
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true })
    if (isCalled || !text.includes(word)) continue
    isCalled = true
    then()
  }
  return text
}
