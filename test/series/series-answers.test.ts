import { describe, expect, test } from 'bun:test'
import { CarbonSeriesPoint, CarbonSeriesResponse } from '@hexawatt/shared/contract/carbon/carbon-series'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startHistoryFixture } from '../history/testing/history-fixture.ts'
import { addQuarters, directAt, productionAt } from './testing/stored-quarters.ts'

const fixture = stopAtEnd(await startHistoryFixture('2026-04-02T12:07:00Z'))
const { sql } = fixture
await addQuarters(sql, '2025-10-20T00:00:00Z', '2026-04-02T11:30:00Z')
await sql`delete from carbon_quarters where slot_start = '2025-10-25T22:15:00Z'`
await sql`update carbon_quarters set production_g_co2eq_per_kwh = null, mix_finality = 0 where slot_start = '2025-10-25T22:30:00Z'`

const ask = (query: string, plan: PlanId = 'scale', headers: Record<string, string> = {}) =>
  fixture.ask(`/v1/carbon/series?${query}`, plan, { headers })
const read = async (query: string, plan: PlanId = 'scale'): Promise<CarbonSeriesResponse> =>
  v.parse(CarbonSeriesResponse, await (await ask(query, plan)).json())
const round2 = (value: number): number => Math.round(value * 100) / 100

/** Slots that begin in `[from, to)`, without the product's code. */
const listStarts = (from: string, to: string): number[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / 900_000 }, (_, at) => Date.parse(from) + at * 900_000)

describe('the slots of a window', () => {
  test('are all quarter-hours in order; one that is not known is null and not final', async () => {
    const { points, ...head } = await read('from=2025-10-25T22:00:00Z&to=2025-10-25T23:00:00Z')
    expect(head).toEqual({
      boundary: 'production',
      resolution: '15m',
      from: '2025-10-25T22:00:00Z',
      to: '2025-10-25T23:00:00Z',
      effectiveFrom: '2025-10-25T22:00:00Z',
      truncated: false,
      methodologyVersions: [1],
    })
    const startMs = Date.parse('2025-10-25T22:00:00Z')
    expect(points).toEqual([
      {
        slotStart: '2025-10-25T22:00:00Z',
        slotEnd: '2025-10-25T22:15:00Z',
        gCo2PerKwh: round2(productionAt(startMs)),
        final: true,
      },
      { slotStart: '2025-10-25T22:15:00Z', slotEnd: '2025-10-25T22:30:00Z', gCo2PerKwh: null, final: false },
      { slotStart: '2025-10-25T22:30:00Z', slotEnd: '2025-10-25T22:45:00Z', gCo2PerKwh: null, final: false },
      {
        slotStart: '2025-10-25T22:45:00Z',
        slotEnd: '2025-10-25T23:00:00Z',
        gCo2PerKwh: round2(productionAt(startMs + 2_700_000)),
        final: true,
      },
    ])
  })

  test.each([
    ['2025-10-26', '2025-10-27', 100],
    ['2026-03-29', '2026-03-30', 92],
    ['2026-01-10', '2026-01-11', 96],
  ])('of the Paris day %s are as many as the clock has', async (from, to, count) => {
    const { points, ...window } = await read(`from=${from}&to=${to}`)
    expect(points).toHaveLength(count)
    expect(points.map(({ slotStart }) => Date.parse(slotStart))).toEqual(listStarts(window.from, window.to))
    expect(
      points.filter(({ slotStart, gCo2PerKwh }) => gCo2PerKwh !== round2(productionAt(Date.parse(slotStart)))),
    ).toHaveLength(from === '2025-10-26' ? 2 : 0)
  })

  test('begin in the window and have ended', async () => {
    const { points } = await read('from=2026-04-02T11:01:00Z&to=2026-04-02T13:00:00Z')
    expect(points.map(({ slotStart }) => slotStart.slice(11, 16))).toEqual(['11:15', '11:30', '11:45'])
    expect(points.map(({ gCo2PerKwh }) => gCo2PerKwh === null)).toEqual([false, true, true])
    const afterFirst = await read('from=2026-04-02T11:00:00.0000001Z&to=2026-04-02T11:30:00.0000001Z')
    expect(afterFirst.points.map(({ slotStart }) => slotStart.slice(11, 16))).toEqual(['11:15', '11:30'])
  })

  test('have the direct factors with boundary=direct', async () => {
    const { boundary, points } = await read('from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&boundary=direct')
    expect(boundary).toBe('direct')
    expect(points.map(({ gCo2PerKwh }) => gCo2PerKwh)).toEqual(
      points.map(({ slotStart }) => round2(directAt(Date.parse(slotStart)))),
    )
  })

  test('are the whole ones of the last 24 hours without a window, and none before anything is stored', async () => {
    expect((await read('')).points).toHaveLength(95)
    const { points, truncated, methodologyVersions } = await read('from=2025-09-01&to=2025-09-02')
    expect([points, truncated, methodologyVersions]).toEqual([[], true, []])
  })
})

