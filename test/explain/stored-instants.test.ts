import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { formatExplanation } from '@hexawatt/svc-ingest/src/cli/audit-texts/explanation-text.ts'
import { rollUp } from '@hexawatt/svc-ingest/src/points/roll-up-store.ts'
import * as v from 'valibot'
import { last, startAuditFixture } from '../audit/testing/audit-fixture.ts'
import { openHistory } from './testing/explain-fixture.ts'

const fixture = stopAtEnd(await startAuditFixture())
await ensureDataMode(fixture.sql, 'demo')
let history = await openHistory(fixture.env.DATABASE_URL, fixture.clock)
afterAll(() => history.close())
const now = fixture.clock.now()
afterEach(async () => {
  await fixture.restore()
  fixture.clock.moveTo(now.toString())
  // A new process: the former one keeps explanations.
  await history.close()
  history = await openHistory(fixture.env.DATABASE_URL, fixture.clock)
})

const path = (at: string) => `/v1/carbon/explain?at=${at}`

async function explain(at: string): Promise<CarbonExplainResponse> {
  const response = await history.get(path(at))
  expect([at, response.status]).toEqual([at, 200])
  return v.parse(CarbonExplainResponse, await response.json())
}

async function refusalOf(at: string, plan: 'decouverte' | 'scale' = 'scale') {
  const response = await history.get(path(at), plan)
  return { status: response.status, headers: response.headers, problem: v.parse(ProblemDetails, await response.json()) }
}

describe('the explained point', () => {
  test('is that of the newest tick not after the instant, and the instant is repeated exactly', async () => {
    const { at, computedFor, provenance } = await explain('2026-02-03T13:19:59.5Z')
    expect([at, computedFor, provenance]).toEqual(['2026-02-03T13:19:59.500Z', '2026-02-03T13:10:00Z', 'live'])
    const ofDate = await refusalOf('2026-02-03')
    expect(ofDate.problem.detail).toBe('No point of 2026-02-02T23:00:00Z is stored.')
    // 14:10 in Paris.
    expect((await explain('14:10')).computedFor).toBe('2026-02-03T13:10:00Z')
  })

  test('is the one before while the point of the current tick is being computed, and none is explained in place of a missing one', async () => {
    fixture.clock.moveTo('2026-02-03T13:50:20Z')
    const awaited = await history.get(path('2026-02-03T13:50:20Z'))
    expect(await awaited.json()).toMatchObject({ computedFor: last })
    expect(awaited.headers.get('cache-control')).toBe('private, max-age=60')
    fixture.clock.moveTo('2026-02-03T13:52:00Z')
    const { status, problem } = await refusalOf('2026-02-03T13:52:00Z')
    expect([status, problem.code, problem.detail]).toEqual([
      503,
      'insufficient_data',
      'No point of 2026-02-03T13:50:00Z is stored.',
    ])
  })

  test('may be cached for an hour and is 304 to a client that has it; its mode and confidence are in the headers', async () => {
    const first = await history.get(path(last))
    expect(first.headers.get('cache-control')).toBe('private, max-age=3600')
    expect([first.headers.get('x-data-mode'), first.headers.get('last-modified')]).toEqual([
      'demo',
      'Tue, 03 Feb 2026 13:40:10 GMT',
    ])
    const etag = first.headers.get('etag') ?? ''
    fixture.clock.moveTo('2026-02-04T08:00:00Z')
    expect((await history.get(path(last), 'scale', { 'if-none-match': etag })).status).toBe(304)
    expect((await history.get(path('2026-02-03T13:10:00Z'), 'scale', { 'if-none-match': etag })).status).toBe(200)
  })

  test('is explained by what it knew, whatever is corrected later', async () => {
    const before = await explain(last)
    await fixture.tamperWith('feed_values')
    await fixture.sql`
      insert into feed_values (feed, series, slot_start, slot_end, value, known_from, payload_id, source_updated_at, publisher)
      select feed, series, slot_start, slot_end, value * 2, '2026-02-03T13:40:05Z', payload_id, source_updated_at, publisher
      from feed_values where feed in ('generation_mix_15min', 'power_exchanges', 'consumption')
        and slot_start between '2026-02-03T11:00:00Z' and '2026-02-03T14:00:00Z'
      on conflict do nothing`
    await history.close()
    history = await openHistory(fixture.env.DATABASE_URL, fixture.clock)
    expect(await explain(last)).toEqual(before)
  })

  test('is printed by the audit, from the archived payloads', async () => {
    const answer = await explain(last)
    const { exitCode, out } = await fixture.audit(`--at ${last}`)
    expect(exitCode).toBe(0)
    expect(out).toContain(formatExplanation(answer).join('\n'))
  })
})

