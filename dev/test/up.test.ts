import { afterAll, expect, test } from 'bun:test'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buildShortestRequest, type OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { operations } from '@hexawatt/shared/contract/operations'
import * as v from 'valibot'
import { freePort } from '../src/embedded/loopback-port.ts'
import { pollUntil } from '../src/embedded/poll.ts'
import { processFacts } from '../src/embedded/system/process-facts.ts'
import { makeTemporaryFolder } from '../src/embedded/test-servers.ts'
import { listStillRunning, processTree } from '../src/process-tree.ts'
import { readRunFile } from '../src/up/data-folder/run-file.ts'
import { repositoryRoot, startUp, type UpRun } from './testing/up-fixture.ts'

const folder = await makeTemporaryFolder()
const dataDir = join(folder, 'data')
const port = await freePort()
const args = ['--demo', '--port', String(port), '--data-dir', dataDir]
/** The instant of the first two starts, and an earlier one, from where the folder holds later data. */
const [asOf, earlier] = ['2026-02-10T15:05:00Z', '2026-02-10T11:05:00Z']
/** The proxy of the network, which cannot reach this machine's own addresses. */
const proxied: string[] = []
const proxy = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    proxied.push(request.url)
    return new Response(null, { status: 502 })
  },
})
const env = {
  PATH: Bun.env['PATH'] ?? '',
  HOME: Bun.env['HOME'] ?? '',
  HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
  http_proxy: `http://127.0.0.1:${proxy.port}`,
}
const Intensity = v.object({ dataSlotEnd: v.string(), estimatedGCo2PerKwh: v.pipe(v.number(), v.minValue(1)) })
const History = v.object({ sampleCount: v.number() })

/** Operations that compare hours of the past, which a first start computes in the background. */
const needPast = operations.filter(({ id }) => /^getElectricityMaps(V4)?(Past|Level)$/.test(id))

/** Longest recovery after a kill of a program, ms. */
const comeBack = { intervalMs: 100, timeoutMs: 30_000 }

/** Three starts, one after the other on one folder; every test goes on with what the one before it left. */
let run: UpRun
let firstKey = ''

afterAll(async () => {
  run?.abandon()
  await run?.exited
  await proxy.stop(true)
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string, key: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key } })
const intensity = async (key: string) => v.parse(Intensity, await (await ask('/v1/carbon/intensity', key)).json())

/** Runs the command in a shell, like a user who pastes it. */
async function paste(line: string): Promise<unknown> {
  const shell = Bun.spawn(['/bin/sh', '-c', line], { stderr: 'inherit' })
  return JSON.parse(await new Response(shell.stdout).text())
}

async function launcherPid(): Promise<number> {
  const { pid } = await readRunFile(dataDir)
  if (pid === null) throw new Error('no up runs')
  return pid
}

test('the first start shows a key and a working command, and computes the points of seven days in the background', async () => {
  run = await startUp({ args: [...args, '--as-of', asOf], env })
  expect(run.output()).toContain('DEMO DATA')
  firstKey = run.key ?? ''
  expect(firstKey).toStartWith('hxw_')
  if (Bun.which('curl') === null) console.warn('SKIPPED: pasting the curl line: curl is not on this machine')
  else expect(v.is(Intensity, await paste(run.curlLine))).toBe(true)
  expect(run.output()).not.toContain('NOT YET')
  expect(run.output()).toContain('the points since 2026-02-03 are being computed')
})

/** The operations that do not answer, each with its status. */
async function findUnanswered(asked: readonly OperationEntry[]) {
  const paths = asked.map(buildShortestRequest)
  const answers = await Promise.all(paths.map(async (path) => [path, (await ask(path, firstKey)).status]))
  return answers.filter(([, status]) => status !== 200)
}

test('every operation answers once `up` says that it is ready, except those that need hours of the past', async () => {
  expect(await findUnanswered(operations.filter((operation) => !needPast.includes(operation)))).toEqual([])
})

test('no call between two programs goes through the proxy of the environment', () => {
  expect(proxied).toEqual([])
})

