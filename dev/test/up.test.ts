import { afterAll, afterEach, expect, test } from 'bun:test'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort } from '../src/embedded/loopback-port.ts'
import { pollUntil } from '../src/embedded/poll.ts'
import { processFacts } from '../src/embedded/processes.ts'
import { temporaryFolder } from '../src/embedded/test-servers.ts'
import { readHistoryNote } from '../src/up/fill-history.ts'
import { processTree, stillRunning } from './testing/process-tree.ts'
import { repositoryRoot, startUp, type UpRun } from './testing/up-fixture.ts'

const folder = await temporaryFolder()
const dataDir = join(folder, 'data')
const port = await freePort()
/** Without the week of points that a first start computes, which up-history.test.ts tests. */
const args = ['--demo', '--port', String(port), '--data-dir', dataDir, '--backfill-days', '0']
const env = { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' }
const Intensity = v.object({ dataSlotEnd: v.string(), estimatedGCo2PerKwh: v.pipe(v.number(), v.minValue(1)) })

/** Longest recovery after a kill of a program, ms. */
const comeBack = { intervalMs: 100, timeoutMs: 30_000 }

let run: UpRun | null = null
let firstKey = ''
let firstOutput = ''
/** Set by a test with whose `up` the next one goes on. */
let isHandedOn = false

afterEach(async () => {
  if (isHandedOn) {
    isHandedOn = false
    return
  }
  run?.abandon()
  await run?.exited
  run = null
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function intensity(key: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
  return v.parse(Intensity, await answer.json())
}

/** Runs the command in a shell, like a user who pastes it. */
async function paste(line: string): Promise<unknown> {
  const shell = Bun.spawn(['/bin/sh', '-c', line], { stderr: 'inherit' })
  return JSON.parse(await new Response(shell.stdout).text())
}

const launcherPid = async () => Number(await readFile(join(dataDir, 'up.pid'), 'utf8'))

test('the first start shows a key and a working command; two Ctrl-C leave no process and exit code 0', async () => {
  run = await startUp({ args, env })
  expect(run.output()).toContain('DEMO DATA')
  firstKey = run.key ?? ''
  expect(firstKey).toStartWith('hxw_')
  if (Bun.which('curl') === null) console.warn('SKIPPED: pasting the curl line: curl is not on this machine')
  else expect(v.is(Intensity, await paste(run.curlLine))).toBe(true)
  const pids = await run.pids()
  expect(pids.length).toBeGreaterThan(6)
  run.pressCtrlC()
  run.pressCtrlC()
  expect(await run.exited).toBe(0)
  expect(await stillRunning(pids)).toEqual([])
  firstOutput = run.output()
})

test('--backfill-days 0 fills nothing at a first start', async () => {
  expect(firstOutput).toContain('DEMO DATA')
  expect(firstOutput).not.toContain('being computed')
  expect(await readHistoryNote(dataDir)).toBeNull()
})

test('a later start shows no key, the first key still works, and a killed program or store is restarted', async () => {
  run = await startUp({ args, env })
  expect(run.key).toBeNull()
  expect(run.curlLine).toContain('$HEXAWATT_API_KEY')
  await intensity(firstKey)
  for (const script of ['gateway/src/main.ts', 'bin/postgres']) {
    const victim = await childRunning(script)
    process.kill(victim, 'SIGKILL')
    await pollUntil(async () => (await stillRunning([victim])).length === 0, comeBack)
    const serves = () =>
      intensity(firstKey).then(
        () => true,
        () => false,
      )
    expect(await pollUntil(serves, comeBack)).toBe(true)
  }
})

test('after a kill of the launcher no process stays, and the next start continues with the data', async () => {
  run = await startUp({ args: [...args, '--new-key'], env })
  expect(run.key).not.toBeNull()
  const launcher = await launcherPid()
  const programs = await Promise.all(
    ['gateway', 'svc-carbon', 'svc-score', 'svc-history', 'svc-ingest', 'dev/src/upstream'].map((name) =>
      childRunning(`${name}/`),
    ),
  )
  process.kill(launcher, 'SIGKILL')
  await run.exited
  expect(await pollUntil(async () => (await stillRunning(programs)).length === 0, comeBack)).toBe(true)
  run = await startUp({ args, env })
  await intensity(firstKey)
  isHandedOn = true
})

test('operator commands find the running product, through a file that only its user can read', async () => {
  run ??= await startUp({ args, env })
  isHandedOn = true
  const note = join(repositoryRoot, '.hexawatt/running.json')
  const { pid } = v.parse(v.object({ pid: v.number() }), JSON.parse(await readFile(note, 'utf8')))
  if (pid !== (await launcherPid()))
    return console.warn('SKIPPED: operator commands: another `up` runs in this project')
  expect((await stat(note)).mode & 0o777).toBe(0o600)
  const keys = Bun.spawn([process.execPath, 'run', 'keys', 'list', '--account', 'local', '--json'], {
    cwd: repositoryRoot,
    env,
    stderr: 'ignore',
  })
  expect(await new Response(keys.stdout).json()).not.toBeEmpty()
})

test('when only `bun run` is killed everything stops in order', async () => {
  run ??= await startUp({ args, env })
  const pids = await run.pids()
  const [runner = 0] = pids
  process.kill(runner, 'SIGKILL')
  expect(await pollUntil(async () => (await stillRunning(pids)).length === 0, comeBack)).toBe(true)
  expect(await Bun.file(join(dataDir, 'up.pid')).exists()).toBe(false)
})

test('--as-of serves that instant, also on a folder that holds later data', async () => {
  for (const asOf of ['2025-06-15T12:30:00Z', '2025-06-15T08:30:00Z']) {
    run = await startUp({ args: [...args, '--as-of', asOf], env })
    const { dataSlotEnd } = await intensity(firstKey)
    expect(dataSlotEnd <= asOf).toBe(true)
    expect(dataSlotEnd > '2025-06-15T00:00:00Z').toBe(true)
    run.pressCtrlC()
    await run.exited
  }
})

/** Id of the process below the launcher whose command line contains `text`. */
async function childRunning(text: string): Promise<number> {
  for (const pid of await processTree(await launcherPid())) {
    if (((await processFacts(pid))?.commandLine ?? '').includes(text)) return pid
  }
  throw new Error(`nothing that runs ${text}`)
}
