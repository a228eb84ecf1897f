import { describe, expect, test } from 'bun:test'
import { longAfter, recordedFolder } from '../../testing/replay-fixture.ts'
import { paths, period, refusalOf, type StartOptions, useUpstreams } from '../../testing/upstream-fixture.ts'

const startedAt = useUpstreams()

type CalendarDay = { start_date: string; end_date: string; value?: string; updated_date?: string; fallback?: boolean }
type Calendar = { start_date: string; end_date: string; values: CalendarDay[] }

async function upstreamAt(asOf: string, options: StartOptions = {}) {
  const upstream = await startedAt(asOf, options)
  const root = async (query = {}) =>
    ((await (await upstream.get(paths.tariff, query)).json()) as { tempo_like_calendars: unknown }).tempo_like_calendars
  const calendar = async (query = {}) => (await root(query)) as Calendar
  const refusal = async (query = {}) => refusalOf(await upstream.get(paths.tariff, query))
  return { ...upstream, root, calendar, refusal }
}

const datesOf = ({ values }: Calendar): string[] => values.map(({ start_date }) => start_date.slice(0, 10))
const afternoon = await upstreamAt('2026-01-14T12:00:00Z')
const morning = await upstreamAt('2026-01-14T09:39:59Z')
const untilTomorrow = period('2026-01-10T00:00:00+01:00', '2026-01-16T00:00:00+01:00')
const untilToday = period('2026-01-10T00:00:00+01:00', '2026-01-15T00:00:00+01:00')

describe('the calendar', () => {
  test('is an object whose days come newest first, written the day before', async () => {
    const calendar = await afternoon.calendar(untilTomorrow)
    expect(calendar).toMatchObject({ start_date: untilTomorrow['start_date'], end_date: untilTomorrow['end_date'] })
    expect(datesOf(calendar)).toEqual(['15', '14', '13', '12', '11', '10'].map((day) => `2026-01-${day}`))
    expect(calendar.values[0]).toEqual({
      start_date: '2026-01-15T00:00:00+01:00',
      end_date: '2026-01-16T00:00:00+01:00',
      value: expect.stringMatching(/^(BLUE|WHITE|RED)$/),
      updated_date: '2026-01-14T10:20:00+01:00',
    })
  })

  test('without a period the calendar holds today only', async () => {
    expect(datesOf(await afternoon.calendar())).toEqual(['2026-01-14'])
  })

  test('tomorrow’s colour is served from 10:40, not a second before', async () => {
    expect(await morning.refusal(untilTomorrow)).toBe('400 TMPLIKSUPCON_TMPLIKCAL_F04')
    expect(datesOf(await morning.calendar(untilToday))[0]).toBe('2026-01-14')
    const sharp = await upstreamAt('2026-01-14T09:40:00Z')
    expect(datesOf(await sharp.calendar(untilTomorrow))[0]).toBe('2026-01-15')
  })

  test('the member `fallback` is present only when the call asks for it', async () => {
    expect((await afternoon.calendar({ fallback_status: 'true' })).values[0]).toHaveProperty('fallback', false)
    expect((await afternoon.calendar({ fallback_status: 'false' })).values[0]).not.toHaveProperty('fallback')
  })

  test('366 days are answered, and each day has its own offset', async () => {
    const calendar = await afternoon.calendar(period('2025-01-15T00:00:00+01:00', '2026-01-16T00:00:00+01:00'))
    expect(calendar.values).toHaveLength(366)
    const summer = calendar.values.find(({ start_date }) => start_date.startsWith('2025-10-26'))
    expect(summer).toMatchObject({ start_date: '2025-10-26T00:00:00+02:00', end_date: '2025-10-27T00:00:00+01:00' })
  })
})

describe('generated colours', () => {
  test('a season has 22 red and 43 white days; red is a working day of winter, white no Sunday', async () => {
    const upstream = await upstreamAt('2026-10-01T12:00:00Z')
    const { values } = await upstream.calendar(period('2025-09-01T00:00:00+02:00', '2026-09-01T00:00:00+02:00'))
    const ofColor = (color: string) =>
      values
        .filter(({ value }) => value === color)
        .map(({ start_date }) => Temporal.PlainDate.from(start_date.slice(0, 10)))
    expect([ofColor('RED').length, ofColor('WHITE').length, ofColor('BLUE').length]).toEqual([22, 43, 300])
    expect(ofColor('RED').every(({ dayOfWeek, month }) => dayOfWeek < 6 && (month >= 11 || month <= 3))).toBe(true)
    expect(ofColor('WHITE').every(({ dayOfWeek }) => dayOfWeek < 7)).toBe(true)
  })
})

