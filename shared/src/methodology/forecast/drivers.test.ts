import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../time/instant.ts'
import { fillGeneration, fillPublished } from './axis/filled-past.ts'
import { computeHourIndex, createParisAxis, findSameHourBack, readValueAt } from './axis/paris-axis.ts'
import { computeLoadMw } from './load.ts'
import { computeSolarMw, computeWindMw, prepareWeatherPast } from './wind-and-sun.ts'

const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)
const axisAt = (now: string, daysBack = 5) => createParisAxis(instant(now), daysBack, 48)
const at = (axis: { firstMs: number }, text: string): number =>
  computeHourIndex(axis.firstMs, instant(text).epochMilliseconds)

describe('the same hour of earlier days', () => {
  test('is the same hour in Paris across clock changes, as Temporal’s compatible mode has it', () => {
    for (const now of ['2024-03-31T12:00:00Z', '2024-10-27T12:00:00Z', '2024-07-14T12:00:00Z']) {
      const axis = axisAt(now)
      for (let hour = axis.days[2]?.first ?? 0; hour < axis.length; hour += 1) {
        const paris = Temporal.Instant.fromEpochMilliseconds(axis.firstMs + hour * hourMs).toZonedDateTimeISO(
          'Europe/Paris',
        )
        for (const daysBack of [1, 2]) {
          const expected = paris.subtract({ days: daysBack }).epochMilliseconds
          expect(axis.firstMs + findSameHourBack(axis, daysBack, hour) * hourMs).toBe(expected)
        }
        expect(axis.hourOfDay[hour]).toBe(paris.hour)
      }
    }
  })

  test('is −1 before the axis', () => {
    expect(findSameHourBack(axisAt('2024-07-14T12:00:00Z', 1), 2, 30)).toBe(-1)
  })

  test('a holiday counts as a holiday even on a Saturday', () => {
    // 11 November 2023 is a Saturday, the 12th a Sunday.
    expect(axisAt('2023-11-12T12:00:00Z', 2).days.map(({ kind }) => kind)).toEqual([0, 2, 2, 0, 0])
    expect(axisAt('2023-11-19T12:00:00Z', 2).days.map(({ kind }) => kind)).toEqual([0, 1, 2, 0, 0])
  })
})

