import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { SourceId } from '@hexawatt/shared/grid/feeds'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, type TestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { recordFailure, recordPollFailure, recordSuccess } from '../pipeline/source-status-store.ts'
import type { PollJob } from './job-definitions.ts'
import { claimSourceCall } from './source-call-store.ts'
import { createTurns } from './take-turn.ts'

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

/** The turns of a program that has just started, and what it polled. */
function program(application = 'ours') {
  const polled: SourceId[] = []
  const takeTurn = createTurns({
    sql,
    clock: { now: () => now },
    pollOpen: async () => false,
    applicationOf: () => application,
    poll: async (source) => {
      polled.push(source)
      await recordSuccess(sql, source, { at: now, newestSlotEnd: null, origin, publisher: null })
    },
  })
  const turnOf = (source: SourceId, asked: PollJob['asked'] = 'turn', isRetry = false) =>
    takeTurn({ v: 1, source, asked }, isRetry)
  return { polled, turnOf }
}

/** Lets real time pass since the last call. */
async function pass(minutes: number): Promise<void> {
  await sql`update source_calls set last_call_at = last_call_at - make_interval(mins => ${minutes}::int)`
}

test('a job of an open dataset asks at once at the start of the program; as a retry only when a planned time has passed', async () => {
  const asked: string[] = []
  const takeTurn = createTurns({
    sql,
    clock: { now: () => now },
    applicationOf: () => 'ours',
    poll: async () => undefined,
    pollOpen: async (dataset, when) => {
      asked.push(`${dataset} ${when}`)
      return true
    },
  })
  const source = 'odre_national'
  await takeTurn({ v: 1, source, asked: 'start' }, false)
  await takeTurn({ v: 1, source, asked: 'start' }, true)
  await takeTurn({ v: 1, source, asked: 'turn' }, true)
  expect(asked).toEqual([`${source} now`, `${source} turn`, `${source} turn`])
})

describe('a regular turn', () => {
  test('asks a source that was never asked, and then not before its cadence', async () => {
    const { turnOf, polled } = program()
    expect(await turnOf('emission_factors')).toBe('polled')
    expect(await turnOf('emission_factors')).toBe('not due')
    await pass(23 * 60)
    expect(await turnOf('emission_factors')).toBe('not due')
    await pass(60)
    expect(await turnOf('emission_factors')).toBe('polled')
    expect(polled).toEqual(['emission_factors', 'emission_factors'])
  })

  test('goes on counting across a restart: a start asks at once, the next program’s turns do not', async () => {
    expect(await program().turnOf('generation_by_type', 'start')).toBe('polled')
    expect(await program().turnOf('generation_by_type')).toBe('not due')
    expect(await program().turnOf('generation_by_type', 'start')).toBe('polled')
  })

  test('asks again after a failure without waiting for the cadence', async () => {
    await program().turnOf('emission_factors')
    await recordFailure(sql, 'emission_factors', now, 'no answer')
    await pass(15)
    expect(await program().turnOf('emission_factors')).toBe('polled')
    await recordSuccess(sql, 'emission_factors', { at: now, newestSlotEnd: null, origin, publisher: null })
    await pass(15)
    expect(await program().turnOf('emission_factors')).toBe('not due')
  })

  test('asks again five minutes after a call that was lost with its program or the database, not at the cadence', async () => {
    const lost = { source: 'emission_factors', application: 'none', minIntervalMs: 0 } as const
    expect(await claimSourceCall(sql, lost)).toBe(true)
    const { turnOf } = program()
    await pass(4)
    expect(await turnOf('emission_factors')).toBe('not due')
    await pass(1)
    expect(await turnOf('emission_factors')).toBe('polled')
    await pass(60)
    expect(await turnOf('emission_factors')).toBe('not due')
  })

  test('asks again five minutes after a call whose answer found no room in Postgres: that is no failure of the source', async () => {
    await program().turnOf('emission_factors')
    await sql`update source_calls set is_answered = false where source = 'emission_factors'`
    const full = await sql.unsafe('do $$ begin raise disk_full; end $$').catch((error: unknown) => error)
    await recordPollFailure(sql, 'emission_factors', now, full)
    const failures =
      await sql`select 1 from source_status where source = 'emission_factors' and consecutive_failures > 0`
    expect(failures).toHaveLength(0)
    await pass(5)
    expect(await program().turnOf('emission_factors')).toBe('polled')
  })

  test('that is tried again asks, although its first try was a moment ago', async () => {
    const { turnOf } = program()
    await turnOf('emission_factors')
    expect(await turnOf('emission_factors', 'turn', true)).toBe('polled')
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

  test('is kept by the grid signal, whoever asks: a start and a retry too', async () => {
    expect(await program().turnOf('grid_signals', 'start')).toBe('polled')
    const { turnOf, polled } = program()
    expect(await turnOf('grid_signals', 'start')).toBe('too soon')
    expect(await turnOf('grid_signals', 'turn', true)).toBe('too soon')
    expect(polled).toEqual([])
    await pass(15)
    expect(await turnOf('grid_signals')).toBe('polled')
  })

  test('is counted per application, as the publisher does', async () => {
    expect(await program('ours').turnOf('grid_signals', 'start')).toBe('polled')
    expect(await program('another').turnOf('grid_signals', 'start')).toBe('polled')
    expect(await program('another').turnOf('grid_signals', 'start')).toBe('too soon')
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
