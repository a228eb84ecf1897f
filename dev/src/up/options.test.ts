import { expect, test } from 'bun:test'
import { parseOptions } from './options.ts'
import { makeRunPlan } from './run-plan.ts'

test('without options the demo runs on port 8080 in real time', () => {
  const plan = makeRunPlan(parseOptions([]), {})
  expect(plan).toMatchObject({ mode: 'demo', port: 8080, clockOffsetMs: 0, replay: null, newKey: false })
})

test('--as-of works with the demo data and gives one offset', () => {
  const asOf = '2025-01-15T12:00:00+01:00'
  const plan = makeRunPlan(parseOptions(['--as-of', asOf]), {})
  const nowThereMs = Date.now() + plan.clockOffsetMs
  expect(Math.abs(nowThereMs - Temporal.Instant.from(asOf).epochMilliseconds)).toBeLessThan(60_000)
})

test('credentials make it live, and --replay wins over them', () => {
  const env = { RTE_CLIENT_ID: 'id', RTE_CLIENT_SECRET: 'secret' }
  expect(makeRunPlan(parseOptions([]), env).mode).toBe('live')
  const replay = makeRunPlan(parseOptions(['--replay', import.meta.dir, '--replay-only']), env)
  expect(replay).toMatchObject({ mode: 'replay', replay: { dir: import.meta.dir, only: true } })
})

test('--replay-only alone is refused', () => {
  expect(() => parseOptions(['--replay-only'])).toThrow('--replay DIR')
})

test('an instant beyond the programs’ limit is refused', () => {
  expect(() => parseOptions(['--as-of=-000100-01-01T00:00:00Z'])).toThrow('300 years')
})

test('an address that is none is refused without being repeated', () => {
  expect(() => makeRunPlan(parseOptions([]), { DATABASE_URL: 'secret-thing' })).toThrow('DATABASE_URL')
  expect(() => makeRunPlan(parseOptions([]), { DATABASE_URL: 'secret-thing' })).not.toThrow('secret-thing')
})
