import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../time/instant.ts'
import { computeCompleteHours, type NeighbourHour } from './neighbour-intensity.ts'
import { computeArchiveMean, findNeighbourValue, neighbourHistoryDays } from './neighbour-past.ts'
import { createNeighbourFactors } from './neighbour-types.ts'

const factors = createNeighbourFactors({ FOSSIL_GAS: 400, NUCLEAR: 4 })
const startMs = Date.parse('2026-03-29T00:00:00Z')
const dayMs = 24 * hourMs
const intensity = (lifeCycle: number) => ({ lifeCycle, direct: lifeCycle / 2 })
const hour = (atMs: number, powerMwByType: NeighbourHour['powerMwByType']): NeighbourHour => ({
  startMs: atMs,
  powerMwByType,
})

describe('a complete hour of a neighbour', () => {
  test('has its mean intensity by both rules; consumption of storage is dropped and a negative value counts as 0', () => {
    const mix = { FOSSIL_GAS: 300, NUCLEAR: 700, SOLAR: -3, HYDRO_PUMPED_STORAGE_CONSUMPTION: -900, BATTERY: 50 }
    const complete = computeCompleteHours([hour(startMs, mix)], factors)
    expect(complete.get(startMs)?.lifeCycle).toBeCloseTo(122.8, 10)
    expect(complete.get(startMs)?.direct).toBeCloseTo(128.7, 10)
  })

  test('needs every type of the seven days up to its end: an absent type is not 0', () => {
    const both = { FOSSIL_GAS: 300, NUCLEAR: 700 }
    const seen = (hours: number) => [hour(startMs - hours * hourMs, both), hour(startMs, { NUCLEAR: 700 })]
    expect([...computeCompleteHours(seen(167), factors).keys()]).toEqual([startMs - 167 * hourMs])
    expect([...computeCompleteHours(seen(168), factors).keys()]).toEqual([startMs - 168 * hourMs, startMs])
  })

  test('needs no type that comes later, and no order of the rows', () => {
    const rows = [hour(startMs + hourMs, { NUCLEAR: 1, FOSSIL_GAS: 1 }), hour(startMs, { NUCLEAR: 700 })]
    expect(computeCompleteHours(rows, factors).size).toBe(2)
  })

  test('does not exist where nothing is generated: that is never 0 g', () => {
    expect(computeCompleteHours([hour(startMs, { NUCLEAR: 0, FOSSIL_GAS: -5 })], factors).size).toBe(0)
    expect(computeCompleteHours([hour(startMs, {})], factors).size).toBe(0)
  })
})

describe('the intensity of a neighbour', () => {
  const find = (daysBack: readonly number[], archiveMean = null as ReturnType<typeof intensity> | null) => {
    const complete = new Map(daysBack.map((days) => [startMs - days * dayMs, intensity(100 + days)]))
    return findNeighbourValue({ complete, archiveMean }, startMs, 342)
  }

  test('is that of the hour itself where it is complete', () => {
    expect(find([0, 1])).toEqual({ gCo2PerKwhByRule: intensity(100), basis: 'hour', sourceStartMs: startMs })
  })

  test('is otherwise that of the same UTC hour of the newest of seven days, also over a clock change', () => {
    const sourceStartMs = startMs - 2 * dayMs
    expect(find([7, 2, 3])).toEqual({ gCo2PerKwhByRule: intensity(102), basis: 'week', sourceStartMs })
    expect(find([7])).toMatchObject({ basis: 'week', sourceStartMs: startMs - 7 * dayMs })
  })

  test('is after a week the mean of the archive, and without an archive the published yearly value for both rules', () => {
    const yearly = { basis: 'year', sourceStartMs: null } as const
    expect(find([8], intensity(250))).toEqual({ gCo2PerKwhByRule: intensity(250), ...yearly })
    expect(find([8])).toEqual({ gCo2PerKwhByRule: { lifeCycle: 342, direct: 342 }, ...yearly })
    expect(findNeighbourValue(undefined, startMs, 342)).toMatchObject({ basis: 'year' })
  })

  test('is unknown when nothing is known', () => {
    expect(findNeighbourValue({ complete: new Map(), archiveMean: null }, startMs, null)).toBeNull()
  })

  test('depends on no hour older than the stated history', () => {
    const mixAt = (days: number) => hour(startMs - days * dayMs, { NUCLEAR: 700, FOSSIL_GAS: 300 + days })
    const history = [mixAt(neighbourHistoryDays - 1), mixAt(7)]
    const extra = hour(startMs - neighbourHistoryDays * dayMs, { NUCLEAR: 1, SOLAR: 1 })
    const value = (hours: NeighbourHour[]) =>
      findNeighbourValue({ complete: computeCompleteHours(hours, factors), archiveMean: null }, startMs, null)
    expect(value([extra, ...history])).toEqual(value(history))
    expect(value(history)).toMatchObject({ basis: 'week' })
  })
})

describe('the mean of the archive', () => {
  const archive = (hours: number, lastMs: number) =>
    new Map(Array.from({ length: hours }, (_, back) => [lastMs - back * hourMs, intensity(back % 2 === 0 ? 100 : 300)]))

  test('needs thirty days of complete hours', () => {
    expect(computeArchiveMean(archive(719, startMs - hourMs), startMs)).toBeNull()
    expect(computeArchiveMean(archive(720, startMs - hourMs), startMs)).toEqual({ lifeCycle: 200, direct: 100 })
  })

  test('has one value for all hours of a UTC day, of the 365 days before it', () => {
    const complete = archive(720, startMs - hourMs)
      .set(startMs - 366 * dayMs, intensity(9e6))
      .set(startMs, intensity(9e6))
    expect(computeArchiveMean(complete, startMs + 23 * hourMs)).toEqual({ lifeCycle: 200, direct: 100 })
  })
})
