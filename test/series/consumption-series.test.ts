import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listHoursBetween, startMadeImports, toMs } from '../consumption-hours/testing/made-imports-fixture.ts'
import { listQuarters, makeQuarters, sumUp } from './testing/made-quarters.ts'
import { createSeriesReader } from './testing/series-reader.ts'

/** With the fortnight before the day: neighbours and types are judged by their past. */
const before = listHoursBetween('2026-03-01T00:00', '2026-03-16T00:00')
const day = listHoursBetween('2026-03-16T00:00', '2026-03-17T00:00')
const ofDay = 'from=2026-03-16T00:00:00Z&to=2026-03-17T00:00:00Z&boundary=consumption'
/** An hour without flows at any border, until they come. */
const late = toMs('2026-03-16T20:00')

let made: Awaited<ReturnType<typeof startMadeImports>>
let read: ReturnType<typeof createSeriesReader>
beforeAll(async () => {
  made = await startMadeImports('2026-03-17T04:00:00')
  read = createSeriesReader(made.deps)
  await made.publish('generation_mix_15min', makeQuarters(listQuarters([...before, ...day])))
  await made.publishMixes([...before, ...day])
  await made.publishFlows([...before, ...day].filter((startMs) => startMs !== late))
  await made.computeAll()
})
afterAll(() => made.stop())

const round2 = (value: number): number => Math.round(value * 100) / 100

/** C of each quarter-hour of the day: its own production, and the imports of its hour as they are stored. */
async function calculateQuarters(): Promise<(number | null)[]> {
  const hours = new Map((await made.readHours(day)).map((hour) => [hour.startMs, hour]))
  return listQuarters(day).map((startMs) => {
    const hour = hours.get(Math.floor(startMs / 3_600_000) * 3_600_000)
    const importedTonnes = hour?.importedTonnesPerHour.lifeCycle ?? null
    if (hour === undefined || hour.importMw === null || importedTonnes === null) return null
    const { kgPerHour, totalMw } = sumUp(startMs, 0)
    return round2((kgPerHour + 1_000 * importedTonnes) / (totalMw + hour.importMw))
  })
}

describe('the series with imports', () => {
  test('has in each quarter-hour its own production and the imports of its hour; null while a border is unknown', async () => {
    const { points, boundary, methodologyVersions } = await read(ofDay)
    const expected = await calculateQuarters()
    expect([boundary, methodologyVersions]).toEqual(['consumption', [1]])
    expect(points.map(({ gCo2PerKwh }) => gCo2PerKwh)).toEqual(expected)
    expect(expected.filter((value) => value === null)).toHaveLength(4)
    const production = await read(ofDay.replace('consumption', 'production'))
    expect(
      points.filter(({ gCo2PerKwh }, at) => gCo2PerKwh !== production.points[at]?.gCo2PerKwh).length,
    ).toBeGreaterThan(80)
  })

  test('has in each hour the value of the hour', async () => {
    const hours = await made.readHours(day)
    const { points } = await read(`${ofDay}&resolution=1h`)
    expect(points.map(({ gCo2PerKwh }) => gCo2PerKwh)).toEqual(
      hours.map(({ intensity }) => (intensity.lifeCycle === null ? null : round2(intensity.lifeCycle))),
    )
    expect(points).toHaveLength(24)
  })

  test('follows flows that come late, with a new tag', async () => {
    const former = await read(ofDay)
    made.moveTo('2026-03-17T05:00:00')
    await made.publishFlows([late])
    await made.computeAll()
    const { points, etag } = await read(ofDay)
    expect(points.map(({ gCo2PerKwh }) => gCo2PerKwh)).toEqual(await calculateQuarters())
    expect(points.filter(({ gCo2PerKwh }) => gCo2PerKwh === null)).toEqual([])
    expect(etag).not.toBe(former.etag)
  })

  test('is final when its generation is, and 14 days have passed', async () => {
    await made.sql`update carbon_quarters set mix_finality = 2`
    made.moveTo('2026-03-30T12:00:00')
    const early = await read(ofDay)
    expect(early.points.filter(({ final }) => final)).toHaveLength(48)
    expect((await read(ofDay.replace('consumption', 'production'))).points.filter(({ final }) => final)).toHaveLength(
      96,
    )
    made.moveTo('2026-03-31T00:00:00')
    const settled = await read(ofDay)
    expect(settled.points.filter(({ final }) => final)).toHaveLength(96)
    expect(settled.etag).not.toBe(early.etag)
  })
})
