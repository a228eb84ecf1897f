import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { borders, toDirectionalFlows } from '../subjects/border-flows.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { generateQuarter } from './generate-quarter.ts'
import { generateAuction, generateScheduledMw } from './market.ts'
import { toSeason } from './season.ts'

const yearStart = Temporal.Instant.from('2025-12-31T23:00:00Z').epochMilliseconds
const slotAt = (startEpochMs: number, slotMs: number): PlannedSlot => ({
  startEpochMs,
  endEpochMs: startEpochMs + slotMs,
  publishedEpochMs: startEpochMs - 24 * hourMs,
})
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('a year of generated prices', () => {
  const hours = Array.from({ length: 365 * 24 }, (_, index) => yearStart + index * hourMs).map((start) => {
    const result = generateAuction(slotAt(start, hourMs))
    return {
      start,
      season: toSeason(start),
      price: result.get('PRICE') ?? Number.NaN,
      volume: result.get('VOLUME') ?? Number.NaN,
    }
  })
  const sorted = hours.map(({ price }) => price).sort((a, b) => a - b)
  const percentile = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
  const meanWhere = (test: (hour: (typeof hours)[number]) => boolean) =>
    mean(hours.filter(test).map(({ price }) => price))

  test('has the distribution of the recorded one', () => {
    expect(percentile(0.02)).toBeWithin(-10, 5)
    expect(percentile(0.25)).toBeWithin(18, 35)
    expect(percentile(0.5)).toBeWithin(50, 67)
    expect(percentile(0.75)).toBeWithin(78, 96)
    expect(percentile(0.98)).toBeWithin(125, 155)
    expect(percentile(0)).toBeGreaterThan(-200)
    expect(sorted.at(-1)).toBeLessThan(400)
  })

  test('is low at night and at noon, high in the evening, and higher in winter', () => {
    const summer = (from: number, to: number) =>
      meanWhere(({ season }) => season.winter < -0.5 && season.hourOfDay >= from && season.hourOfDay < to)
    expect(summer(13, 15)).toBeLessThan(summer(19, 21) - 15)
    expect(meanWhere(({ season }) => season.hourOfDay === 4)).toBeLessThan(
      meanWhere(({ season }) => season.hourOfDay === 19) - 15,
    )
    expect(meanWhere(({ season }) => season.winter > 0.5)).toBeGreaterThan(
      meanWhere(({ season }) => season.winter < -0.5) * 1.5,
    )
  })

  test('falls below zero when there is much sun or wind, most of all at weekends', () => {
    const negative = hours.filter(({ price }) => price < 0)
    expect(negative.length / hours.length).toBeWithin(0.01, 0.08)
    const generatedMw = ({ start }: { start: number }) =>
      (generateQuarter(start).wind ?? 0) + (generateQuarter(start).solar ?? 0)
    expect(mean(negative.map(generatedMw))).toBeGreaterThan(mean(hours.map(generatedMw)) * 1.5)
    const share = (isWeekend: boolean) => {
      const days = hours.filter(({ season }) => season.dayOfWeek >= 6 === isWeekend)
      return days.filter(({ price }) => price < 0).length / days.length
    }
    expect(share(true)).toBeGreaterThan(share(false))
  })

  test('has cents and volumes of the real size, with one decimal', () => {
    for (const { price, volume } of hours) {
      expect(Math.abs(price * 100 - Math.round(price * 100))).toBeLessThan(1e-6)
      expect(Math.abs(volume * 10 - Math.round(volume * 10))).toBeLessThan(1e-6)
      expect(volume).toBeWithin(5_000, 30_000)
    }
  })

  test('has hours that are the means of their quarters', () => {
    for (const { start, price } of hours.slice(4_000, 4_050)) {
      const quarters = [0, 1, 2, 3].map((index) =>
        generateAuction(slotAt(start + index * quarterMs, quarterMs)).get('PRICE'),
      )
      expect(Math.abs(mean(quarters.map((quarter) => quarter ?? Number.NaN)) - price)).toBeLessThan(0.011)
    }
  })
})

describe('generated schedules', () => {
  const starts = Array.from({ length: 500 }, (_, index) => yearStart + index * 17 * hourMs)
  const flowsMw = (start: number) =>
    new Map(borders.flatMap((border) => toDirectionalFlows(border, generateQuarter(start)[border.field] ?? Number.NaN)))
  /** Mean distance between what a process scheduled and what the generator then traded, MW. */
  const distanceMw = (family: string): number =>
    mean(
      starts.flatMap((start) =>
        [...generateScheduledMw(slotAt(start, quarterMs), family)].map(([key, scheduled]) =>
          Math.abs(scheduled - (flowsMw(start).get(key.slice(family.length + 1)) ?? Number.NaN)),
        ),
      ),
    )

  test('later trading processes are closer to the generated trade', () => {
    expect(distanceMw('DA')).toBeLessThan(distanceMw('LT'))
    expect(distanceMw('ID')).toBeLessThan(distanceMw('DA'))
    expect(distanceMw('DA')).toBeLessThan(300)
  })

  test('have two non-negative directions per border, of which one is zero', () => {
    for (const start of starts) {
      const values = [...generateScheduledMw(slotAt(start, quarterMs), 'DA').values()]
      expect(values).toHaveLength(12)
      for (let index = 0; index < values.length; index += 2) {
        const pair = values.slice(index, index + 2)
        expect(Math.min(...pair)).toBe(0)
        expect(pair.every(Number.isInteger)).toBe(true)
      }
    }
  })
})
