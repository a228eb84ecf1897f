import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import { createClock } from '@hexawatt/shared/time/clock'
import * as v from 'valibot'
import { freePort } from '../src/embedded/loopback-port.ts'
import { pollUntil } from '../src/embedded/poll.ts'
import { processFacts } from '../src/embedded/system/process-facts.ts'
import { makeTemporaryFolder } from '../src/embedded/test-servers.ts'
import { readRunFile } from '../src/up/data-folder/run-file.ts'
import { startOpenUpstream } from './testing/open-upstream.ts'
import { repositoryRoot, startUp, type UpRun } from './testing/up-fixture.ts'

const readme = await Bun.file(join(repositoryRoot, 'README.md')).text()
const [firstCommand = ''] = readme.match(/^npx .* run up$/m) ?? []
const folder = await makeTemporaryFolder()
const port = await freePort()
const bare = { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' }
const argsOf = (name: string) => ['--port', String(port), '--data-dir', join(folder, name), '--backfill-days', '0']
const Intensity = v.object({ dataSlotEnd: v.string(), estimatedGCo2PerKwh: v.pipe(v.number(), v.minValue(1)) })

let upstream: Awaited<ReturnType<typeof startOpenUpstream>>
let run: UpRun | null = null
let key = ''
beforeAll(async () => {
  upstream = await startOpenUpstream(createClock(0))
})
afterEach(async () => {
  run?.pressCtrlC()
  await run?.exited
  run = null
})
afterAll(async () => {
  await upstream.stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key } })

async function commandLines(): Promise<string> {
  const facts = await Promise.all(((await run?.pids()) ?? []).map(processFacts))
  return facts.map((fact) => fact?.commandLine ?? '').join('\n')
}

test("the README's first command, with a reachable publisher and without credentials, serves its data and says what is missing and whom to credit", async () => {
  const command = firstCommand.split(' ')
  run = await startUp({ command, args: argsOf('data'), env: { ...bare, ...upstream.env } })
  key = run.key ?? ''
  expect(run.output()).toContain('OPEN DATA: real measurements')
  expect(run.output()).toMatch(/Lacks .*grid signal.*outages/)
  for (const words of ['Open Data Réseaux Énergies (ODRÉ), Licence Ouverte 2.0', 'CC BY 4.0', 'Tempo colours: RTE.']) {
    expect(run.output()).toContain(words)
  }
  const answer = await ask('/v1/carbon/intensity')
  expect(answer.headers.get('x-data-mode')).toBe('open')
  expect(v.is(Intensity, await answer.json())).toBe(true)
  // As `--backfill-days 0` says, also at this first start.
  expect(run.output()).not.toContain('being computed')
  expect((await readRunFile(join(folder, 'data'))).history).toBeNull()
  const lines = await commandLines()
  expect(lines).toContain('svc-ingest/src/main.ts')
  expect(lines).not.toContain('dev/src/upstream/main.ts')
  // Price and colours are asked for with the mix: they do not wait for the publishers' slow ones.
  const hasAll = async () => {
    const { sources } = v.parse(StatusResponse, await (await ask('/api/status')).json())
    const wanted = sources.filter(({ id }) => id === 'power_exchanges' || id === 'tariff_calendar')
    return wanted.every(({ newestSlot }) => newestSlot !== null) && (await ask('/v1/tariff/today')).ok
  }
  expect(await pollUntil(hasAll, { intervalMs: 1_000, timeoutMs: 30_000 })).toBe(true)
})

test('the next start without a network continues with the stored data and says so', async () => {
  run = await startUp({ args: argsOf('data'), env: { ...bare, ...upstream.envWithoutNetwork } })
  expect(run.output()).toContain('OPEN DATA')
  expect(run.output()).toContain('NO NETWORK')
  const answer = await ask('/v1/carbon/intensity')
  expect([answer.headers.get('x-data-mode'), answer.status, answer.status === 200 || (await answer.text())]).toEqual([
    'open',
    200,
    true,
  ])
  expect(v.is(Intensity, await answer.json())).toBe(true)
})

test('a first start without a network shows demo data and says so clearly', async () => {
  run = await startUp({ args: argsOf('first'), env: { ...bare, ...upstream.envWithoutNetwork } })
  expect(run.output()).toMatch(/^NO REAL DATA:.*INVENTED demo values/m)
  expect(run.output()).toContain('DEMO DATA')
})
