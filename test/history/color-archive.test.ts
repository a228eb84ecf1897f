import { describe, expect, test } from 'bun:test'
import { composeTariffOutlook } from '@hexawatt/shared/answers/tariff-outlook'
import { ColorArchiveResponse } from '@hexawatt/shared/contract/forecast/forecast-archive'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { tariffColorCodes } from '@hexawatt/shared/grid/public-signals'
import type { ColorOutlook } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { addColorIssue } from '@hexawatt/svc-ingest/src/colors/color-issue-store.ts'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'

const now = '2026-02-10T12:30:00Z'
const archive = '/v1/forecast/archive?quantity=tariffColor'
const utc = (text: string) => Temporal.Instant.from(text)

/** An outlook of three days from a day on, with probabilities of many digits. */
function outlookOf(firstDay: string, white: number, variant: 'A' | 'C' = 'A'): ColorOutlook {
  const day = (days: number) => Temporal.PlainDate.from(firstDay).add({ days }).toString()
  return {
    variant,
    stock: { red: 9, white: 21 },
    days: [
      { date: day(0), color: 'BLUE', probabilities: { blue: 1, white: 0, red: 0 } },
      { date: day(1), color: null, probabilities: { blue: 1 - white - 1 / 300, white, red: 1 / 300 } },
      { date: day(2), color: null, probabilities: { blue: 1 / 3, white: 1 / 3, red: 1 / 3 } },
    ],
  }
}

/** Issues by instant, with the tariff day that was in force. */
const issued = [
  ['2026-02-05T04:10:00Z', outlookOf('2026-02-04', 2 / 7)],
  ['2026-02-05T05:00:10Z', outlookOf('2026-02-05', 1 / 7)],
  ['2026-02-08T09:15:00Z', outlookOf('2026-02-08', 3 / 7, 'C')],
  ['2026-02-10T05:00:10Z', outlookOf('2026-02-10', 4 / 7)],
] as const

const fixture = stopAtEnd(await startHistoryFixture(now))
const publish = (day: string, color: keyof typeof tariffColorCodes, knownFrom: string) => fixture.sql`
  insert into feed_values (feed, series, slot_start, slot_end, value, known_from, payload_id)
  select 'tariff_calendar', 'COLOR', ${day}::date::timestamp at time zone 'Europe/Paris',
    (${day}::date + 1)::timestamp at time zone 'Europe/Paris', ${tariffColorCodes[color]}::int, ${knownFrom}::text::timestamptz, 1`
await fixture.sql`create table feed_values_of_colors partition of feed_values default`
for (const [at, outlook] of issued) await addColorIssue(fixture.sql, outlook, utc(at))
await publish('2026-02-05', 'WHITE', '2026-02-04T10:00:00Z')
await publish('2026-02-06', 'BLUE', '2026-02-05T10:00:00Z')
// Corrected, and known only later than now.
await publish('2026-02-06', 'RED', '2026-02-05T11:00:00Z')
await publish('2026-02-11', 'RED', '2026-02-10T12:31:00Z')

async function read(query: string, plan: PlanId = 'scale') {
  return v.parse(ColorArchiveResponse, await (await fixture.ask(`${archive}&${query}`, plan)).json())
}
const inShort = ({ points }: ColorArchiveResponse) =>
  points.map(({ issuedAt, date, leadDays }) => [issuedAt.slice(5, 16), date.slice(5), leadDays])

test('the served probabilities are those of the outlook as it was issued, for every archived day', async () => {
  const { points } = await read('issuedFrom=2026-02-05T00:00:00Z')
  const served = issued.flatMap(([at, outlook]) =>
    (composeTariffOutlook(outlook, utc(at), () => null, utc(at))?.days ?? []).map(({ date, probabilities }) => ({
      issuedAt: at,
      date,
      probabilities,
    })),
  )
  expect(served).toHaveLength(12)
  expect(points.map(({ issuedAt, date, probabilities }) => ({ issuedAt, date, probabilities }))).toEqual(served)
})

