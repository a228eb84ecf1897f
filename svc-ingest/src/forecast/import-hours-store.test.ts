import { beforeEach, describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addMadeConsumptionHours } from '../testing/made-consumption-hours.ts'
import { createImportHistoryReader, readImportHistory, readImportHours } from './import-hours-store.ts'

const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))
const at = utc('2026-02-03T12:00:00')
const [from, before] = [at.subtract({ hours: 30 }), at.subtract({ hours: 4 })]

beforeEach(async () => {
  await fixture.sql`truncate consumption_hours`
  await addMadeConsumptionHours(fixture.sql, from, before, at.subtract({ hours: 1 }))
})

describe('past hours with their imports', () => {
  test('are those known at the instant, ascending, with what the forecast reads of them', async () => {
    const hours = await readImportHistory(fixture.sql, at)
    expect(hours).toHaveLength(26)
    expect(hours.map(({ startMs }) => startMs)).toEqual(
      Array.from({ length: 26 }, (_, index) => from.epochMilliseconds + index * hourMs),
    )
    for (const hour of hours) {
      const { importMw, importedTonnesPerHour, gCo2PerKwhByRule, productionGCo2PerKwhByRule } = hour
      expect(importedTonnesPerHour.direct).toBeCloseTo(0.38 * importMw, 6)
      expect(productionGCo2PerKwhByRule).toEqual({ lifeCycle: 32, direct: 20 })
      const kg = 50_000 * 32 + 1000 * importedTonnesPerHour.lifeCycle
      expect(gCo2PerKwhByRule.lifeCycle).toBeCloseTo(kg / (50_000 + importMw), 9)
    }
    expect(await readImportHistory(fixture.sql, at.subtract({ hours: 2 }))).toEqual([])
  })

  test('have the newest version known at the instant, whatever came later', async () => {
    const before = await readImportHistory(fixture.sql, at)
    await addMadeConsumptionHours(fixture.sql, from, from.add({ hours: 1 }), at.subtract({ minutes: 30 }), 500)
    await addMadeConsumptionHours(fixture.sql, from, from.add({ hours: 2 }), at.add({ minutes: 1 }), 9_000)
    const [first, second] = await readImportHistory(fixture.sql, at)
    expect(first?.importMw).toBeCloseTo((before[0]?.importMw ?? Number.NaN) + 500, 6)
    expect(second).toEqual(before[1] ?? second)
  })

  test('are read once for live forecasts, and again when a version is added, also one of an earlier instant', async () => {
    const read = createImportHistoryReader(fixture.sql)
    const first = await read(at)
    expect(await read(at.add({ minutes: 1 }))).toBe(first)
    const newer = [from, from.add({ hours: 1 }), at.subtract({ minutes: 20 }), 500] as const
    await addMadeConsumptionHours(fixture.sql, ...newer)
    expect(await read(at)).toEqual(await readImportHistory(fixture.sql, at))
    expect(await read(at)).not.toEqual(first)
    const earlier = at.subtract({ minutes: 30 })
    expect(await read(earlier)).toEqual(first)
  })

  test('leave out an hour with an unknown border, and one of another method', async () => {
    const [first, second, third] = [0, 1, 2].map((hour) => from.add({ hours: hour }))
    await fixture.sql`update consumption_hours set import_mw = null where hour_start = ${first ?? at}`
    await fixture.sql`update consumption_hours set direct_g_co2_per_kwh = null where hour_start = ${second ?? at}`
    await fixture.sql`update consumption_hours set methodology_version = 9 where hour_start = ${third ?? at}`
    const hours = await readImportHours(fixture.sql, { from, before: from.add({ hours: 5 }) }, at)
    expect(hours.map(({ startMs }) => (startMs - from.epochMilliseconds) / hourMs)).toEqual([3, 4])
  })
})
