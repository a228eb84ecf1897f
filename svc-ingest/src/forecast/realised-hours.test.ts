import { beforeEach, describe, expect, test } from 'bun:test'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { ImportHour } from '@hexawatt/shared/methodology/imports/consumption-forecast'
import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import { computeCompositeV1 } from '@hexawatt/shared/methodology/score/composite'
import { scoreVersion } from '@hexawatt/shared/methodology/versions'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { computeRealisedHours, realisedDays, refreshRealisedHours } from './realised-hours.ts'
import { readRealisedHours, storeRealisedHours } from './realised-store.ts'

const at = utc('2026-02-03T12:00:00')
const endMs = at.epochMilliseconds - hourMs
const lifeCycle = { NUCLEAR: 4, FOSSIL_GAS: 418, SOLAR: 44, WASTE: 494 }
const direct = { NUCLEAR: 0, FOSSIL_GAS: 429, SOLAR: 0, WASTE: 494 }

/** MW of one hour: every core type, and whatever the test says. */
const mixAt = (startMs: number, more: Record<string, number> = {}) => ({
  NUCLEAR: 40_000,
  FOSSIL_GAS: 2_000 + ((startMs / hourMs) % 7),
  SOLAR: 100,
  WIND_ONSHORE: 5_000,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 4_000,
  HYDRO_WATER_RESERVOIR: 2_000,
  ...more,
})

/** Inputs of 45 days of full hours; `hole` names values that are missing. */
function inputs(
  hole: (type: string, startMs: number) => boolean = () => false,
  more: Record<string, number> = {},
): AnalogInputs {
  const types = Object.keys(mixAt(0, more))
  const series = (type: string) => ({
    get: (startMs: number) =>
      startMs >= endMs || startMs < endMs - 45 * 24 * hourMs || hole(type, startMs)
        ? undefined
        : (mixAt(startMs, more) as Record<string, number>)[type],
  })
  const nothing = { byHour: new Map<number, number>(), publishedUntilMs: 0 }
  return {
    generation: { mwByType: Object.fromEntries(types.map((type) => [type, series(type)])), knownUntilMs: endMs },
    windAndSun: { wind: nothing, solar: nothing } as never,
    weather: null,
    load: nothing,
    price: { byHour: new Map([[endMs - hourMs, 61.5]]), publishedUntilMs: endMs },
    factors: { lifeCycle, direct },
  }
}

const nothing = { scores: [], imports: [] }
const noConsumption = { consumptionCarbon: null, directConsumptionCarbon: null }
const noScores = { score: null, scoreByVersion: { 1: null, 2: null } }

describe('the observed outcome of an hour', () => {
  test('is the intensity of a complete hour with both factor sets, by the function of the live intensity', () => {
    const hours = computeRealisedHours(inputs(), nothing, at)
    expect(hours).toHaveLength(realisedDays * 24)
    const [newest, last] = [hours.at(-2), hours.at(-1)]
    const mix = mixAt(endMs - hourMs)
    expect(newest).toEqual({
      startMs: endMs - hourMs,
      carbon: computeProductionIntensity(mix, lifeCycle)?.gCo2eqPerKwh ?? null,
      directCarbon: computeProductionIntensity(mix, direct)?.gCo2eqPerKwh ?? null,
      ...noConsumption,
      price: 61.5,
      ...noScores,
    })
    // The hour that has just ended is not published yet.
    expect(last).toEqual({
      startMs: endMs,
      carbon: null,
      directCarbon: null,
      ...noConsumption,
      price: null,
      ...noScores,
    })
  })

  test('is the intensity of consumption in the hours whose imports are known', () => {
    const imports: ImportHour[] = [
      {
        startMs: endMs - 3 * hourMs,
        importMw: 5_000,
        importedTonnesPerHour: { lifeCycle: 1_500, direct: 1_200 },
        gCo2PerKwhByRule: { lifeCycle: 61.5, direct: 52.25 },
        productionGCo2PerKwhByRule: { lifeCycle: 40, direct: 30 },
      },
    ]
    const known = computeRealisedHours(inputs(), { ...nothing, imports }, at).filter(
      ({ consumptionCarbon, directConsumptionCarbon }) =>
        consumptionCarbon !== null || directConsumptionCarbon !== null,
    )
    expect(known).toMatchObject([
      { startMs: endMs - 3 * hourMs, consumptionCarbon: 61.5, directConsumptionCarbon: 52.25 },
    ])
  })

  test('is unknown in an hour that lacks a type seen in the week before, and known again a week later', () => {
    const goneMs = endMs - 10 * 24 * hourMs
    const hours = computeRealisedHours(
      inputs((type, startMs) => type === 'WASTE' && startMs >= goneMs, { WASTE: 200 }),
      nothing,
      at,
    )
    const carbonAt = (startMs: number) => hours.find((hour) => hour.startMs === startMs)?.carbon ?? null
    expect(carbonAt(goneMs - hourMs)).not.toBeNull()
    expect(carbonAt(goneMs)).toBeNull()
    expect(carbonAt(goneMs + 166 * hourMs)).toBeNull()
    expect(carbonAt(goneMs + 168 * hourMs)).not.toBeNull()
  })

  test('is unknown in an hour that lacks a core type, however long ago that type was seen', () => {
    const hours = computeRealisedHours(
      inputs((type) => type === 'NUCLEAR'),
      nothing,
      at,
    )
    expect(hours.filter(({ carbon }) => carbon !== null)).toEqual([])
  })

  test('has for each version of the score the mean composite of the points of that version', () => {
    const hourStart = utc('2026-02-03T11:00:00')
    const former = { hourStart, composition: 16, samples: 2, price: 1_000, carbon: 1_400, grid: 2_000, adequacy: 1_800 }
    const allKnown = { hourStart, composition: 15, samples: 1, price: 500, carbon: 500, grid: 0, adequacy: 0 }
    const gridEstimated = {
      hourStart,
      composition: 11,
      samples: 3,
      price: 2_400,
      carbon: 2_400,
      grid: 0,
      adequacy: 2_400,
    }
    const hour = computeRealisedHours(inputs(), { ...nothing, scores: [former, allKnown, gridEstimated] }, at).at(-1)
    // One point of 30, and three of 80 whose grid was only estimated.
    expect(hour?.scoreByVersion).toEqual({
      1: computeCompositeV1({ price: 50, carbon: 70, grid: 100, adequacy: 90 }, nationalWeights),
      2: (30 + 3 * 80) / 4,
    })
    expect(hour?.score).toBe(hour?.scoreByVersion?.[scoreVersion] ?? null)
    const ofFormerOnly = computeRealisedHours(inputs(), { ...nothing, scores: [former] }, at).at(-1)
    expect(ofFormerOnly?.scoreByVersion?.[2]).toBeNull()
  })
})

