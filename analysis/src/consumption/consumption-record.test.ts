import { expect, test } from 'bun:test'
import type { ConsumptionHour } from '@hexawatt/shared/methodology/imports/consumption-hour'
import { hourMs } from '@hexawatt/shared/time/instant'
import { listRealisedHours } from './consumption-record.ts'

const startMs = Temporal.Instant.from('2022-05-10T12:00:00Z').epochMilliseconds

/** 40 GW at 50 g direct and 60 g life cycle, 2 GW from Germany at the given intensities, and exports to Italy. */
function createHour(
  start: number,
  direct: number,
  lifeCycle: number,
  netImportMw: number | null = 2000,
): ConsumptionHour {
  const importMw = netImportMw === null ? null : Math.max(0, netImportMw)
  const toTonnes = (gPerKwh: number) => (importMw === null ? null : (importMw * gPerKwh) / 1000)
  const toIntensity = (gPerKwh: number, own: number) =>
    importMw === null ? null : (40_000 * own + importMw * gPerKwh) / (40_000 + importMw)
  const italy = { lifeCycle: 300, direct: 250 }
  return {
    startMs: start,
    productionMw: 40_000,
    productionKgPerHour: { direct: 2_000_000, lifeCycle: 2_400_000 },
    borders: [
      { country: 'DE', netImportMw, gCo2PerKwhByRule: { direct, lifeCycle }, basis: 'hour', sourceStartMs: start },
      { country: 'IT', netImportMw: -1000, gCo2PerKwhByRule: italy, basis: 'hour', sourceStartMs: start },
    ],
    importMw,
    importedTonnesPerHour: { direct: toTonnes(direct), lifeCycle: toTonnes(lifeCycle) },
    exportsMw: 1000,
    domesticShare: importMw === null ? null : 40_000 / (40_000 + importMw),
    intensity: { direct: toIntensity(direct, 50), lifeCycle: toIntensity(lifeCycle, 60) },
  }
}

test('an old German mix changes what the import from Germany emits, and nothing else', () => {
  const weekBefore = startMs - 7 * 24 * hourMs
  const realised = listRealisedHours([createHour(weekBefore, 500, 550), createHour(startMs, 300, 340)])
  const hour = realised.get(startMs)
  expect(hour?.imports).toEqual({ importMw: 2000, direct: 600, lifeCycle: 680 })
  expect(hour?.importsWithOldGermany).toEqual({ importMw: 2000, direct: 1000, lifeCycle: 1100 })
  expect(hour?.production).toEqual({ direct: 50, lifeCycle: 60 })
  expect(hour?.consumption.direct).toBeCloseTo((40_000 * 50 + 2000 * 300) / 42_000, 9)
  // Nothing is known of a week before the first hour.
  expect(realised.get(weekBefore)?.importsWithOldGermany).toEqual({ importMw: 2000, direct: 1000, lifeCycle: 1100 })
})

test('while Germany takes power its mix does not matter, and an hour with an unknown border is absent', () => {
  const weekBefore = startMs - 7 * 24 * hourMs
  const realised = listRealisedHours([
    createHour(weekBefore, 500, 550, null),
    createHour(weekBefore + hourMs, 500, 550),
    createHour(startMs + hourMs, 300, 340, -500),
  ])
  expect(realised.has(weekBefore)).toBe(false)
  expect(realised.get(startMs + hourMs)?.importsWithOldGermany).toEqual({ importMw: 0, direct: 0, lifeCycle: 0 })
})