describe('a window of issues', () => {
  test('a window of issues has every day of its issues in order, with lead, version and the last published colour', async () => {
    const body = await read('issuedFrom=2026-02-05T04:00:00Z&issuedTo=2026-02-05T05:00:10Z')
    expect(body).toMatchObject({
      quantity: 'tariffColor',
      from: '2026-02-05T04:00:00Z',
      effectiveFrom: '2026-02-05T04:10:00Z',
      truncated: true,
    })
    expect(body.points).toMatchObject([
      { date: '2026-02-04', leadDays: 0, actual: null },
      { date: '2026-02-05', leadDays: 1, actual: 'Blanc' },
      { date: '2026-02-06', leadDays: 2, actual: 'Rouge' },
    ])
    expect(body.points[1]).toEqual({
      issuedAt: '2026-02-05T04:10:00Z',
      date: '2026-02-05',
      leadDays: 1,
      probabilities: { blue: 0.711, white: 0.286, red: 0.003 },
      actual: 'Blanc',
      methodologyVersion: 2,
    })
  })

  test('a window of more days than one query reads has each point once, in every format', async () => {
    await addColorIssue(fixture.sql, outlookOf('2026-01-20', 0.2), utc('2026-01-20T07:00:00Z'))
    const query = 'issuedFrom=2026-01-15T00:00:00Z'
    const { points } = await read(query)
    expect(points).toHaveLength(15)
    const textOf = async (accept: string) =>
      (await fixture.ask(`${archive}&${query}`, 'scale', { headers: { accept } })).text()
    const lines = (await textOf('application/x-ndjson')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(points)
    const [head, ...rows] = (await textOf('text/csv')).trim().split('\r\n')
    expect(head).toBe('issuedAt,date,leadDays,blue,white,red,actual,methodologyVersion')
    expect(rows[4]).toBe('2026-02-05T04:10:00Z,2026-02-05,1,0.711,0.286,0.003,Blanc,2')
    expect(rows).toHaveLength(15)
    await fixture.sql`delete from color_issue_days where issued_at = '2026-01-20T07:00Z'`
    await fixture.sql`delete from color_issues where issued_at = '2026-01-20T07:00Z'`
  })
})

test('the oldest issue is served for a window that begins in the second that it is shown with', async () => {
  const at = utc('2026-01-20T07:00:00.584Z')
  await addColorIssue(fixture.sql, outlookOf('2026-01-20', 0.2), at)
  try {
    for (const from of ['2026-01-15', '2026-01-20T07:00:00Z']) {
      const body = await read(`issuedFrom=${from}&issuedTo=2026-01-21`)
      expect([from, body.effectiveFrom, inShort(body)]).toEqual([
        from,
        '2026-01-20T07:00:00Z',
        [
          ['01-20T07:00', '01-20', 0],
          ['01-20T07:00', '01-21', 1],
          ['01-20T07:00', '01-22', 2],
        ],
      ])
    }
    expect((await read('issuedFrom=2026-01-20T07:00:00.1Z&issuedTo=2026-01-21')).points).toEqual([])
  } finally {
    await fixture.sql`delete from color_issue_days where issued_at = ${at}`
    await fixture.sql`delete from color_issues where issued_at = ${at}`
  }
})

describe('a window of targets', () => {
  test('a window of targets has every outlook of the tariff days that begin in it at 06:00 in Paris', async () => {
    const ofDay = await read('targetFrom=2026-02-05T05:00:00Z&targetTo=2026-02-06T05:00:00Z')
    expect(inShort(ofDay)).toEqual([
      ['02-05T04:10', '02-05', 1],
      ['02-05T05:00', '02-05', 0],
    ])
    expect(ofDay.truncated).toBe(false)
    expect(inShort(await read('targetFrom=2026-02-05T05:00:01Z&targetTo=2026-02-06T05:00:01Z'))).toEqual([
      ['02-05T04:10', '02-06', 2],
      ['02-05T05:00', '02-06', 1],
    ])
  })

  test('a window of targets may reach into the future, and begins with the tariff day of the first issue', async () => {
    const body = await read('targetFrom=2026-01-20T00:00:00Z&targetTo=2026-02-19T00:00:00Z')
    expect([body.effectiveFrom, body.truncated]).toEqual(['2026-02-04T05:00:00Z', true])
    expect(inShort(body)).toHaveLength(12)
    expect(inShort(body).at(-1)).toEqual(['02-10T05:00', '02-12', 2])
    // That of the 11th becomes known a minute later.
    expect(body.points.at(-2)).toMatchObject({ date: '2026-02-11', actual: null })
  })
})

test('a plan reaches as far back in the colour archive as in the history, by issue and by target', async () => {
  fixture.moveTo('2026-02-14T00:10:00Z')
  for (const name of ['issued', 'target']) {
    const inside = await fixture.ask(`${archive}&${name}From=2026-02-07T00:00:00Z`, 'decouverte')
    expect(inside.status).toBe(200)
    const outside = await fixture.ask(`${archive}&${name}From=2026-02-04T00:00:00Z`, 'decouverte')
    expect([outside.status, (await problemOf(outside)).code]).toEqual([403, 'history_depth_exceeded'])
  }
  fixture.moveTo(now)
})

test('the tag changes with a published colour, and not otherwise', async () => {
  const query = `${archive}&issuedFrom=2026-02-08T00:00:00Z&issuedTo=2026-02-10T00:00:00Z`
  const etagOf = async () => (await fixture.ask(query)).headers.get('etag') ?? ''
  const before = await etagOf()
  fixture.moveTo('2026-02-10T12:30:59Z')
  const unchanged = [
    await etagOf(),
    (await fixture.ask(query, 'scale', { headers: { 'if-none-match': before } })).status,
  ]
  await publish('2026-02-09', 'WHITE', '2026-02-10T12:30:30Z')
  const after = await etagOf()
  fixture.moveTo(now)
  expect(unchanged).toEqual([before, 304])
  expect(after).not.toBe(before)
})

test('an outlook that rests on colours only, and a late one, are marked as degraded', async () => {
  const confidenceOf = async (query: string) =>
    (await fixture.ask(`${archive}${query}`)).headers.get('x-service-confidence')
  expect(await confidenceOf('')).toBeNull()
  expect(await confidenceOf('&issuedFrom=2026-02-08T00:00:00Z&issuedTo=2026-02-09T00:00:00Z')).toBe('degraded')
  fixture.moveTo('2026-02-11T07:01:00Z')
  const late = await confidenceOf('')
  fixture.moveTo(now)
  expect(late).toBe('degraded')
})

test('a window without a tariff day is not degraded by outlooks that rest on colours only', async () => {
  const confidenceOf = async (window: string) =>
    (await fixture.ask(`${archive}&${window}`)).headers.get('x-service-confidence')
  expect(await confidenceOf('targetFrom=2026-02-08T00:00:00Z&targetTo=2026-02-09T00:00:00Z')).toBe('degraded')
  // A tariff day begins at 05:00 UTC.
  expect(await confidenceOf('targetFrom=2026-02-08T06:00:00Z&targetTo=2026-02-08T12:00:00Z')).toBeNull()
})

test('before the first outlook an empty response is not degraded', async () => {
  fixture.moveTo('2025-02-08T12:00:00Z')
  const response = await fixture.ask(archive)
  fixture.moveTo(now)
  expect(response.headers.get('x-service-confidence')).toBeNull()
})