describe('missing hours', () => {
  const axis = axisAt('2024-07-14T12:00:00Z')
  const publishedUntilMs = instant('2024-07-14T22:00:00Z').epochMilliseconds
  const known = (skip: (hour: number) => boolean) => ({
    get: (startMs: number) => {
      const hour = computeHourIndex(axis.firstMs, startMs)
      return skip(hour) || startMs >= publishedUntilMs ? undefined : hour
    },
  })

  test('of a published series take the same hour of the newest earlier day that has it', () => {
    const { values, lastDay } = fillPublished(axis, {
      byHour: known((hour) => hour === 60 || hour === 84),
      publishedUntilMs,
    })
    expect([readValueAt(values, 60), readValueAt(values, 84), readValueAt(values, 85)]).toEqual([36, 36, 85])
    expect(lastDay).toBe(5)
    expect(readValueAt(values, computeHourIndex(axis.firstMs, publishedUntilMs))).toBeNaN()
  })

  test('of generation are filled when a core type is missing; a type off for a week counts 0; the newest complete hour is reported', () => {
    const long = axisAt('2024-07-14T12:00:00Z', 12)
    const core = ['FOSSIL_GAS', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR', 'SOLAR', 'WIND_ONSHORE']
    const lookup = (value: (hour: number) => number | undefined) => ({
      get: (startMs: number) => value(computeHourIndex(long.firstMs, startMs)),
    })
    const always = Object.fromEntries(core.map((type) => [type, lookup((hour) => hour)]))
    const filled = fillGeneration(long, {
      mwByType: {
        ...always,
        NUCLEAR: lookup((hour) => (hour === 20 || hour >= 290 ? undefined : hour)),
        FOSSIL_OIL: lookup((hour) => (hour < 50 ? 7 : undefined)),
        WASTE: lookup(() => -5),
      },
      knownUntilMs: long.firstMs + 295 * hourMs,
    })
    expect(filled).toMatchObject({ first: 0, newest: 289 })
    const mw = (type: string, hour: number): number => readValueAt(filled?.mwByType[type] ?? new Float64Array(), hour)
    expect([mw('NUCLEAR', 20), mw('FOSSIL_GAS', 20), mw('NUCLEAR', 21)]).toEqual([19, 19, 21])
    // The oil of hour 49 is missed until 168 hours later.
    expect([mw('NUCLEAR', 216), mw('FOSSIL_OIL', 216), mw('NUCLEAR', 217), mw('FOSSIL_OIL', 217)]).toEqual([
      49, 7, 217, 0,
    ])
    expect([mw('WASTE', 30), mw('NUCLEAR', 290)]).toEqual([0, Number.NaN])
  })
})

test('load beyond publication repeats the same hours of similar days, scaled to the level of the last day', () => {
  const axis = axisAt('2024-07-10T12:00:00Z', 30)
  const lastDay = 30
  // 40 GW every day; on the last published one, a Wednesday, 10 % more.
  const values = Float64Array.from(axis.dayOf, (day) =>
    day > lastDay ? Number.NaN : day === lastDay ? 44_000 : 40_000,
  )
  const hour = at(axis, '2024-07-11T12:00:00Z')
  let [sum, weights] = [0, 0]
  for (let back = 0; back < 28; back += 1) {
    const weight = 0.5 ** (back / 10) * (axis.days[lastDay - back]?.kind === 0 ? 1 : 0.02)
    sum += weight * (back === 0 ? 44_000 : 40_000)
    weights += weight
  }
  expect(computeLoadMw(axis, { values, lastDay }, hour)).toBeCloseTo((sum / weights) * Math.exp(0.9 * Math.log(1.1)), 6)
  expect(computeLoadMw(axis, { values, lastDay }, hour - 24)).toBe(44_000)
})

describe('wind and sun of the past', () => {
  const axis = axisAt('2024-07-14T12:00:00Z')
  const newest = at(axis, '2024-07-14T10:00:00Z')
  const realised = (mw: number) => new Float64Array(axis.length).fill(mw, 0, newest + 1).fill(Number.NaN, newest + 1)
  const mwByType = { WIND_ONSHORE: realised(3000), WIND_OFFSHORE: realised(400), SOLAR: realised(900) }
  const isComplete = new Uint8Array(axis.length).fill(1, 0, newest + 1)
  const generation = { mwByType, first: 0, newest, completeHours: newest + 1, isComplete }
  const publishedBetween = (mw: number, from: string, until: string) => {
    const [fromMs, publishedUntilMs] = [from, until].map((text) => instant(text).epochMilliseconds) as [number, number]
    const get = (startMs: number) => (startMs >= fromMs && startMs < publishedUntilMs ? mw : undefined)
    return { byHour: { get }, publishedUntilMs }
  }

  test('are realised, hour by hour, where an installation has no forecast yet, and published from its first forecast on', () => {
    const since = (mw: number) => publishedBetween(mw, '2024-07-13T22:00:00Z', '2024-07-14T22:00:00Z')
    const published = { windOnshore: since(5000), windOffshore: since(700), solar: since(2000) }
    const { wind, solar, missedMw } = prepareWeatherPast(axis, published, generation)
    const [before, first] = [at(axis, '2024-07-13T21:00:00Z'), at(axis, '2024-07-13T22:00:00Z')]
    expect([readValueAt(wind.values, before), readValueAt(wind.values, first)]).toEqual([3400, 5700])
    expect([readValueAt(solar.values, before), readValueAt(solar.values, first)]).toEqual([900, 2000])
    expect(missedMw).toBe(3400 - 5700)
    expect([wind.lastDay, solar.lastDay]).toEqual([axis.dayOf[first], axis.dayOf[first]] as number[])
  })

  test('go on as realised up to the newest hour where the forecasts stop, and days of them are past days', () => {
    const until = (mw: number) => publishedBetween(mw, '2024-07-10T22:00:00Z', '2024-07-11T22:00:00Z')
    const published = { windOnshore: until(5000), windOffshore: until(700), solar: until(2000) }
    const past = prepareWeatherPast(axis, published, generation)
    expect(readValueAt(past.wind.values, newest)).toBe(3400)
    expect(readValueAt(past.wind.values, newest + 1)).toBeNaN()
    expect(past.wind.lastDay).toBe((axis.dayOf[newest] ?? 0) - 1)
    // The same hours of the last four whole days: three realised and one published, the nearer ones more.
    const weights = [0, 1, 2, 3].map((index) => 0.5 ** (index / 2))
    const values = [900, 900, 2000, 900]
    const mean =
      values.reduce((sum, mw, index) => sum + mw * (weights[index] ?? 0), 0) / weights.reduce((a, b) => a + b)
    expect(computeSolarMw(axis, past, at(axis, '2024-07-14T12:00:00Z'))).toBeCloseTo(mean, 9)
  })
})

describe('wind', () => {
  const series = { values: Float64Array.from([5000, 6000, 7000, Number.NaN, Number.NaN]), lastDay: 0 }
  const past = { wind: series, solar: series, longMeanMw: 4000, missedMw: -800, newest: 0 }

  test('corrects by a fading last error, and beyond publication tends to the long-term mean', () => {
    expect(computeWindMw(past, 1)).toBeCloseTo(6000 - 0.9 * 800, 9)
    expect(computeWindMw(past, 2)).toBeCloseTo(7000 - 0.9 * Math.exp(-1 / 9) * 800, 9)
    expect(computeWindMw(past, 3)).toBeCloseTo(4000 + 2000 * Math.exp(-1 / 48), 9)
    expect(computeWindMw({ ...past, missedMw: -1e6 }, 1)).toBe(0)
  })

  test('fills a gap of a longer horizon from the forecast before the gap, not from the one after it', () => {
    const values = Float64Array.from([5000, 6000, 7000, Number.NaN, Number.NaN, 1000, 1000])
    const gap = { ...past, wind: { values, lastDay: 0 } }
    expect(computeWindMw(gap, 3)).toBeCloseTo(4000 + 2000 * Math.exp(-1 / 48), 9)
    expect(computeWindMw(gap, 4)).toBeCloseTo(4000 + 2000 * Math.exp(-2 / 48), 9)
    expect(computeWindMw({ ...past, wind: { values: new Float64Array(3).fill(Number.NaN), lastDay: -1 } }, 1)).toBe(
      4000,
    )
  })

  test('fills missing offshore wind of a shorter horizon instead of counting it as 0', () => {
    const axis = axisAt('2024-07-10T12:00:00Z')
    const [today, later] = ['2024-07-10T22:00:00Z', '2024-07-12T22:00:00Z'].map((end) => instant(end).epochMilliseconds)
    const published = (mw: number, publishedUntilMs = 0) => ({
      byHour: { get: (startMs: number) => (startMs < publishedUntilMs ? mw : undefined) },
      publishedUntilMs,
    })
    const generation = {
      mwByType: {},
      first: 0,
      newest: at(axis, '2024-07-10T10:00:00Z'),
      completeHours: 100,
      isComplete: new Uint8Array(),
    }
    const weather = {
      windOnshore: published(5000, later),
      windOffshore: published(700, today),
      solar: published(0, later),
    }
    expect(computeWindMw(prepareWeatherPast(axis, weather, generation), at(axis, '2024-07-12T12:00:00Z'))).toBe(5700)
  })
})
