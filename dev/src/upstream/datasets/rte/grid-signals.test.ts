import { describe, expect, test } from 'bun:test'
import { type DaySignal, generateSignals } from '../../documents/signals.ts'
import { paths, useUpstreams } from '../../testing/upstream-fixture.ts'

const startedAt = useUpstreams()

type Step = { pas: number; hvalue: number }
type Day = { GenerationFichier: string; jour: string; dvalue: number; message: string; values: Step[] }

async function upstreamAt(asOf: string, options = {}) {
  const upstream = await startedAt(asOf, { enforceQuota: false, ...options })
  const days = async () => ((await (await upstream.get(paths.signals)).json()) as { signals: Day[] }).signals
  return { ...upstream, days }
}

const datesOf = (days: readonly Day[]): string[] => days.map(({ jour }) => jour.slice(0, 10))

describe('the days of an issue', () => {
  test('from 17:00 there are four, not in chronological order, and today holds only the steps to come', async () => {
    const days = await (await upstreamAt('2026-01-14T16:00:00Z')).days()
    expect(datesOf(days)).toEqual(['2026-01-17', '2026-01-15', '2026-01-16', '2026-01-14'])
    expect(days.map(({ GenerationFichier }) => GenerationFichier)).toEqual(Array(4).fill('2026-01-14T17:00:00+01:00'))
    expect(days.map(({ values }) => values.length)).toEqual([24, 24, 24, 7])
    expect(days[3]?.values[0]?.pas).toBe(17)
  })

  test('between midnight and the next issue there are three whole days of yesterday’s issue', async () => {
    for (const asOf of ['2026-01-13T23:00:00Z', '2026-01-14T15:59:59Z']) {
      const days = await (await upstreamAt(asOf)).days()
      expect(datesOf(days).sort()).toEqual(['2026-01-14', '2026-01-15', '2026-01-16'])
      expect(days.every(({ values }) => values.length === 24)).toBe(true)
      expect(new Set(days.map((day) => day.GenerationFichier))).toEqual(new Set(['2026-01-13T17:00:00+01:00']))
    }
  })

  test('every step of a whole day is there once, also on the days of 23 and 25 hours', async () => {
    for (const asOf of ['2026-03-28T17:00:00Z', '2026-10-24T17:00:00Z']) {
      const [day] = (await (await upstreamAt(asOf)).days()).filter(({ jour }) => /-(29|25)T/.test(jour))
      expect(day?.values.map(({ pas }) => pas)).toEqual(Array.from({ length: 24 }, (_, step) => step))
    }
  })

  test('each day begins at Paris midnight with the offset of that midnight', async () => {
    const days = await (await upstreamAt('2026-03-28T17:00:00Z')).days()
    expect(days.map(({ jour }) => jour).sort()).toEqual([
      '2026-03-28T00:00:00+01:00',
      '2026-03-29T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
      '2026-03-31T00:00:00+02:00',
    ])
  })
})

describe('levels', () => {
  test('a day has the level of its worst hour, at least green; its message has leading and trailing blanks', async () => {
    for (const day of await (await upstreamAt('2026-07-10T16:00:00Z')).days()) {
      expect(day.dvalue).toBe(Math.max(1, ...day.values.map(({ hvalue }) => hvalue)))
      expect(day.message).toBe(' Pas d’alerte ')
    }
  })

  test('summer nights and sunny noons are low-carbon, evenings are not', async () => {
    const [day] = (await (await upstreamAt('2026-07-10T16:00:00Z')).days()).slice(1)
    const level = (step: number) => day?.values.find(({ pas }) => pas === step)?.hvalue
    expect([level(3), level(13), level(20)]).toEqual([0, 0, 1])
  })

  /** Issues of so many evenings in a row. */
  const issues = (from: string, count: number) =>
    Array.from({ length: count }, (_, day) => generateSignals(Temporal.Instant.from(from).add({ hours: 24 * day })))

  test('a winter has a few orange and red days, and a summer none', () => {
    const tense = (days: readonly DaySignal[][]) => days.filter(([, tomorrow]) => (tomorrow?.level ?? 0) > 1).length
    expect(tense(issues('2025-12-01T16:30:00Z', 90))).toBeWithin(1, 25)
    expect(tense(issues('2026-06-01T16:30:00Z', 90))).toBe(0)
  })

  test('the furthest day is green in every issue, also where a later issue announces tension', () => {
    const winter = issues('2025-12-01T16:30:00Z', 90)
    expect(new Set(winter.map((days) => days[3]?.level))).toEqual(new Set([1]))
    const firstSeen = new Set(winter.map((days) => days[3]?.date.toString()))
    const tense = winter.flatMap((days) => days.filter(({ level }) => level > 1))
    expect(tense.some(({ date }) => firstSeen.has(date.toString()))).toBe(true)
  })
})

