import { describe, expect, test } from 'bun:test'
import { computeQuantile } from '../forecast/bands.ts'
import { createNetLoadRecord, type DailyNetLoad } from './net-load-record.ts'
import shippedNetLoad from './shipped-net-load.json' with { type: 'json' }

const today = Temporal.PlainDate.from('2026-11-27')

/** Known net load of the last `count` days before today. */
function knownDays(count: number, netLoadMw: (index: number) => number): DailyNetLoad {
  const loadMw = Array.from({ length: count }, (_, index) => netLoadMw(index) + 6_000)
  return {
    firstDay: today.subtract({ days: count }),
    loadMw,
    windAndSunMw: loadMw.map(() => 6_000),
    loadForecastMw: [],
    windAndSunForecastMw: [],
    temperatureC: [],
  }
}

const shippedQuantile = (level: number) => computeQuantile(Float64Array.from(shippedNetLoad.netLoadMw).sort(), level)

describe('the scale of net load', () => {
  test('of an installation without any past is that of the shipped year', () => {
    const scale = createNetLoadRecord(
      knownDays(0, () => 0),
      shippedNetLoad,
    ).scaleForIssue(today)
    const rangeMw = shippedQuantile(0.8) - shippedQuantile(0.4)
    // One day of the 365 occurs twice, because whole weeks are taken.
    expect(Math.abs((scale?.lowMw ?? 0) - shippedQuantile(0.4))).toBeLessThan(60)
    const widthMw = rangeMw * Math.exp(0.1176 * (shippedNetLoad.coldC - 8.3042))
    expect(Math.abs((scale?.widthMw ?? 0) / widthMw - 1)).toBeLessThan(0.01)
  })

  test('takes a known day in place of its stand-in', () => {
    const scaleOf = (netLoadMw: number) =>
      createNetLoadRecord(
        knownDays(100, () => netLoadMw),
        shippedNetLoad,
      ).scaleForIssue(today)?.lowMw ?? 0
    expect(scaleOf(80_000)).toBeGreaterThan(shippedQuantile(0.4) + 500)
    expect(scaleOf(20_000)).toBeLessThan(shippedQuantile(0.4) - 500)
  })

  test('is that of the known days alone once 330 of the year are known', () => {
    const days = knownDays(331, (index) => 40_000 + 100 * index)
    const own = createNetLoadRecord(days, null).scaleForIssue(today)
    expect(own).not.toBeNull()
    expect(createNetLoadRecord(days, shippedNetLoad).scaleForIssue(today)).toEqual(own)
    const fewer = knownDays(330, (index) => 40_000 + 100 * index)
    expect(createNetLoadRecord(fewer, null).scaleForIssue(today)).toBeNull()
  })

  test('gives a stand-in the weekday of its day', () => {
    const firstDay = Temporal.PlainDate.from('2024-07-26')
    const isEvery = (date: Temporal.PlainDate, weekdays: readonly number[]) => weekdays.includes(date.dayOfWeek)
    const netLoadMw = Array.from({ length: 365 }, (_, index) =>
      isEvery(firstDay.add({ days: index }), [1, 3, 5]) ? 20_000 : 90_000,
    )
    const known = knownDays(366, () => 50_000)
    // Mondays, Wednesdays and Fridays are unknown.
    const loadMw = known.loadMw.map((mw, index) =>
      isEvery(known.firstDay.add({ days: index }), [1, 3, 5]) ? null : mw,
    )
    const standIn = { firstDay: firstDay.toString(), coldC: 8.3042, netLoadMw }
    const scale = createNetLoadRecord({ ...known, loadMw }, standIn).scaleForIssue(today)
    expect(scale).toEqual({ lowMw: 20_000, widthMw: 30_000, hasStandIns: true })
  })
})

test('the shipped year has 365 plausible days, and the scale that the page of the method names', async () => {
  expect(shippedNetLoad.netLoadMw).toHaveLength(365)
  for (const mw of shippedNetLoad.netLoadMw) {
    expect(mw).toBeGreaterThan(10_000)
    expect(mw).toBeLessThan(90_000)
  }
  const scale = createNetLoadRecord(
    knownDays(0, () => 0),
    shippedNetLoad,
  ).scaleForIssue(today)
  const page = await Bun.file(new URL('../../../../docs/methodology/colors.md', import.meta.url)).text()
  const named = /q04 ([\d ]+) MW, qT ([\d.]+) °C, scale ([\d ]+) MW/
    .exec(page)
    ?.slice(1)
    .map((text) => Number(text.replaceAll(' ', '')))
  expect(named).toEqual([Math.round(scale?.lowMw ?? 0), shippedNetLoad.coldC, Math.round(scale?.widthMw ?? 0)])
})
