import { beforeAll, expect, test } from 'bun:test'
import { computeDailyNetLoad } from '@hexawatt/shared/methodology/tariff-colors/daily-net-load'
import { maxLeadDays } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { netLoadHistoryDays } from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import { readSlotValues } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toTariffDayStart } from '@hexawatt/shared/time/paris'
import type { Measurement } from '../sources/definition/content.ts'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createDailyNetLoadReader } from './daily-net-load-reader.ts'

const today = Temporal.PlainDate.from('2026-01-13')
const now = '2026-01-13T09:00:00'
const fixture = stopAtEnd(await createComputeFixture(now))

/** Slots of a tariff day, `minutes` long, whose values depend on their start. */
function dayOf(series: string, days: number, minutes: number, mw: (startMs: number) => number): Measurement[] {
  const startMs = toTariffDayStart(today.add({ days })).epochMilliseconds
  const endMs = toTariffDayStart(today.add({ days: days + 1 })).epochMilliseconds
  return Array.from({ length: (endMs - startMs) / (minutes * 60_000) }, (_, index) => {
    const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs + index * minutes * 60_000)
    const value = mw(slotStart.epochMilliseconds)
    return { series, slotStart, slotEnd: slotStart.add({ minutes }), value, updatedAt: null }
  })
}

const wave = (level: number) => (startMs: number) => level + 3_000 * Math.sin(startMs / (7 * hourMs))
const daysFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** A few days at both ends of the year that is read, over the change of the clock too, in quarter-hours and hours. */
const pastDays = [...daysFrom(-395, -360), ...daysFrom(-82, -78), ...daysFrom(-33, -1)]

beforeAll(async () => {
  await fixture.bring('consumption', {
    measurements: [
      ...pastDays.flatMap((days) => dayOf('REALISED', days, 15, wave(55_000))),
      ...daysFrom(-30, 0).flatMap((days) => dayOf('D-1', days, 30, wave(54_000))),
      ...dayOf('D-2', 1, 30, wave(54_500)),
    ],
  })
  await fixture.bring('consumption_weekly', {
    measurements: daysFrom(2, 6).flatMap((days) => dayOf('WEEKLY', days, 30, wave(53_000))),
  })
  const types = ['WIND_ONSHORE', 'SOLAR']
  await fixture.bring('generation_by_type', {
    measurements: pastDays.flatMap((days) => types.flatMap((type) => dayOf(type, days, 60, wave(5_000)))),
  })
  await fixture.bring('generation_forecast', {
    measurements: daysFrom(-30, 1).flatMap((days) =>
      types.flatMap((type) => dayOf(`D-1/${type}`, days, 60, wave(5_500))),
    ),
  })
})

/** The same from every stored slot at once, by the pure method. */
async function fromAllRows(at: Temporal.Instant) {
  const from = today.subtract({ days: netLoadHistoryDays })
  const span = { from: toTariffDayStart(from.subtract({ days: 1 })), to: toTariffDayStart(today.add({ days: 8 })) }
  const [consumption, consumptionWeekly, generationByType, generationForecast] = await Promise.all(
    (['consumption', 'consumption_weekly', 'generation_by_type', 'generation_forecast'] as const).map((feed) =>
      readSlotValues(fixture.sql, { feed, ...span }, at),
    ),
  )
  const rows = {
    consumption: consumption ?? [],
    consumptionWeekly: consumptionWeekly ?? [],
    generationByType: generationByType ?? [],
    generationForecast: generationForecast ?? [],
  }
  return computeDailyNetLoad(rows, from, today.add({ days: maxLeadDays }))
}

function expectClose(one: readonly (number | null)[], other: readonly (number | null)[]): void {
  const rounded = (values: readonly (number | null)[]) => values.map((value) => value && Math.round(1_000 * value))
  expect(rounded(one)).toEqual(rounded(other))
}

test('daily net load read in pieces equals the result of all stored rows at once, over a year', async () => {
  const read = await createDailyNetLoadReader(fixture.sql)(today, utc(now))
  const expected = await fromAllRows(utc(now))
  expect(read.firstDay.toString()).toBe('2024-12-16')
  expectClose(read.loadMw, expected.loadMw)
  expectClose(read.windAndSunMw, expected.windAndSunMw)
  // Forecasts are asked for from 28 days before the outlook on.
  expectClose(read.loadForecastMw.slice(-35), expected.loadForecastMw.slice(-35))
  expectClose(read.windAndSunForecastMw.slice(-35), expected.windAndSunForecastMw.slice(-35))
  expect(read.loadMw.filter((mw) => mw !== null)).toHaveLength(34 + 5 + 33)
  expect(read.loadForecastMw.filter((mw) => mw !== null)).toHaveLength(28 + 7)
})

test('a cached day is read again when a slot of it, or of the day that fills its gaps, gets a new version', async () => {
  const read = createDailyNetLoadReader(fixture.sql)
  // A transaction later than the first rows could still commit: only rows changed from here on are read again.
  const earlier = '2026-01-13T09:30:00'
  const before = await read(today, utc(earlier))
  const later = '2026-01-13T10:30:00'
  fixture.moveTo(later)
  await fixture.bring('consumption', { measurements: dayOf('REALISED', -20, 15, wave(70_000)) })
  const after = await read(today, utc(later))
  expectClose(after.loadMw, (await fromAllRows(utc(later))).loadMw)
  const changed = after.loadMw.flatMap((mw, index) => (mw === before.loadMw[index] ? [] : [index - netLoadHistoryDays]))
  expect(changed).toEqual([-20])
  // Values known later do not exist under the earlier clock.
  expectClose((await read(today, utc(earlier))).loadMw, before.loadMw)
})

test('the next tariff day reads one more day', async () => {
  const read = createDailyNetLoadReader(fixture.sql)
  await read(today, utc('2026-01-13T10:30:00'))
  const next = await read(today.add({ days: 1 }), utc('2026-01-14T09:00:00'))
  expect(next.firstDay.toString()).toBe('2024-12-17')
  expect(next.loadMw.slice(netLoadHistoryDays - 2, netLoadHistoryDays)).toEqual([expect.any(Number), null])
})

test('days without hourly generation take wind and sun from the quarter-hourly mix, as open mode has no other', async () => {
  const day = today.add({ days: -200 })
  const before = await createDailyNetLoadReader(fixture.sql)(today, utc('2026-01-13T12:00:00'))
  const indexOf = (date: Temporal.PlainDate) => before.firstDay.until(date, { largestUnit: 'days' }).days
  expect(before.windAndSunMw[indexOf(day)]).toBeNull()
  const read = createDailyNetLoadReader(fixture.sql)
  await read(today, utc('2026-01-13T12:00:00'))
  fixture.moveTo('2026-01-13T12:30:00')
  const known = today.add({ days: -20 })
  const measurements = [-201, -200, -20].flatMap((days) => [
    ...dayOf('WIND_ONSHORE', days, 15, () => 4_000),
    ...dayOf('WIND_OFFSHORE', days, 15, () => 500),
    ...dayOf('SOLAR', days, 30, () => 1_000),
  ])
  await fixture.bring('generation_mix_15min', { measurements })
  const after = await read(today, utc('2026-01-13T12:40:00'))
  expect(after.windAndSunMw[indexOf(day)]).toBe(5_500)
  // Where the hourly feed has wind on land and sun, they stay.
  const hourly = before.windAndSunMw[indexOf(known)]
  expect(after.windAndSunMw[indexOf(known)]).toBeCloseTo((hourly ?? 0) + 500, 6)
})