const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))

describe('realised_hours', () => {
  beforeEach(async () => {
    await fixture.sql`truncate realised_hours`
  })

  const startMs = utc('2026-02-03T10:00:00').epochMilliseconds
  const ofConsumption = { consumptionCarbon: 41.5, directConsumptionCarbon: 12.25 }
  const hour = { startMs, carbon: 30.5, directCarbon: 3.25, ...ofConsumption, price: 61.5, score: 55 }
  const stored = async () => (await readRealisedHours(fixture.sql, at.subtract({ hours: 2 }), at)).get(startMs)

  test('accepts corrections and never forgets a known value', async () => {
    expect(await storeRealisedHours(fixture.sql, [{ ...hour, price: null }], at)).toBe(1)
    const corrected = { ...hour, carbon: 31, directCarbon: null, consumptionCarbon: 42, directConsumptionCarbon: null }
    expect(await storeRealisedHours(fixture.sql, [{ ...corrected, score: null }], at)).toBe(1)
    expect(await stored()).toEqual({ ...hour, carbon: 31, consumptionCarbon: 42 })
  })

  test('replaces the scores of both versions together, so that what a program of the version before wrote does not stay', async () => {
    const bothVersions = { ...hour, score: 40, scoreByVersion: { 1: 55, 2: 40 } }
    const scores = async () =>
      (
        await fixture.sql<{ score: number | null; score2: number | null }[]>`select score, score_2 from realised_hours`
      )[0]
    await storeRealisedHours(fixture.sql, [bothVersions], at)
    expect(await scores()).toEqual({ score: 55, score2: 40 })
    // The version before counts the points of version 2 by its own formula.
    await fixture.sql`update realised_hours set score = 47`
    await storeRealisedHours(fixture.sql, [{ ...bothVersions, scoreByVersion: { 1: null, 2: 40 } }], at)
    expect(await scores()).toEqual({ score: null, score2: 40 })
  })

  test('is not written where nothing changes, nor for an hour with nothing known', async () => {
    await storeRealisedHours(fixture.sql, [hour], at)
    expect(
      await storeRealisedHours(fixture.sql, [hour, { ...hour, price: null }].slice(0, 1), at.add({ hours: 1 })),
    ).toBe(0)
    const ofNothing = { carbon: null, directCarbon: null, ...noConsumption, price: null, score: null }
    const unknown = { startMs: startMs + hourMs, ...ofNothing }
    expect(await storeRealisedHours(fixture.sql, [unknown], at)).toBe(0)
    const [row] = await fixture.sql`select updated_at from realised_hours`
    expect(row).toEqual({ updatedAt: at })
  })

  test('is filled with the past at the first issue, and later with changed hours', async () => {
    const refresh = (of: AnalogInputs | null) =>
      refreshRealisedHours({ sql: fixture.sql, readAnalogInputs: async () => of }, at)
    expect(await refresh(null)).toBe(0)
    expect(await refresh(inputs())).toBe(realisedDays * 24 - 1)
    expect(await refresh(inputs())).toBe(0)
    const corrected = inputs(() => false, {})
    const solar = { get: (hourStartMs: number) => (hourStartMs === startMs - hourMs ? 900 : 100) }
    const generation = { ...corrected.generation, mwByType: { ...corrected.generation.mwByType, SOLAR: solar } }
    expect(await refresh({ ...corrected, generation })).toBe(1)
  })
})
