import { describe, expect, test } from 'bun:test'
import { ForecastArchiveResponse } from '@hexawatt/shared/contract/forecast/forecast-archive'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import * as v from 'valibot'
import { addIssues, addRealised, makeRoomForForecasts } from './testing/archive-fixture.ts'
import { startHistoryFixture } from './testing/history-fixture.ts'

const now = '2026-02-10T12:30:00Z'
const archive = '/v1/forecast/archive'
const hoursOfIssue = 49

const fixture = stopAtEnd(await startHistoryFixture(now))
await makeRoomForForecasts(fixture.sql)
await addIssues(fixture.sql, { from: '2026-02-05T00:00:00Z', to: '2026-02-10T12:01:00Z' })
await addRealised(fixture.sql, '2026-02-05T00:00:00Z', '2026-02-10T13:00:00Z', '2026-02-10T12:00:00Z')

async function read(query: string, plan: PlanId = 'scale') {
  return v.parse(ForecastArchiveResponse, await (await fixture.ask(`${archive}?${query}`, plan)).json())
}

describe('a window of issues', () => {
  test('a window of issues has every hour of its issues in order, with band, version and what came true', async () => {
    const body = await read('issuedFrom=2026-02-06T10:00:00Z&issuedTo=2026-02-06T12:00:00Z')
    expect(body).toMatchObject({
      quantity: 'carbon',
      from: '2026-02-06T10:00:00Z',
      to: '2026-02-06T12:00:00Z',
      effectiveFrom: '2026-02-06T10:00:00Z',
      truncated: false,
    })
    expect(body.points).toHaveLength(2 * hoursOfIssue)
    expect(body.points[0]).toEqual({
      issuedAt: '2026-02-06T10:00:00Z',
      target: '2026-02-06T10:00:00Z',
      leadHours: 0,
      value: 30,
      low: 27.5,
      high: 32.5,
      actual: 30,
      methodologyVersion: 3,
    })
    expect(body.points[hoursOfIssue + 17]).toMatchObject({
      issuedAt: '2026-02-06T11:00:00Z',
      target: '2026-02-07T04:00:00Z',
      leadHours: 17,
      value: 25.7,
      actual: 24,
    })
  })

  test('a score is shown with the score that came true by its own version', async () => {
    await addIssues(fixture.sql, { from: '2026-02-03T10:00:00Z', to: '2026-02-03T11:00:00Z', score: 1 })
    await addIssues(fixture.sql, { from: '2026-02-03T11:00:00Z', to: '2026-02-03T12:00:00Z', score: 2 })
    await fixture.sql`
      insert into realised_hours (hour_start, score, score_2, updated_at) values ('2026-02-03T13:00Z', 55, 63, '2026-02-03T14:00Z')`
    const { points } = await read('quantity=score&targetFrom=2026-02-03T13:00:00Z&targetTo=2026-02-03T14:00:00Z')
    expect(points.map(({ issuedAt, actual }) => [issuedAt, actual])).toEqual([
      ['2026-02-03T10:00:00Z', 55],
      ['2026-02-03T11:00:00Z', 63],
    ])
    await fixture.sql`delete from realised_hours where hour_start < '2026-02-05'`
    await fixture.sql`delete from forecast_issue_hours where issued_at < '2026-02-05'`
    await fixture.sql`delete from forecast_issues where issued_at < '2026-02-05'`
  })

  test('without parameters the window is the last 24 hours, including the newest issue', async () => {
    const { points, from, to } = await read('')
    expect([from, to]).toEqual(['2026-02-09T12:30:00Z', now])
    expect([points[0]?.issuedAt, points.at(-1)?.issuedAt]).toEqual(['2026-02-09T13:00:00Z', '2026-02-10T12:00:00Z'])
    expect(points).toHaveLength(24 * hoursOfIssue)
  })

  test('an hour that is not over has no realised value, even if a value of it is stored already', async () => {
    const { points } = await read('issuedFrom=2026-02-10T10:00:00Z')
    const ofIssue = points.slice(0, 4).map(({ target, actual }) => [target, actual])
    expect(ofIssue).toEqual([
      ['2026-02-10T10:00:00Z', 30],
      ['2026-02-10T11:00:00Z', 31],
      ['2026-02-10T12:00:00Z', null],
      ['2026-02-10T13:00:00Z', null],
    ])
  })

  test('a window of several days has each point once, in every format', async () => {
    const query = 'quantity=directCarbon&issuedFrom=2026-02-05T00:00:00Z&issuedTo=2026-02-10T00:00:00Z'
    const { points } = await read(query)
    expect(points).toHaveLength(5 * 24 * hoursOfIssue)
    const order = points.map(({ issuedAt, leadHours }) => `${issuedAt} ${String(leadHours).padStart(2, '0')}`)
    expect(new Set(order).size).toBe(order.length)
    expect(order).toEqual(order.toSorted())
    const ndjson = await (
      await fixture.ask(`${archive}?${query}`, 'scale', { headers: { accept: 'application/x-ndjson' } })
    ).text()
    expect(
      ndjson
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(points)
    const csv = await (await fixture.ask(`${archive}?${query}`, 'scale', { headers: { accept: 'text/csv' } })).text()
    const [head, ...rows] = csv.trim().split('\r\n')
    expect(head).toBe('issuedAt,target,leadHours,value,low,high,actual,methodologyVersion')
    expect(rows).toEqual(points.map((point) => Object.values(point).join(',')))
  })
})

describe('a window of targets', () => {
  test('a window of targets has every forecast of its hours, from the oldest issue to that of the hour itself', async () => {
    const { points } = await read('targetFrom=2026-02-08T10:00:00Z&targetTo=2026-02-08T11:00:00Z&quantity=score')
    expect(points).toHaveLength(hoursOfIssue)
    expect(new Set(points.map(({ target }) => target))).toEqual(new Set(['2026-02-08T10:00:00Z']))
    expect(points.map(({ leadHours }) => leadHours)).toEqual(Array.from({ length: 49 }, (_, index) => 48 - index))
    expect(points[0]).toMatchObject({
      issuedAt: '2026-02-06T10:00:00Z',
      value: 34.8,
      low: null,
      high: null,
      actual: 30,
    })
  })

  test('a window of targets may reach as far into the future as the forecasts', async () => {
    const { points, to } = await read('targetFrom=2026-02-10T12:00:00Z&targetTo=2026-02-14T00:00:00Z')
    expect(to).toBe('2026-02-14T00:00:00Z')
    expect(points.at(-1)).toMatchObject({ issuedAt: '2026-02-10T12:00:00Z', target: '2026-02-12T12:00:00Z' })
  })
})

test('an hour without a forecast of the quantity is left out', async () => {
  const window = 'issuedFrom=2026-02-07T00:00:00Z&issuedTo=2026-02-07T01:00:00Z'
  await fixture.sql`
    update forecast_issue_hours set price = null where issued_at = '2026-02-07T00:00Z' and lead_hours > 40`
  expect((await read(`quantity=price&${window}`)).points).toHaveLength(41)
  expect((await read(window)).points).toHaveLength(hoursOfIssue)
})

describe('depth', () => {
  test('a window before the first issue is truncated, and says so in the body or in headers', async () => {
    const query = 'issuedFrom=2026-01-20T00:00:00Z&issuedTo=2026-02-05T02:00:00Z'
    expect(await read(query)).toMatchObject({ effectiveFrom: '2026-02-05T00:00:00Z', truncated: true })
    const { headers } = await fixture.ask(`${archive}?${query}`, 'scale', { headers: { accept: 'text/csv' } })
    expect([headers.get('x-effective-from'), headers.get('x-truncated')]).toEqual(['2026-02-05T00:00:00Z', 'true'])
  })

  test('a plan reaches as far back in the forecast archive as in the history, by issue and by target', async () => {
    fixture.moveTo('2026-02-14T00:10:00Z')
    for (const name of ['issued', 'target']) {
      const inside = await fixture.ask(`${archive}?${name}From=2026-02-07T00:00:00Z`, 'decouverte')
      expect(inside.status).toBe(200)
      const outside = await fixture.ask(`${archive}?${name}From=2026-02-06T00:00:00Z`, 'decouverte')
      const problem = await problemOf(outside)
      expect([outside.status, problem.code]).toEqual([403, 'history_depth_exceeded'])
      expect(problem.detail).toContain(`${name}From (2026-02-06T00:00:00Z) lies before 2026-02-07T00:00:00Z`)
    }
    fixture.moveTo(now)
  })
})

describe('its version', () => {
  const query = `${archive}?issuedFrom=2026-02-06T00:00:00Z&issuedTo=2026-02-06T03:00:00Z`
  const etagOf = async (path: string): Promise<string> => (await fixture.ask(path)).headers.get('etag') ?? ''

  test('an unchanged window keeps its tag, and is answered 304 without a body', async () => {
    const etag = await etagOf(query)
    fixture.moveTo('2026-02-10T12:45:00Z')
    const response = await fixture.ask(query, 'scale', { headers: { 'if-none-match': etag } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    fixture.moveTo(now)
  })

  test('the tag changes with a corrected realised value, with the quantity, the kind of window and the format', async () => {
    const csv = await fixture.ask(query, 'scale', { headers: { accept: 'text/csv' } })
    const tags = [
      await etagOf(query),
      await etagOf(`${query}&quantity=price`),
      await etagOf(query.replaceAll('issued', 'target')),
      csv.headers.get('etag'),
    ]
    await fixture.sql`
      update realised_hours set carbon = 21.5, updated_at = '2026-02-10T12:29Z' where hour_start = '2026-02-06T02:00Z'`
    tags.push(await etagOf(query))
    expect(new Set(tags).size).toBe(5)
    const { points } = await read('issuedFrom=2026-02-06T00:00:00Z&issuedTo=2026-02-06T03:00:00Z')
    expect(points[2]).toMatchObject({ target: '2026-02-06T02:00:00Z', actual: 21.5 })
  })
})

test('a forecast that lacked an input, and a late one, are marked as degraded', async () => {
  const past = `${archive}?issuedFrom=2026-02-08T00:00:00Z&issuedTo=2026-02-08T02:00:00Z`
  const confidenceOf = async (path: string) => (await fixture.ask(path)).headers.get('x-service-confidence')
  expect([await confidenceOf(past), await confidenceOf(archive)]).toEqual([null, null])
  await fixture.sql`update forecast_issues set missing_inputs = '{price}' where issued_at = '2026-02-08T01:00Z'`
  fixture.moveTo('2026-02-10T14:01:00Z')
  expect([await confidenceOf(past), await confidenceOf(archive)]).toEqual(['degraded', 'degraded'])
  fixture.moveTo(now)
})

test('forecasts of consumption have values, bands and what came true; only they are degraded by missing imports', async () => {
  const queryOf = (of: string) => `quantity=${of}&issuedFrom=2026-02-08T03:00:00Z&issuedTo=2026-02-08T04:00:00Z`
  const pointOf = async (of: string) => (await read(queryOf(of))).points[2]
  const { value = 0, actual } = (await pointOf('carbon')) ?? {}
  const [low, high, came] = [value + 15, value + 27, (actual ?? 0) + 20]
  expect(await pointOf('consumptionCarbon')).toMatchObject({ value: value + 20, low, high, actual: came })
  expect(await pointOf('directConsumptionCarbon')).toMatchObject({ value: value + 10, low: null, actual: came - 10 })
  await fixture.sql`update forecast_issues set missing_inputs = '{imports}' where issued_at = '2026-02-08T03:00Z'`
  const confidenceOf = async (of: string) =>
    (await fixture.ask(`${archive}?${queryOf(of)}`)).headers.get('x-service-confidence')
  expect([await confidenceOf('carbon'), await confidenceOf('directConsumptionCarbon')]).toEqual([null, 'degraded'])
})

test('a window without a forecast hour is not degraded by issues that lacked an input', async () => {
  await fixture.sql`update forecast_issues set missing_inputs = '{price}' where issued_at = '2026-02-08T01:00Z'`
  const confidenceOf = async (window: string) =>
    (await fixture.ask(`${archive}?${window}`)).headers.get('x-service-confidence')
  expect(await confidenceOf('targetFrom=2026-02-08T02:00:00Z&targetTo=2026-02-08T03:00:00Z')).toBe('degraded')
  // No hour begins in it.
  expect(await confidenceOf('targetFrom=2026-02-08T02:10:00Z&targetTo=2026-02-08T02:50:00Z')).toBeNull()
  await fixture.sql`update forecast_issues set missing_inputs = '{}' where issued_at = '2026-02-08T01:00Z'`
})

test('before the first issue an empty response is not degraded', async () => {
  fixture.moveTo('2026-02-04T12:30:00Z')
  const response = await fixture.ask(archive)
  fixture.moveTo(now)
  expect(response.headers.get('x-service-confidence')).toBeNull()
  expect(await response.json()).toMatchObject({ points: [] })
})

test('fractions of a second are compared exactly and echoed', async () => {
  const within = 'issuedFrom=2026-02-06T10:00:00Z&issuedTo=2026-02-06T10:00:00.001Z'
  expect((await read(within)).points).toHaveLength(hoursOfIssue)
  const after = await read('issuedFrom=2026-02-06T10:00:00.001Z&issuedTo=2026-02-06T11:00:00Z')
  expect(after).toMatchObject({
    from: '2026-02-06T10:00:00.001Z',
    effectiveFrom: '2026-02-06T10:00:00.001Z',
    points: [],
  })
  const targets = await read('targetFrom=2026-02-06T10:00:00.001Z&targetTo=2026-02-06T11:00:00.001Z')
  expect(new Set(targets.points.map(({ target }) => target))).toEqual(new Set(['2026-02-06T11:00:00Z']))
})

test('issues of a later instant, left by an earlier replay, are not served', async () => {
  fixture.moveTo('2026-02-07T12:30:00Z')
  const { points } = await read('targetFrom=2026-02-07T12:00:00Z&targetTo=2026-02-08T00:00:00Z')
  expect(points.at(-1)?.issuedAt).toBe('2026-02-07T12:00:00Z')
  fixture.moveTo(now)
})
