import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { CarbonSeriesPoint } from '@hexawatt/shared/contract/carbon/carbon-series'
import { listHours, type MadeMonth, startMadeMonth } from '../hours/testing/made-month-fixture.ts'
import { calculate, listQuarters, makeQuarters, quarterMs, types } from './testing/made-quarters.ts'
import { createSeriesReader } from './testing/series-reader.ts'

const day = listQuarters(listHours('2025-10-26', '2025-10-27'))
const weekAndDay = listQuarters(listHours('2025-10-19', '2025-10-27'))
const ofDay = 'from=2025-10-26&to=2025-10-27'

let made: MadeMonth
let read: ReturnType<typeof createSeriesReader>
beforeAll(async () => {
  made = await startMadeMonth('2025-10-27T02:00:00')
  read = createSeriesReader(made.deps)
  await made.publish('generation_mix_15min', makeQuarters(weekAndDay))
  await made.computeAll()
})
afterAll(() => made.stop())

const valuesOf = (points: readonly CarbonSeriesPoint[]) => points.map(({ gCo2PerKwh }) => gCo2PerKwh)

describe('quarter-hours of the mix, on the day with 25 hours', () => {
  test('equal a calculation by hand with life-cycle and with direct factors; negative power counts as 0', async () => {
    expect(valuesOf((await read(ofDay)).points)).toEqual(day.map((startMs) => calculate(startMs, 0)))
    expect(valuesOf((await read(`${ofDay}&boundary=direct`)).points)).toEqual(
      day.map((startMs) => calculate(startMs, 1)),
    )
    expect(day).toHaveLength(100)
  })

  test('differ from the mean of their hour, which is the ratio of the means of power', async () => {
    const { points } = await read(`${ofDay}&resolution=1h`)
    expect(points).toHaveLength(25)
    const expected = Array.from({ length: 25 }, (_, hour) => {
      const quarters = day.slice(4 * hour, 4 * hour + 4)
      const [grams, totalMw] = [0, 1].map((isTotal) =>
        Object.values(types).reduce((sum, { factors, powerMw }) => {
          const mean = Math.max(0, quarters.reduce((total, startMs) => total + powerMw(startMs / quarterMs), 0) / 4)
          return sum + mean * (isTotal === 1 ? 1 : factors[0])
        }, 0),
      )
      return Math.round(((grams ?? 0) / (totalMw ?? 0)) * 100) / 100
    })
    expect(valuesOf(points)).toEqual(expected)
  })

  test('are null only where a type is missing, and known again when it has come', async () => {
    await made.sql`delete from feed_values where slot_start = '2025-10-26T10:15:00Z' and series = 'NUCLEAR'`
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from)
      values ('2025-10-26T10:00:00Z', '2025-10-26T11:00:00Z', 'epoch')`
    await made.computeAll()
    const missing = Date.parse('2025-10-26T10:15:00Z')
    expect(valuesOf((await read(ofDay)).points)).toEqual(
      day.map((startMs) => (startMs === missing ? null : calculate(startMs, 0))),
    )
    await made.publish('generation_mix_15min', makeQuarters([missing]))
    await made.computeAll()
    expect(valuesOf((await read(ofDay)).points)).toEqual(day.map((startMs) => calculate(startMs, 0)))
  })

  test('a second computation changes nothing', async () => {
    const stored = () => made.sql`select * from carbon_quarters order by slot_start`
    const before = await stored()
    made.moveTo('2025-10-27T03:00:00')
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from) values ('-infinity', 'infinity', 'epoch')`
    await made.computeAll()
    expect(await stored()).toEqual(before)
    expect(before).toHaveLength(weekAndDay.length)
  })
})

