import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import { toParisYear, toParisYearStart } from '@hexawatt/shared/time/paris'
import { findCapacityPublication } from '../../documents/capacities.ts'
import type { UpstreamSource } from '../../documents/upstream-source.ts'
import type { Answer } from '../../subjects/answer.ts'

const firstYear = 2014

const nameByType: Readonly<Partial<Record<ProductionType, string>>> = {
  NUCLEAR: 'Nuclear',
  FOSSIL_HARD_COAL: 'Fossil hard coal',
  FOSSIL_OIL: 'Fossil oil',
  FOSSIL_GAS: 'Fossil gas',
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 'Hydro Run-of-River',
  HYDRO_WATER_RESERVOIR: 'Hydro water reservoir',
  HYDRO_PUMPED_STORAGE: 'Hydro pumped storage',
  BIOMASS: 'Biomass',
  WASTE: 'Waste',
  WIND_ONSHORE: 'Wind onshore',
  WIND_OFFSHORE: 'Wind offshore',
  SOLAR: 'Solar',
}

/** Installed power of France by type and year, GW, from the operator's capacities. */
export async function loadInstalledPower(source: UpstreamSource, now: Temporal.Instant): Promise<Answer<object>> {
  const lastYear = toParisYear(now)
  const answer = await source.capacities({ start: toParisYearStart(firstYear), end: now })
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)
  const gwOf = (year: number, type: string): number | null => {
    const capacity = answer.content.find((one) => one.year === year && one.type === type)
    return capacity === undefined ? null : capacity.installedMw / 1_000
  }
  const content = {
    time: years.map(String),
    production_types: [
      ...Object.entries(nameByType).map(([type, name]) => ({ name, data: years.map((year) => gwOf(year, type)) })),
      // The energy of batteries, GWh: not a power.
      { name: 'Battery storage (capacity)', data: years.map((year) => Math.max(0, (year - 2019) / 10)) },
    ],
    last_update: Math.floor(findCapacityPublication(lastYear).epochMilliseconds / 1_000),
  }
  return { ...answer, content }
}
