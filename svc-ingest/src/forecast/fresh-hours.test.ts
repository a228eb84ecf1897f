import { describe, expect, test } from 'bun:test'
import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { hourMs } from '@hexawatt/shared/time/instant'
import { addFreshHours } from './fresh-hours.ts'

const now = 1000 * hourMs
const span = { startMs: now - 48 * hourMs, endMs: now }

/** Core types, offshore wind, biomass and waste with these MW in each of these hours (hours before now). */
function hourly(hoursBack: readonly number[], mw = 100): Map<string, HourlySeries> {
  const types = [...coreProductionTypes, 'WIND_OFFSHORE', 'BIOMASS', 'WASTE']
  return new Map(types.map((type) => [type, new Map(hoursBack.map((back) => [now - back * hourMs, mw]))]))
}

/** The same hours as the mix tells them: biomass in two parts. */
function mixOf(hoursBack: readonly number[], mw = 200): Map<string, HourlySeries> {
  const { BIOMASS: _, ...types } = Object.fromEntries(hourly(hoursBack, mw))
  const part = new Map(hoursBack.map((back) => [now - back * hourMs, mw / 2]))
  return new Map([...Object.entries(types), ['BIOMASS/BIOMASS', part], ['BIOMASS/BIOGAS', part]])
}

const past = Array.from({ length: 30 }, (_, index) => index + 2)
const at = (series: ReadonlyMap<string, HourlySeries>, type: string, hoursBack: number) =>
  series.get(type)?.get(now - hoursBack * hourMs)

describe('the hour that has just ended', () => {
  test('comes from the mix when the hourly feed lacks it, its parts added up, and no other hour does', () => {
    const merged = addFreshHours(hourly(past), mixOf([4, 3, 2, 1]), span)
    expect(at(merged, 'NUCLEAR', 1)).toBe(200)
    expect(at(merged, 'WASTE', 1)).toBe(200)
    for (const type of ['NUCLEAR', 'BIOMASS']) expect(at(merged, type, 2)).toBe(100)
    expect(merged.size).toBe(hourly([]).size)
  })

  test('continues biomass from the level of the hourly feed, which does not count biogas', () => {
    const mix = mixOf([2, 1]).set('BIOMASS/BIOMASS', new Map([1, 2].map((back) => [now - back * hourMs, 90 + back])))
    expect(at(addFreshHours(hourly(past), mix, span), 'BIOMASS', 1)).toBe(99)
  })

  test('takes biomass from the mix, its parts added up, when the mix does not reach back to the hourly feed', () => {
    expect(at(addFreshHours(hourly(past), mixOf([1]), span), 'BIOMASS', 1)).toBe(200)
  })

  test('comes from the hourly feed once that has it', () => {
    expect(at(addFreshHours(hourly([1, ...past]), mixOf([1]), span), 'NUCLEAR', 1)).toBe(100)
  })

  test('comes entirely from the mix even where the hourly feed has some of its types', () => {
    const partial = hourly(past).set('NUCLEAR', new Map([...past, 1].map((back) => [now - back * hourMs, 100])))
    expect(at(addFreshHours(partial, mixOf([1]), span), 'NUCLEAR', 1)).toBe(200)
  })

  test.each(['WASTE', 'BIOMASS/BIOGAS', 'NUCLEAR'])('is absent when the mix lacks a quarter of %s', (series) => {
    const mix = mixOf([2, 1]).set(series, new Map([[now - 2 * hourMs, 5]]))
    expect(at(addFreshHours(hourly(past), mix, span), 'FOSSIL_GAS', 1)).toBeUndefined()
  })

  test('splits wind as in the last hourly hour when the mix has one value for wind', () => {
    const known = hourly(past).set('WIND_OFFSHORE', new Map(past.map((back) => [now - back * hourMs, 25])))
    const mix = mixOf([1], 500)
    mix.delete('WIND_OFFSHORE')
    const merged = addFreshHours(known, mix, span)
    expect([at(merged, 'WIND_ONSHORE', 1), at(merged, 'WIND_OFFSHORE', 1)]).toEqual([400, 100])
  })

  test('is not split again when the mix splits wind and lacks one part', () => {
    const mix = mixOf([2, 1]).set('WIND_OFFSHORE', new Map([[now - 2 * hourMs, 5]]))
    expect(at(addFreshHours(hourly(past), mix, span), 'WIND_ONSHORE', 1)).toBeUndefined()
  })

  test('does without a type that the hourly feed has not shown for a week or has never shown', () => {
    const longAgo = new Map([[now - 300 * hourMs, 7]])
    const mix = mixOf([1]).set('BATTERY', new Map([[now - hourMs, 50]]))
    const merged = addFreshHours(hourly(past).set('FOSSIL_HARD_COAL', longAgo), mix, span)
    expect(at(merged, 'NUCLEAR', 1)).toBe(200)
    expect(merged.get('FOSSIL_HARD_COAL')).toEqual(longAgo)
    expect(merged.has('BATTERY')).toBe(false)
  })
})

test('a late hourly feed is continued by the mix hour by hour up to now and no further', () => {
  const merged = addFreshHours(hourly(past.slice(4)), mixOf([5, 4, 3, 1, 0]), span)
  expect([6, 5, 4, 3, 2, 1, 0].map((back) => at(merged, 'NUCLEAR', back))).toEqual([
    100,
    200,
    200,
    200,
    undefined,
    200,
    undefined,
  ])
})

test('without any hour of the hourly feed only the mix is used', () => {
  const merged = addFreshHours(new Map(), mixOf([2, 1]), span)
  expect([at(merged, 'NUCLEAR', 2), at(merged, 'BIOMASS', 1)]).toEqual([200, 200])
})