describe('corrections', () => {
  const corrected = Date.parse('2025-10-26T18:30:00Z')

  test('a corrected quarter-hour is served with the new value and a new tag, its neighbours as before', async () => {
    const before = await read(ofDay)
    await made.publish('generation_mix_15min', [
      { series: 'FOSSIL_GAS', startMs: corrected, minutes: 15, value: 9_000 },
    ])
    await made.computeAll()
    const after = await read(ofDay)
    expect(valuesOf(after.points)).toEqual(
      day.map((startMs) => calculate(startMs, 0, startMs === corrected ? 9_000 : undefined)),
    )
    expect(after.etag).not.toBe(before.etag)
  })

  test('values of the operator’s API are final 14 days after the end of their month in Paris', async () => {
    made.moveTo('2025-11-14T22:59:59')
    expect(new Set((await read(ofDay)).points.map(({ final }) => final))).toEqual(new Set([false]))
    const before = await read(ofDay)
    made.moveTo('2025-11-14T23:00:00')
    const after = await read(ofDay)
    expect(new Set(after.points.map(({ final }) => final))).toEqual(new Set([true]))
    expect(after.etag).not.toBe(before.etag)
    expect(new Set((await read(`${ofDay}&resolution=1h`)).points.map(({ final }) => final))).toEqual(new Set([true]))
  })

  test('hours that a program of the version before computed are computed again without a request', async () => {
    await made.sql`update hour_values set mix_finality = null`
    await made.sql`delete from carbon_quarters`
    expect(await made.computeAll()).toBe(weekAndDay.length / 4)
    expect((await read(ofDay)).points.filter(({ gCo2PerKwh }) => gCo2PerKwh === null)).toEqual([])
    expect(await made.computeAll()).toBe(0)
  })
})

describe('how final the mix is', () => {
  const days = { 'real-time': '2025-11-03', consolidated: '2025-11-04', definitive: '2025-11-05' } as const

  test('follows the nature of éCO2mix, real-time values are replaced, and the consolidated set has half-hours', async () => {
    made.moveTo('2026-02-01T00:00:00')
    for (const [nature, at] of Object.entries(days)) {
      const quarters = listQuarters(listHours(at, Temporal.PlainDate.from(at).add({ days: 1 }).toString()))
      await made.publish('generation_mix_15min', makeQuarters(quarters), {
        publisher: 'odre',
        nature: nature as keyof typeof days,
      })
    }
    const halves = listQuarters(listHours('2025-11-06', '2025-11-07')).filter((_, at) => at % 2 === 0)
    await made.publish('generation_mix_15min', makeQuarters(halves, 30), { publisher: 'odre' })
    await made.publish('generation_mix_15min', makeQuarters(listQuarters(listHours('2025-11-07', '2025-11-08'))), {
      publisher: 'energy-charts',
    })
    await made.computeAll()
    const finals = async (at: string) => {
      const { points } = await read(`from=${at}&to=${Temporal.PlainDate.from(at).add({ days: 1 })}`)
      expect(points.filter(({ gCo2PerKwh }) => gCo2PerKwh === null)).toEqual([])
      return new Set(points.map(({ final }) => final))
    }
    expect(await finals(days['real-time'])).toEqual(new Set([false]))
    expect(await finals(days.consolidated)).toEqual(new Set([true]))
    expect(await finals(days.definitive)).toEqual(new Set([true]))
    expect(await finals('2025-11-06')).toEqual(new Set([true]))
    expect(await finals('2025-11-07')).toEqual(new Set([false]))
  })

  test('both quarter-hours of a half-hour have its value', async () => {
    const { points } = await read('from=2025-11-06&to=2025-11-07')
    expect(valuesOf(points)).toEqual(
      points.map((_, at) => calculate(Date.parse(points[at - (at % 2)]?.slotStart ?? ''), 0)),
    )
  })

  test('a consolidated value makes a real-time slot final, also where it equals the real-time value', async () => {
    made.moveTo('2026-02-02T00:00:00')
    const quarters = listQuarters(listHours('2025-11-03', '2025-11-04'))
    await made.publish('generation_mix_15min', makeQuarters(quarters), { publisher: 'odre', nature: 'consolidated' })
    await made.computeAll()
    const { points } = await read('from=2025-11-03&to=2025-11-04')
    expect(new Set(points.map(({ final }) => final))).toEqual(new Set([true]))
  })
})