describe.skipIf(recordedFolder === null)('recorded colours', () => {
  const replayDir = recordedFolder ?? ''
  const season = period('2024-09-01T00:00:00+02:00', '2025-09-01T00:00:00+02:00')

  test('a whole season is the recorded one, day by day', async () => {
    const upstream = await upstreamAt(longAfter, { replayDir, replayOnly: true })
    const response = await upstream.get(paths.tariff, season)
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    const { tempo_like_calendars } = (await response.json()) as { tempo_like_calendars: Calendar }
    const served = tempo_like_calendars.values.map(({ start_date, value }) => `${start_date.slice(0, 10)} ${value}`)
    const english = { BLEU: 'BLUE', BLANC: 'WHITE', ROUGE: 'RED' } as Record<string, string>
    const lines = (await Bun.file(`${replayDir}/tempo_days_2014-2026.csv`).text()).trim().split('\n').slice(1)
    const recorded = lines.map((line) => line.split(',')).filter((cells) => cells[2] === '2024-2025')
    expect(served.reverse()).toEqual(recorded.map(([date, color = '']) => `${date} ${english[color]}`))
    expect(served).toHaveLength(365)
  })

  test('tomorrow’s recorded colour is served from 10:40 only', async () => {
    const query = period('2025-01-14T00:00:00+01:00', '2025-01-16T00:00:00+01:00')
    const early = await upstreamAt('2025-01-14T09:39:00Z', { replayDir, replayOnly: true })
    expect(await early.refusal(query)).toBe('400 TMPLIKSUPCON_TMPLIKCAL_F04')
    const later = await upstreamAt('2025-01-14T09:40:00Z', { replayDir, replayOnly: true })
    expect(datesOf(await later.calendar(query))).toEqual(['2025-01-15', '2025-01-14'])
  })

  test('days after the recording have generated colours, or none where only recordings may be served', async () => {
    const query = period('2026-06-12T00:00:00+02:00', '2026-06-16T00:00:00+02:00')
    const mixed = await upstreamAt('2026-06-20T12:00:00Z', { replayDir })
    const response = await mixed.get(paths.tariff, query)
    expect(response.headers.get('x-hexawatt-origin')).toBe('generated')
    expect(datesOf(await mixed.calendar(query))).toEqual(['2026-06-15', '2026-06-14'])
    const strict = await upstreamAt('2026-06-20T12:00:00Z', { replayDir, replayOnly: true })
    expect((await strict.calendar(query)).values).toEqual([])
  })
})

describe('faults', () => {
  const subject = 'tariff_calendar'

  test('missing_record_value: the newest record has everything but its colour', async () => {
    afternoon.faults.set([{ kind: 'missing_record_value', subject }])
    const [newest, ...others] = (await afternoon.calendar(untilTomorrow)).values
    expect(newest).toHaveProperty('updated_date')
    expect(newest).not.toHaveProperty('value')
    expect(others.every(({ value }) => value !== undefined)).toBe(true)
  })

  test('unordered_days: the same days, not newest first', async () => {
    afternoon.faults.clear()
    const usual = await afternoon.calendar(untilTomorrow)
    afternoon.faults.set([{ kind: 'unordered_days', subject }])
    const unordered = await afternoon.calendar(untilTomorrow)
    expect(datesOf(unordered)).not.toEqual(datesOf(usual))
    expect(datesOf(unordered).sort().reverse()).toEqual(datesOf(usual))
  })

  test('array_root: an array whose values are an object for one day, as in the old sandbox', async () => {
    afternoon.faults.set([{ kind: 'array_root', subject }])
    expect(await afternoon.root()).toMatchObject([{ values: { start_date: '2026-01-14T00:00:00+01:00' } }])
  })

  test('object_root: the values are an object for one day, the root stays one', async () => {
    afternoon.faults.set([{ kind: 'object_root', subject }])
    expect(await afternoon.root()).toMatchObject({ values: { start_date: '2026-01-14T00:00:00+01:00' } })
  })

  test('missing_updated_date: records have no date; too_large_413: above the days given', async () => {
    afternoon.faults.set([{ kind: 'missing_updated_date', subject }])
    expect((await afternoon.calendar()).values[0]).not.toHaveProperty('updated_date')
    afternoon.faults.set([{ kind: 'too_large_413', subject, longerThanDays: 3 }])
    expect((await afternoon.get(paths.tariff, untilTomorrow)).status).toBe(413)
    expect((await afternoon.get(paths.tariff)).status).toBe(200)
  })
})
