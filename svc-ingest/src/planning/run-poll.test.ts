import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ReportedSourceId } from '@hexawatt/shared/grid/feeds'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, type TestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { recordFailure, recordPollFailure, recordSuccess } from '../pipeline/source-status-store.ts'
import { getSource } from '../sources/registry.ts'
import type { PollReason } from './poll-if-due.ts'
import { createPollRun } from './run-poll.ts'
import { claimSourceCall } from './source-call-store.ts'

let database: TestDatabase
let sql: Sql
const now = Temporal.Instant.from('2026-02-03T12:05:00Z')
const origin = { isGenerated: false, note: null }
const minute = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  sql = createSql(database.url, 'test', 3)
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})
beforeEach(async () => {
  await sql`delete from source_calls`
  await sql`delete from source_status`
})

/** The poll jobs of a program that has just started, and the sources that it polled. */
function program(application = 'ours') {
  const polled: ReportedSourceId[] = []
  const runPoll = createPollRun({
    sql,
    mode: 'demo',
    clock: { now: () => now },
    pollOpen: async () => false,
    nameApplication: () => application,
    poll: async (source) => {
      polled.push(source)
      await recordSuccess(sql, source, { at: now, newestSlotEnd: null, origin, publisher: null })
    },
  })
  const run = (source: ReportedSourceId, reason: PollReason = 'planned', isRetry = false) =>
    runPoll(getSource(source), reason, isRetry)
  return { polled, run }
}

/** Lets real time pass since the last call. */
async function pass(minutes: number): Promise<void> {
  await sql`update source_calls set last_call_at = last_call_at - make_interval(mins => ${minutes}::int)`
}

test('a start does not poll the weather again before its interval has passed: its publisher counts calls', async () => {
  const { polled, run } = program()
  await run('weather', 'start')
  await pass(170)
  expect(await run('weather', 'start')).toBe('not due')
  await pass(20)
  await run('weather', 'start')
  expect(polled).toEqual(['weather', 'weather'])
})

test('a start polls an open dataset at once; a retry polls it only when a planned time has passed', async () => {
  const asked: string[] = []
  const runPoll = createPollRun({
    sql,
    mode: 'demo',
    clock: { now: () => now },
    nameApplication: () => 'ours',
    poll: async () => undefined,
    pollOpen: async (dataset, when) => {
      asked.push(`${dataset} ${when}`)
      return true
    },
  })
  const source = getSource('odre_national')
  await runPoll(source, 'start', false)
  await runPoll(source, 'start', true)
  await runPoll(source, 'planned', true)
  expect(asked).toEqual(['odre_national start', 'odre_national planned', 'odre_national planned'])
})

describe('a planned poll', () => {
  test('is made of a source that was never called, and then not before its interval has passed', async () => {
    const { run, polled } = program()
    expect(await run('emission_factors')).toBe('polled')
    expect(await run('emission_factors')).toBe('not due')
    await pass(23 * 60)
    expect(await run('emission_factors')).toBe('not due')
    await pass(60)
    expect(await run('emission_factors')).toBe('polled')
    expect(polled).toEqual(['emission_factors', 'emission_factors'])
  })

  test('counts its interval across a restart: a start polls at once, the planned poll of the next program does not', async () => {
    expect(await program().run('generation_by_type', 'start')).toBe('polled')
    expect(await program().run('generation_by_type')).toBe('not due')
    expect(await program().run('generation_by_type', 'start')).toBe('polled')
  })

  test('is made after a failure without waiting for the interval', async () => {
    await program().run('emission_factors')
    await recordFailure(sql, 'emission_factors', now, 'no answer')
    await pass(15)
    expect(await program().run('emission_factors')).toBe('polled')
    await recordSuccess(sql, 'emission_factors', { at: now, newestSlotEnd: null, origin, publisher: null })
    await pass(15)
    expect(await program().run('emission_factors')).toBe('not due')
  })

  test('is made five minutes after a call that was lost with its program or the database', async () => {
    const lost = { source: 'emission_factors', application: 'none', minIntervalMs: 0 } as const
    expect(await claimSourceCall(sql, lost)).toBe(true)
    const { run } = program()
    await pass(4)
    expect(await run('emission_factors')).toBe('not due')
    await pass(1)
    expect(await run('emission_factors')).toBe('polled')
    await pass(60)
    expect(await run('emission_factors')).toBe('not due')
  })

  test('is made five minutes after a call whose answer found no room in Postgres: that is no failure of the source', async () => {
    await program().run('emission_factors')
    await sql`update source_calls set is_answered = false where source = 'emission_factors'`
    const full = await sql.unsafe('do $$ begin raise disk_full; end $$').catch((error: unknown) => error)
    await recordPollFailure(sql, 'emission_factors', now, full)
    const failures =
      await sql`select 1 from source_status where source = 'emission_factors' and consecutive_failures > 0`
    expect(failures).toHaveLength(0)
    await pass(5)
    expect(await program().run('emission_factors')).toBe('polled')
  })

  test('that is retried is made, although its first attempt was a moment ago', async () => {
    const { run } = program()
    await run('emission_factors')
    expect(await run('emission_factors', 'planned', true)).toBe('polled')
  })
})

describe('the minimum interval of a source', () => {
  const signal = { source: 'grid_signals', application: 'ours', minIntervalMs: 15 * minute } as const

  test('holds across restarts: the claim of another program counts', async () => {
    expect(await claimSourceCall(sql, signal)).toBe(true)
    const restarted = createSql(database.url, 'test', 1)
    expect(await claimSourceCall(restarted, signal)).toBe(false)
    await pass(14)
    expect(await claimSourceCall(restarted, signal)).toBe(false)
    await pass(1)
    expect(await claimSourceCall(restarted, signal)).toBe(true)
    await restarted.end({ timeout: 1 })
  })

  test('is kept by the grid signal for every reason of a poll: a start and a retry too', async () => {
    expect(await program().run('grid_signals', 'start')).toBe('polled')
    const { run, polled } = program()
    expect(await run('grid_signals', 'start')).toBe('too soon')
    expect(await run('grid_signals', 'planned', true)).toBe('too soon')
    expect(polled).toEqual([])
    await pass(15)
    expect(await run('grid_signals')).toBe('polled')
  })

  test('is counted per application, as the publisher does', async () => {
    expect(await program('ours').run('grid_signals', 'start')).toBe('polled')
    expect(await program('another').run('grid_signals', 'start')).toBe('polled')
    expect(await program('another').run('grid_signals', 'start')).toBe('too soon')
  })

  test('lets one of many programs through', async () => {
    const claims = await Promise.all([1, 2, 3, 4, 5].map(() => claimSourceCall(sql, signal)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('is real time: a moved clock of the data changes nothing', async () => {
    await claimSourceCall(sql, signal)
    const [row] = await sql<{ ageSeconds: number }[]>`
      select extract(epoch from now() - last_call_at)::double precision as age_seconds from source_calls`
    expect(Math.abs(row?.ageSeconds ?? Number.NaN)).toBeLessThan(60)
  })

  test('does not hold up other sources', async () => {
    await claimSourceCall(sql, signal)
    expect(await claimSourceCall(sql, { ...signal, source: 'tariff_calendar' })).toBe(true)
  })
})
