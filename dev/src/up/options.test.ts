import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand } from '@hexawatt/shared/testing/read-command'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { upCommandLine } from './options.ts'
import { makePublicBaseUrl } from './programs.ts'
import { makeRunPlan } from './run-plan.ts'

const parseOptions = (args: readonly string[]) => readCommand(upCommandLine, args)

test('--demo serves invented values on port 8080 in real time, even with credentials', async () => {
  const plan = await makeRunPlan(parseOptions(['--demo']), { RTE_CLIENT_ID: 'id', RTE_CLIENT_SECRET: 'secret' })
  expect(plan).toMatchObject({ mode: 'demo', port: 8080, clockOffsetMs: 0, replay: null, newKey: false })
})

test('--as-of works with the demo data and shifts all clocks by the same offset', async () => {
  const asOf = '2025-01-15T12:00:00+01:00'
  const plan = await makeRunPlan(parseOptions(['--as-of', asOf]), {})
  const nowThereMs = Date.now() + plan.clockOffsetMs
  expect(Math.abs(nowThereMs - Temporal.Instant.from(asOf).epochMilliseconds)).toBeLessThan(60_000)
})

test('credentials make the mode live, unless --replay is given', async () => {
  const env = { RTE_CLIENT_ID: 'id', RTE_CLIENT_SECRET: 'secret' }
  expect((await makeRunPlan(parseOptions([]), env)).mode).toBe('live')
  const replay = await makeRunPlan(parseOptions(['--replay', shippedRecordingsDir, '--replay-only']), env)
  expect(replay).toMatchObject({ mode: 'replay', replay: { dir: shippedRecordingsDir, only: true } })
})

test('a replay without an instant starts at noon inside the newest recording, with at least 48 hours left to replay', async () => {
  const { asOf, clockOffsetMs, replay } = await makeRunPlan(parseOptions(['--replay', shippedRecordingsDir]), {})
  expect(asOf?.toString()).toBe('2025-07-19T10:00:00Z')
  expect(Math.abs(Date.now() + clockOffsetMs - (asOf?.epochMilliseconds ?? 0))).toBeLessThan(60_000)
  expect(replay?.startsInside).toEqual({
    fromEpochMs: Date.parse('2025-07-04T22:00:00Z'),
    untilEpochMs: Date.parse('2025-07-25T22:00:00Z'),
  })
})

test('a replay of a recording too short for 48 hours starts in its middle', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hexawatt-replay-'))
  const rows = ['datetime_utc,nucleaire', '2025-03-30T01:00:00Z,40000', '2025-03-30T02:45:00Z,40000']
  await writeFile(join(folder, 'eco2mix_15min_2025.csv'), `${rows.join('\n')}\n`)
  const { asOf } = await makeRunPlan(parseOptions(['--replay', folder]), {})
  expect(asOf?.toString()).toBe('2025-03-30T02:00:00Z')
  await rm(folder, { recursive: true })
})

test('an instant given on the command line is used, wherever the recordings lie', async () => {
  const { asOf, replay } = await makeRunPlan(
    parseOptions(['--replay', import.meta.dir, '--as-of', '2024-05-01T12:00:00Z']),
    {},
  )
  expect([asOf?.toString(), replay?.startsInside]).toEqual(['2024-05-01T12:00:00Z', null])
})

test('a folder without a recording to start in is refused, with what to write instead', async () => {
  await expect(makeRunPlan(parseOptions(['--replay', import.meta.dir]), {})).rejects.toThrow(
    /holds no recording.*--replay recordings.*--as-of/,
  )
})

test('--replay-only without --replay is refused', () => {
  expect(() => parseOptions(['--replay-only'])).toThrow('--replay DIR')
})

test('an instant that the programs cannot represent is refused', () => {
  expect(() => parseOptions(['--as-of=-000100-01-01T00:00:00Z'])).toThrow('300 years')
})

test('an address of the wrong form is refused without being repeated', async () => {
  const message = await makeRunPlan(parseOptions(['--demo']), { DATABASE_URL: 'secret-thing' }).then(() => '', String)
  expect(message).toContain('DATABASE_URL')
  expect(message).not.toContain('secret-thing')
})

test('the public API listens on loopback only, unless --host names another address', async () => {
  expect((await makeRunPlan(parseOptions(['--demo']), {})).host).toBe('127.0.0.1')
  for (const host of ['0.0.0.0', '::', '192.168.1.10', 'fd00::1']) {
    expect((await makeRunPlan(parseOptions(['--demo', '--host', host]), {})).host).toBe(host)
  }
  for (const text of ['localhost', '10.0.0', 'power.example.org']) {
    expect(() => parseOptions(['--host', text])).toThrow(/--host takes an IP address of this machine/)
  }
})

test('the address shown to customers is that of --host, or the one that PUBLIC_BASE_URL names', async () => {
  const urlWith = async (args: readonly string[], env = {}) =>
    makePublicBaseUrl(await makeRunPlan(parseOptions(['--demo', '--port', '9000', ...args]), env))
  expect(await urlWith([])).toBe('http://localhost:9000')
  expect(await urlWith(['--host', '0.0.0.0'])).toBe('http://localhost:9000')
  expect(await urlWith(['--host', '192.168.1.10'])).toBe('http://192.168.1.10:9000')
  expect(await urlWith(['--host', 'fd00::1'])).toBe('http://[fd00::1]:9000')
  expect(await urlWith([], { PUBLIC_BASE_URL: 'https://power.example.org' })).toBe('https://power.example.org')
})