describe('formats', () => {
  test('table and lines have the points of the object, and headers name the window', async () => {
    const query = 'from=2025-10-19T00:00:00Z&to=2025-12-25T23:00:00Z'
    const { points, effectiveFrom, truncated } = await read(query)
    expect([points.length, effectiveFrom, truncated]).toEqual([66 * 96 + 92, '2025-10-20T00:00:00Z', true])
    const [table, lines] = await Promise.all(
      ['text/csv', 'application/x-ndjson'].map((accept) => ask(query, 'scale', { accept })),
    )
    for (const response of [table, lines]) {
      expect(response?.headers.get('x-effective-from')).toBe('2025-10-20T00:00:00Z')
      expect(response?.headers.get('x-truncated')).toBe('true')
    }
    const ofLines = ((await lines?.text()) ?? '').trimEnd().split('\n')
    expect(ofLines.map((line) => v.parse(CarbonSeriesPoint, JSON.parse(line)))).toEqual(points)
    const [header, ...rows] = ((await table?.text()) ?? '').trimEnd().split('\r\n')
    expect(header).toBe('slotStart,slotEnd,gCo2PerKwh,final')
    expect(rows).toEqual(
      points.map(({ slotStart, slotEnd, gCo2PerKwh, final }) =>
        [slotStart, slotEnd, gCo2PerKwh ?? '', final].join(','),
      ),
    )
  })

  test('each has a tag of its own, and a client that has the version gets a 304', async () => {
    const query = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'
    const [object, table, direct] = await Promise.all([
      ask(query),
      ask(query, 'scale', { accept: 'text/csv' }),
      ask(`${query}&boundary=direct`),
    ])
    const tags = [object, table, direct].map(({ headers }) => headers.get('etag') ?? '')
    expect(new Set(tags).size).toBe(3)
    const again = await ask(query, 'scale', { 'if-none-match': tags[0] ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('may be kept for an hour once the window ended a day ago: until then late values come at any minute', async () => {
    const keptUntil = async (to: string) => {
      const { headers } = await ask(`from=2026-04-01T00:00:00Z&to=${to}`)
      return headers.get('cache-control')
    }
    expect(await keptUntil('2026-04-01T12:07:00Z')).toBe('private, max-age=3600')
    expect(await keptUntil('2026-04-01T12:08:00Z')).toBe('private, max-age=60')
  })

  test('a correction that is taken back is sent again to a client that compares instants alone', async () => {
    const query = 'from=2026-01-07T00:00:00Z&to=2026-01-08T00:00:00Z'
    const slot = sql`slot_start = '2026-01-07T07:00:00Z'`
    await ask(query)
    fixture.moveTo('2026-04-02T12:08:00Z')
    const [former] = await sql`select production_g_co2eq_per_kwh as value from carbon_quarters where ${slot}`
    await sql`update carbon_quarters set production_g_co2eq_per_kwh = 99.25 where ${slot}`
    const since = (await ask(query)).headers.get('last-modified') ?? ''
    fixture.moveTo('2026-04-02T12:09:00Z')
    await sql`update carbon_quarters set production_g_co2eq_per_kwh = ${former?.['value']} where ${slot}`
    expect((await ask(query, 'scale', { 'if-modified-since': since })).status).toBe(200)
    fixture.moveTo('2026-04-02T12:07:00Z')
  })

  test('a revised slot changes the tag, also at the same instant', async () => {
    const query = 'from=2026-01-05T00:00:00Z&to=2026-01-06T00:00:00Z'
    const before = await ask(query)
    await sql`update carbon_quarters set production_g_co2eq_per_kwh = 99.25 where slot_start = '2026-01-05T07:00:00Z'`
    const after = await ask(query)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    const { points } = v.parse(CarbonSeriesResponse, await after.json())
    expect(points.find(({ slotStart }) => slotStart === '2026-01-05T07:00:00Z')?.gCo2PerKwh).toBe(99.25)
  })
})

describe('windows of plans', () => {
  test('a window before the history of the plan is refused with the depth that it needs', async () => {
    const response = await ask('from=2026-03-01T00:00:00Z', 'pro')
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      code: 'history_depth_exceeded',
      maxHistoryDays: 31,
      requiredHistoryDays: 32,
      earliestFrom: '2026-03-02T00:00:00Z',
    })
  })

  test('a window that begins before the series is cut where no plan reaches more', async () => {
    const body = await read('from=2025-10-01T00:00:00Z&to=2025-10-20T01:00:00Z')
    expect([body.effectiveFrom, body.truncated, body.points.length]).toEqual(['2025-10-20T00:00:00Z', true, 4])
  })

  test('the end of a window that reaches now is degraded while nothing newer than four hours is stored', async () => {
    expect((await ask('')).headers.get('x-service-confidence')).toBeNull()
    fixture.moveTo('2026-04-02T16:00:00Z')
    expect((await ask('')).headers.get('x-service-confidence')).toBe('degraded')
    fixture.moveTo('2026-04-02T12:07:00Z')
  })
})

test.each([
  ['resolution=30m', 400, 'invalid_parameter', 'resolution'],
  ['boundary=lifecycle', 400, 'invalid_parameter', 'boundary'],
  ['from=2026-13-01', 400, 'invalid_parameter', 'from'],
  ['to=yesterday', 400, 'invalid_parameter', 'to'],
  ['granularity=raw', 400, 'unknown_parameter', 'granularity'],
  ['from=2026-03-02T00:00Z&to=2026-03-01T00:00Z', 400, 'invalid_range', 'from'],
  ['from=2026-05-01T00:00Z&to=2026-05-02T00:00Z', 400, 'invalid_range', 'from'],
  ['from=2025-01-01T00:00Z&to=2026-03-01T00:00Z', 400, 'window_too_large', '366 days'],
])('%s is answered %i %s, which names it', async (query, status, code, named) => {
  const response = await ask(query)
  const problem = v.parse(ProblemDetails, await response.json())
  expect([problem.status, problem.code]).toEqual([status, code])
  expect(problem.detail).toContain(named)
})
