import { afterAll, afterEach, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort } from '../src/embedded/loopback-port.ts'
import { pollUntil } from '../src/embedded/poll.ts'
import { temporaryFolder } from '../src/embedded/test-servers.ts'
import { readHistoryNote } from '../src/up/fill-history.ts'
import { stillRunning } from './testing/process-tree.ts'
import { startUp, type UpRun } from './testing/up-fixture.ts'

const folder = await temporaryFolder()
const port = await freePort()
const asOf = '2026-02-10T15:05:00Z'
const env = { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' }
const argsOf = (name: string) => ['--demo', '--port', String(port), '--data-dir', join(folder, name), '--as-of', asOf]

const History = v.object({
  effectiveFrom: v.string(),
  sampleCount: v.number(),
  points: v.array(v.object({ timestamp: v.string() })),
})

let run: UpRun | null = null
afterEach(async () => {
  run?.abandon()
  await run?.exited
  run = null
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function history(key: string, from: string) {
  const to = '2026-02-10T15:00:00Z'
  const url = `http://127.0.0.1:${port}/v1/score/history?from=${from}&to=${to}&granularity=raw`
  const answer = await fetch(url, { headers: { 'x-api-key': key } })
  return v.parse(History, await answer.json())
}

test('--backfill-days finishes before the banner: the past is served when the banner appears', async () => {
  run = await startUp({ args: [...argsOf('waited'), '--backfill-days', '2'], env })
  // From the Paris midnight two days ago, to the last tick before the start.
  const { sampleCount, points, effectiveFrom } = await history(run.key ?? '', '2026-02-07T23:00:00Z')
  expect(effectiveFrom).toBe('2026-02-07T23:00:00Z')
  expect(points[0]?.timestamp).toBe('2026-02-07T23:00:00Z')
  expect(sampleCount).toBe(6 * (24 + 24 + 16))
  expect(run.output()).not.toContain('being computed')
  expect(await readHistoryNote(join(folder, 'waited'))).toEqual({ from: '2026-02-08', done: true })
})

test('a first start fills seven days in the background; Ctrl-C interrupts it, and the next start continues', async () => {
  const dataDir = join(folder, 'background')
  run = await startUp({ args: argsOf('background'), env })
  const key = run.key ?? ''
  expect(run.output()).toContain('the points since 2026-02-03 are being computed')
  const pids = await run.pids()
  run.pressCtrlC()
  expect(await run.exited).toBe(0)
  expect(await stillRunning(pids)).toEqual([])
  expect(await readHistoryNote(dataDir)).toEqual({ from: '2026-02-03', done: false })
  run = await startUp({ args: argsOf('background'), env })
  const isDone = async () => (await readHistoryNote(dataDir))?.done === true
  expect(await pollUntil(isDone, { intervalMs: 200, timeoutMs: 90_000 })).toBe(true)
  expect(run.output()).toContain('The history since 2026-02-03 is filled.')
  expect((await history(key, '2026-02-02T23:00:00Z')).sampleCount).toBe(6 * (7 * 24 + 16))
}, 180_000)
