import type { QuarterPowerMw } from '../subjects/quarter-hour.ts'
import { computeResidualLoadMw, dispatch, distributeTradeMw } from './dispatch.ts'
import { generateLoadMw } from './load.ts'
import { computeNoise } from './noise.ts'
import {
  generateBioenergyMw,
  generateHydroMw,
  generateSolarMw,
  generateWindOffshoreMw,
  generateWindOnshoreMw,
} from './renewables.ts'
import { keepNewestValues, toSeason } from './season.ts'

/**
 * A plausible quarter-hour of the French grid, whole MW. Deterministic: without a random source, an instant has the same
 * values in every run. Production, trade, load and pumping balance, rounding excepted.
 */
export const generateQuarter = keepNewestValues(computeQuarter)

function computeQuarter(startEpochMs: number): QuarterPowerMw {
  const season = toSeason(startEpochMs)
  const renewable = roundFields({
    ...generateBioenergyMw(season),
    ...prefixHydroFields(generateHydroMw(season)),
    solar: generateSolarMw(season),
    windOnshore: generateWindOnshoreMw(season),
    windOffshore: generateWindOffshoreMw(season),
  })
  const demandMw = Math.round(generateLoadMw(season))
  const wind = renewable.windOnshore + renewable.windOffshore
  const { solar, hydroRunOfRiver: runOfRiver } = renewable
  const loadResidualMw = computeResidualLoadMw({ load: demandMw, wind, solar, runOfRiver })
  const plants = roundFields(dispatch(season, demandMw - sum(Object.values(renewable)), loadResidualMw))
  const imports = distributeTradeMw(startEpochMs, demandMw - sum(Object.values(renewable)) - sum(Object.values(plants)))
  return {
    ...renewable,
    ...plants,
    ...imports,
    ...constantFields,
    ...generateBatteriesMw(startEpochMs),
    bioenergy: renewable.biogas + renewable.biomass + renewable.waste,
    gas: plants.gasCcgt + plants.gasChp + plants.gasCt,
    oil: plants.oilChp + plants.oilCt,
    hydro: renewable.hydroRunOfRiver + renewable.hydroReservoir + renewable.hydroTurbined,
    wind,
    exchange: sum(Object.values(imports)),
    load: demandMw,
  }
}

/** Plant types of the operator's list that had no output in any recorded quarter-hour of 2025. */
const constantFields = { gasOther: 0, oilOther: 0 }

/** Batteries, MW: charging equals discharging, so the balance does not change. */
function generateBatteriesMw(startEpochMs: number): { batteryCharge: number; batteryDischarge: number } {
  const dischargedMw = Math.round(45 * Math.abs(computeNoise(startEpochMs, 4, 55)))
  // Adding 0 turns -0 into 0.
  return { batteryCharge: -dischargedMw + 0, batteryDischarge: dischargedMw }
}

function prefixHydroFields({ runOfRiver, reservoir, turbined, pumping }: ReturnType<typeof generateHydroMw>) {
  return { hydroRunOfRiver: runOfRiver, hydroReservoir: reservoir, hydroTurbined: turbined, pumping }
}

/** The same fields in whole numbers; adding 0 turns -0 into 0. */
function roundFields<Field extends string>(powerMw: Readonly<Record<Field, number>>): Record<Field, number> {
  const whole: Record<Field, number> = { ...powerMw }
  for (const field in whole) whole[field] = Math.round(whole[field]) + 0
  return whole
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