describe('the quota of one call in 15 minutes', () => {
  test('the second call is 429 with the seconds to wait, also with a new token', async () => {
    const upstream = await upstreamAt('2026-01-14T16:00:00Z', { enforceQuota: true, tokenLifetimeSeconds: 60 })
    expect((await upstream.get(paths.signals)).status).toBe(200)
    const { access_token } = (await (await upstream.askToken()).json()) as { access_token: string }
    const second = await upstream.get(paths.signals, {}, { authorization: `Bearer ${access_token}` })
    expect(second.status).toBe(429)
    expect(Number(second.headers.get('retry-after'))).toBeWithin(1, 901)
    expect(await second.json()).toMatchObject({ error: 'COMMON_ERROR_T05' })
  })

  test('the quota is on by default', async () => {
    const upstream = await startedAt('2026-01-14T16:00:00Z')
    const statuses = [(await upstream.get(paths.signals)).status, (await upstream.get(paths.signals)).status]
    expect(statuses).toEqual([200, 429])
  })

  test('a call that is refused for another reason does not count', async () => {
    const upstream = await upstreamAt('2026-01-14T16:00:00Z', { enforceQuota: true })
    expect((await upstream.get(paths.signals, {}, { authorization: 'Bearer nobody-gave-me-this' })).status).toBe(401)
    upstream.faults.set([{ kind: 'unavailable_503', subject: 'grid_signals', times: 1 }])
    expect((await upstream.get(paths.signals)).status).toBe(503)
    expect((await upstream.get(paths.signals)).status).toBe(200)
  })
})

describe('faults', () => {
  const subject = 'grid_signals'

  test('short_current_day: today holds its last 17 steps', async () => {
    const upstream = await upstreamAt('2026-01-14T12:00:00Z')
    upstream.faults.set([{ kind: 'short_current_day', subject }])
    const days = await upstream.days()
    const today = days.find(({ jour }) => jour.startsWith('2026-01-14'))
    expect(today?.values.map(({ pas }) => pas)).toEqual(Array.from({ length: 17 }, (_, index) => index + 7))
    expect(days.filter((day) => day !== today).every(({ values }) => values.length === 24)).toBe(true)
  })

  test('three_day_signal: the furthest day of four is missing', async () => {
    const upstream = await upstreamAt('2026-01-14T16:00:00Z')
    upstream.faults.set([{ kind: 'three_day_signal', subject }])
    expect(datesOf(await upstream.days()).sort()).toEqual(['2026-01-14', '2026-01-15', '2026-01-16'])
  })

  test('unordered_days: the same days in another order', async () => {
    const upstream = await upstreamAt('2026-01-14T16:00:00Z')
    const usual = await upstream.days()
    upstream.faults.set([{ kind: 'unordered_days', subject }])
    const unordered = await upstream.days()
    expect(datesOf(unordered)).not.toEqual(datesOf(usual))
    expect(unordered).toEqual(expect.arrayContaining(usual))
  })
})
