import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { getDashboard } from '../../contract/operations/get-dashboard.ts'
import type { DashboardOutlook } from '../../contract/planning/dashboard-outlook.ts'
import { findRecordedAnswer } from '../../openapi/examples.ts'
import { DashboardSnapshot } from '../../snapshot/kinds.ts'
import { composeDashboard } from './current-dashboard.ts'
import { isDashboardDegraded } from './degraded-dashboard.ts'

/** Computed at 18:20; its newest hour ended at 17:00, its forecast begins at 19:00. */
const snapshot = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)
const at = (time: string) => composeDashboard(snapshot, Temporal.Instant.from(`2026-02-03T${time}:00Z`))

describe('a dashboard that was computed at 18:20', () => {
  test('is served unchanged for a quarter of an hour', () => {
    const { bestHour: _best, worstHour: _worst, ...rest } = snapshot
    expect(at('18:21')).toMatchObject(rest)
    expect(isDashboardDegraded(at('18:21'))).toBe(false)
  })

  test('is stale and degraded after a quarter of an hour', () => {
    expect(at('18:35').stale).toBe(false)
    expect(at('18:36').stale).toBe(true)
    expect(isDashboardDegraded(at('18:36'))).toBe(true)
  })

  test('has no score after an hour, and no intensity six hours after the end of its slot', () => {
    expect([at('19:20').score === null, at('19:21').score === null]).toEqual([false, true])
    expect([at('23:00').carbon === null, at('23:01').carbon === null]).toEqual([false, true])
  })

  test('has no exchanges and no regions six hours after the end of their slot', () => {
    const { exchanges, regions } = snapshot
    if (exchanges === null || regions === null) throw new Error('the example has both')
    const servedAt = (instant: string) => composeDashboard(snapshot, Temporal.Instant.from(instant))
    expect(servedAt('2026-02-03T23:00:00Z')).toMatchObject({ exchanges, regions })
    expect(servedAt('2026-02-03T23:01:00Z').exchanges).toBeNull()
    expect(servedAt('2026-02-04T01:00:00Z').regions).toBeNull()
  })

  test('lists only the hours that have not begun, and takes best and worst hour from them', () => {
    expect(snapshot.hours.map(({ time }) => time.slice(11, 13))).toEqual(['19', '20', '21'])
    const later = at('19:00')
    expect(later.hours.map(({ time }) => time.slice(11, 13))).toEqual(['20', '21'])
    expect([later.bestHour, later.worstHour].map((hour) => later.hours.some(({ time }) => time === hour))).toEqual([
      true,
      true,
    ])
  })

  test('lists 72 hours of a forecast that was made with weather, otherwise 48', () => {
    const [first] = snapshot.hours
    const listHours = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const time = Temporal.Instant.from('2026-02-03T19:00:00Z').add({ hours: index })
        return { ...first, time: time.toString({ smallestUnit: 'second' }) }
      })
    const countServed = (count: number): number => {
      const parsed = v.parse(DashboardSnapshot, { ...snapshot, hours: listHours(count) })
      return composeDashboard(parsed, Temporal.Instant.from('2026-02-03T18:21:00Z')).hours.length
    }
    expect([50, 74].map(countServed)).toEqual([48, 72])
  })

  test('lists only the outlook quarter-hours that have not begun, in every column, and none when the hours are hidden', () => {
    const slots = 12
    const numbers = Array.from({ length: slots }, (_, slot) => slot)
    const basis = numbers.map(() => 'auction' as const)
    const outlook: DashboardOutlook = {
      ...{ issuedAt: '2026-02-03T18:00:00Z', start: '2026-02-03T18:30:00Z', priceBasis: basis },
      ...{ gCo2PerKwh: numbers, gCo2PerKwhLow: numbers, gCo2PerKwhHigh: numbers },
      ...{ eurPerMwh: numbers, eurPerMwhLow: numbers, eurPerMwhHigh: numbers },
      ...{ score: numbers, scoreLow: numbers, scoreHigh: numbers, windMw: numbers, solarMw: numbers },
    }
    const outlookAt = (time: string) =>
      composeDashboard({ ...snapshot, outlook }, Temporal.Instant.from(`2026-02-03T${time}:00Z`)).outlook
    expect(outlookAt('18:29')).toEqual(outlook)
    const later = outlookAt('19:15')
    expect(later?.start).toBe('2026-02-03T19:30:00Z')
    const { issuedAt: _issuedAt, start: _start, priceBasis, ...columns } = later ?? outlook
    expect(Object.values(columns)).toEqual(Array.from({ length: 11 }, () => numbers.slice(4)))
    expect(priceBasis).toHaveLength(slots - 4)
    expect(outlookAt('21:30')).toBeNull()
    const uncertain = { ...snapshot, outlook, hours: snapshot.hours.map((hour) => ({ ...hour, confidence: 49 })) }
    expect(composeDashboard(uncertain, Temporal.Instant.from('2026-02-03T18:29:00Z')).outlook).toBeNull()
  })

  test('lists only the tariff days that have not ended, and no outlook that does not begin with the tariff day in force', () => {
    const days = ['2026-02-03', '2026-02-04'].map((date) => ({
      ...{ date, color: null, probabilities: { blue: 0.5, white: 0.25, red: 0.25 } },
    }))
    const tariffOutlook = { issuedAt: '2026-02-03T18:00:00Z', stock: { redLeft: 9, whiteLeft: 21 }, days }
    const datesAt = (instant: string) =>
      composeDashboard({ ...snapshot, tariffOutlook }, Temporal.Instant.from(instant)).tariffOutlook?.days.map(
        ({ date }) => date,
      )
    expect(datesAt('2026-02-04T04:59:59Z')).toEqual(['2026-02-03', '2026-02-04'])
    expect(datesAt('2026-02-04T05:00:00Z')).toEqual(['2026-02-04'])
    expect(datesAt('2026-02-05T05:00:00Z')).toBeUndefined()
    expect(datesAt('2026-02-03T04:59:59Z')).toBeUndefined()
  })

  test('has no forecast whose confidence is below 50', () => {
    const uncertain = { ...snapshot, hours: snapshot.hours.map((hour) => ({ ...hour, confidence: 49 })) }
    expect(composeDashboard(uncertain, Temporal.Instant.from('2026-02-03T18:21:00Z'))).toMatchObject({
      hours: [],
      bestHour: null,
      worstHour: null,
    })
  })

  test('has no score whose confidence is below 50', () => {
    const { score } = snapshot
    if (score === null) throw new Error('the example has a score')
    const uncertain = { ...snapshot, score: { ...score, confidence: 49 } }
    expect(composeDashboard(uncertain, Temporal.Instant.from('2026-02-03T18:21:00Z')).score).toBeNull()
  })
})
