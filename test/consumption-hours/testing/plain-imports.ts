import { expect } from 'bun:test'
import type { NeighbourCountry } from '@hexawatt/shared/grid/borders'
import type { StoredConsumptionHour } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { madeRows } from '../../hours/testing/made-month-fixture.ts'
import { countries, makeMix, makeNetImportMw } from './made-imports-fixture.ts'

/** Factors of docs/methodology/carbon.md by production type, g/kWh: life cycle and direct. */
const factors: Readonly<Record<string, readonly [lifeCycle: number, direct: number]>> = {
  NUCLEAR: [3.7, 0],
  FOSSIL_GAS: [418, 429],
  FOSSIL_HARD_COAL: [1060, 986],
  FOSSIL_BROWN_COAL_LIGNITE: [1060, 986],
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: [6, 0],
  HYDRO_WATER_RESERVOIR: [6, 0],
  HYDRO_PUMPED_STORAGE: [6, 0],
  SOLAR: [43.9, 0],
  WIND_ONSHORE: [14.1, 0],
  BIOMASS: [230, 494],
  BIOGAS: [230, 494],
  OTHER: [700, 429],
}
/** Yearly intensity of Germany, g/kWh. */
export const germanYearly = 342.06

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Power and emissions of a mix, by plain loops. */
export function addUp(mix: Readonly<Record<string, number>>) {
  const generated = Object.entries(mix).map(([type, mw]) => [type, Math.max(0, mw)] as const)
  const mw = sum(generated.map(([, power]) => power))
  const kg = ([0, 1] as const).map((rule) =>
    sum(generated.map(([type, power]) => power * (factors[type]?.[rule] ?? Number.NaN))),
  )
  return { mw, kg: kg as [number, number], intensity: kg.map((ofRule) => ofRule / mw) as [number, number] }
}

/** Made mix of France in an hour, MW. */
export const frenchMix = (startMs: number) =>
  Object.fromEntries(madeRows.generation([startMs]).map(({ series, value }) => [series, value]))

/** Consumption-based intensity of an hour, life cycle and direct, when each neighbour has an intensity of the given hour. */
export function calculate(
  startMs: number,
  findIntensity = (country: NeighbourCountry) => addUp(makeMix(country, startMs)).intensity,
) {
  const home = addUp(frenchMix(startMs))
  const imports = countries.map((country) => ({
    mw: Math.max(0, makeNetImportMw(country, startMs)),
    intensity: findIntensity(country),
  }))
  const importedMw = sum(imports.map(({ mw }) => mw))
  const of = (rule: 0 | 1) =>
    (home.kg[rule] + sum(imports.map(({ mw, intensity }) => mw * intensity[rule]))) / (home.mw + importedMw)
  return { lifeCycle: of(0), direct: of(1), importedMw, share: home.mw / (home.mw + importedMw) }
}

/** Expects an hour to have the values of plain arithmetic. */
export function expectCalculated(
  stored: StoredConsumptionHour | undefined,
  expected = calculate(stored?.startMs ?? 0),
): void {
  expect(stored?.intensity.lifeCycle ?? Number.NaN).toBeCloseTo(expected.lifeCycle, 9)
  expect(stored?.intensity.direct ?? Number.NaN).toBeCloseTo(expected.direct, 9)
  expect(stored?.importMw ?? Number.NaN).toBeCloseTo(expected.importedMw, 9)
  expect(stored?.domesticShare ?? Number.NaN).toBeCloseTo(expected.share, 12)
}