describe('refused are', () => {
  test('an instant in the future', async () => {
    const { status, problem } = await refusalOf('2026-02-03T13:40:11Z')
    expect([status, problem.code, problem.detail]).toEqual([
      400,
      'invalid_range',
      'at (2026-02-03T13:40:11Z) must not be in the future; it is now 2026-02-03T13:40:10Z.',
    ])
  })

  test('an instant beyond the depth of the plan, while a larger plan reaches it', async () => {
    // The roll-ups know the points, as svc-ingest stores them.
    await fixture.sql.begin(async (tx) => rollUp(tx, [Temporal.Instant.from(last)]))
    fixture.clock.moveTo('2026-02-11T08:00:00Z')
    const { status, problem } = await refusalOf(last, 'decouverte')
    expect([status, problem.code]).toEqual([403, 'history_depth_exceeded'])
    expect(problem.detail).toContain(`at (${last})`)
    expect((await explain(last)).computedFor).toBe(last)
  })

  test('an instant that no plan reaches, although its point is stored', async () => {
    fixture.clock.moveTo('2036-03-01T08:00:00Z')
    const { status, problem } = await refusalOf(last)
    expect([status, problem.code, problem.detail]).toEqual([
      503,
      'insufficient_data',
      `No point of ${last} is stored within the depth of any plan.`,
    ])
  })

  test('a point that the stored rows no longer give: the figures that differ are named, and none is explained in its place', async () => {
    await fixture.tamperWith('feed_values')
    await fixture.sql`delete from feed_values where feed = 'generation_mix_15min' and series = 'NUCLEAR'`
    const { status, headers, problem } = await refusalOf(last)
    expect([status, problem.code, headers.get('retry-after')]).toEqual([503, 'insufficient_data', '300'])
    expect(problem.detail).toStartWith(
      `The stored point of ${last} cannot be explained: stored rows give other values of carbon_score_tenths, global_score`,
    )
    expect(problem['confidence']).toBe(100)
    expect(await history.metrics()).toMatch(/^history_unexplained_points_total\{.*\} 1$/m)
  })

  test('a point by a version of the methodology that this program does not know', async () => {
    await fixture.tamperWith('score_points')
    await fixture.sql`update score_points set carbon_version = 7 where at = ${last}`
    const { status, problem } = await refusalOf(last)
    expect([status, problem.code]).toEqual([503, 'insufficient_data'])
    expect(problem.detail).toContain('computed by other versions of the methodology: carbon 7 (this program: 1)')
  })

  test('more points at once than are computed, with the time to ask again; requests for one point share its computation', async () => {
    const times = ['09:10', '09:40', '10:00', '10:10', '10:40', '11:00', '11:10', '11:40', '12:00', '12:10', '12:40']
    const many = await Promise.all(times.map((time) => history.get(path(`2026-02-03T${time}:00Z`))))
    const statuses = many.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
    const refused = many.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      refused.map(() => [503, '1']),
    )
    expect(refused.length).toBeGreaterThan(0)
    const same = await Promise.all(times.map(() => history.get(path(last))))
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