test('Ctrl-C twice interrupts everything, the points too, leaves no process and exits with code 0', async () => {
  const pids = await run.pids()
  expect(pids.length).toBeGreaterThan(6)
  run.pressCtrlC()
  run.pressCtrlC()
  expect(await run.exited).toBe(0)
  expect(await listStillRunning(pids)).toEqual([])
  expect((await readRunFile(dataDir)).history).toEqual({ from: '2026-02-03', done: false })
})

test('a later start shows no key, accepts the first key, and computes the points that were interrupted: then the past answers', async () => {
  run = await startUp({ args: [...args, '--as-of', asOf], env })
  expect(run.key).toBeNull()
  expect(run.curlLine).toContain('$HEXAWATT_API_KEY')
  await expectServed(asOf)
  const isDone = async () => (await readRunFile(dataDir)).history?.done === true
  expect(await pollUntil(isDone, { intervalMs: 200, timeoutMs: 90_000 })).toBe(true)
  expect(run.output()).toContain('The history since 2026-02-03 is filled.')
  const window = 'from=2026-02-02T23:00:00Z&to=2026-02-10T15:00:00Z&granularity=raw'
  const { sampleCount } = v.parse(History, await (await ask(`/v1/score/history?${window}`, firstKey)).json())
  expect(sampleCount).toBe(6 * (7 * 24 + 16))
  expect(await findUnanswered(needPast)).toEqual([])
})

test('a killed program or store is restarted', async () => {
  for (const script of ['gateway/src/main.ts', 'bin/postgres']) {
    const victim = await childRunning(script)
    process.kill(victim, 'SIGKILL')
    await pollUntil(async () => (await listStillRunning([victim])).length === 0, comeBack)
    const serves = () =>
      intensity(firstKey).then(
        () => true,
        () => false,
      )
    expect(await pollUntil(serves, comeBack)).toBe(true)
  }
})

test('a kill of the launcher leaves no process, the stores included, and the next start continues with the data', async () => {
  const launcher = await launcherPid()
  const parts = ['gateway/', 'svc-ingest/', 'dev/src/upstream/', 'bin/postgres', 'redis-server']
  // Postgres may still be restarting after its kill.
  const hasAll = () => Promise.all(parts.map(childRunning)).then(Boolean, () => false)
  expect(await pollUntil(hasAll, comeBack)).toBe(true)
  const started = (await processTree(launcher)).slice(1)
  process.kill(launcher, 'SIGKILL')
  await run.exited
  expect(await pollUntil(async () => (await listStillRunning(started)).length === 0, comeBack)).toBe(true)
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
  run = await startUp({ args: [...args, '--as-of', earlier, '--new-key'], env })
  expect(run.key).not.toBeNull()
  await intensity(run.key ?? '')
})

test('--as-of serves that instant, even on a folder that holds later data', () => expectServed(earlier))

test('operator commands find the running product through a file that only its user can read, and say which one it is', async () => {
  const note = join(repositoryRoot, `.hexawatt/running/${await launcherPid()}.json`)
  expect((await stat(note)).mode & 0o777).toBe(0o600)
  const keys = Bun.spawn([process.execPath, 'run', 'keys', 'list', '--account', 'local', '--json'], {
    cwd: repositoryRoot,
    env: { ...env, UP_PORT: String(port) },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  expect(await keys.stdout.json()).not.toBeEmpty()
  expect(await keys.stderr.text()).toBe(`Acts on http://localhost:${port} (demo data in ${dataDir}).\n`)
})

test('when only `bun run` is killed, everything stops in order', async () => {
  const pids = await run.pids()
  const [runner = 0] = pids
  process.kill(runner, 'SIGKILL')
  expect(await pollUntil(async () => (await listStillRunning(pids)).length === 0, comeBack)).toBe(true)
  expect((await readRunFile(dataDir)).pid).toBeNull()
})

/** The first key is answered, with the hours before an instant of that day. */
async function expectServed(instant: string): Promise<void> {
  const { dataSlotEnd } = await intensity(firstKey)
  expect(dataSlotEnd <= instant).toBe(true)
  expect(dataSlotEnd > `${instant.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`).toBe(true)
}

/** Id of the process below the launcher whose command line contains `text`. */
async function childRunning(text: string): Promise<number> {
  for (const pid of await processTree(await launcherPid())) {
    if (((await processFacts(pid))?.commandLine ?? '').includes(text)) return pid
  }
  throw new Error(`nothing that runs ${text}`)
}
