import type { ProductionType } from '@hexawatt/shared/grid/production-types'

/** A generating unit that announces its outages. The code has the form of an EIC but is invented. */
export type GeneratingUnit = {
  index: number
  name: string
  eicCode: string
  fuelType: ProductionType
  installedMw: number
  participant: string
}

/** A site with equal units: name, fuel, first unit number, number of units, MW per unit. */
type Site = readonly [name: string, fuelType: ProductionType, first: number, count: number, unitMw: number]

/** The nuclear fleet of 2025 and the larger other plants, capacities rounded. */
const sites: readonly Site[] = [
  ['BLAYAIS', 'NUCLEAR', 1, 4, 910],
  ['BUGEY', 'NUCLEAR', 2, 2, 910],
  ['BUGEY', 'NUCLEAR', 4, 2, 880],
  ['CHINON', 'NUCLEAR', 1, 4, 905],
  ['CRUAS', 'NUCLEAR', 1, 4, 915],
  ['DAMPIERRE', 'NUCLEAR', 1, 4, 890],
  ['GRAVELINES', 'NUCLEAR', 1, 6, 910],
  ['ST LAURENT', 'NUCLEAR', 1, 2, 915],
  ['TRICASTIN', 'NUCLEAR', 1, 4, 915],
  ['BELLEVILLE', 'NUCLEAR', 1, 2, 1_310],
  ['CATTENOM', 'NUCLEAR', 1, 4, 1_300],
  ['FLAMANVILLE', 'NUCLEAR', 1, 2, 1_330],
  ['FLAMANVILLE', 'NUCLEAR', 3, 1, 1_620],
  ['GOLFECH', 'NUCLEAR', 1, 2, 1_310],
  ['NOGENT', 'NUCLEAR', 1, 2, 1_310],
  ['PALUEL', 'NUCLEAR', 1, 4, 1_330],
  ['PENLY', 'NUCLEAR', 1, 2, 1_330],
  ['ST ALBAN', 'NUCLEAR', 1, 2, 1_335],
  ['CHOOZ', 'NUCLEAR', 1, 2, 1_500],
  ['CIVAUX', 'NUCLEAR', 1, 2, 1_495],
  ['MARTIGUES PONTEAU', 'FOSSIL_GAS', 5, 2, 465],
  ['BOUCHAIN', 'FOSSIL_GAS', 7, 1, 585],
  ['BLENOD', 'FOSSIL_GAS', 5, 1, 430],
  ['DK6', 'FOSSIL_GAS', 1, 2, 395],
  ['EMILE HUCHET', 'FOSSIL_GAS', 7, 2, 415],
  ['LANDIVISIAU', 'FOSSIL_GAS', 1, 1, 446],
  ['MONTOIR', 'FOSSIL_GAS', 1, 1, 435],
  ['TOUL', 'FOSSIL_GAS', 1, 1, 413],
  ['CORDEMAIS', 'FOSSIL_HARD_COAL', 4, 2, 580],
  ['EMILE HUCHET', 'FOSSIL_HARD_COAL', 6, 1, 595],
  ['ARRIGHI TAC', 'FOSSIL_OIL', 1, 2, 125],
  ['MONTEREAU TAC', 'FOSSIL_OIL', 5, 2, 185],
  ['VAIRES TAC', 'FOSSIL_OIL', 1, 3, 185],
  ['GENISSIAT', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 1, 6, 70],
  ['BOLLENE', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 1, 6, 58],
  ['KEMBS', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 1, 6, 26],
  ['SERRE PONCON', 'HYDRO_WATER_RESERVOIR', 1, 4, 95],
  ['VILLARODIN', 'HYDRO_WATER_RESERVOIR', 1, 2, 190],
  ['BORT', 'HYDRO_WATER_RESERVOIR', 1, 2, 115],
  ['GRAND MAISON', 'HYDRO_PUMPED_STORAGE', 1, 8, 150],
  ['MONTEZIC', 'HYDRO_PUMPED_STORAGE', 1, 4, 228],
  ['REVIN', 'HYDRO_PUMPED_STORAGE', 1, 4, 200],
  ['SUPER BISSORTE', 'HYDRO_PUMPED_STORAGE', 1, 5, 145],
]

/** The reporting participant per fuel, simplified; EDF for the others. */
const otherParticipants: Partial<Readonly<Record<ProductionType, string>>> = {
  FOSSIL_GAS: 'ENGIE',
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 'CNR',
}

/** Every unit in a fixed order: the index seeds its outages. */
export const generatingUnits: readonly GeneratingUnit[] = sites
  .flatMap(([name, fuelType, first, count, unitMw]) =>
    Array.from({ length: count }, (_, index) => ({ name: `${name} ${first + index}`, fuelType, installedMw: unitMw })),
  )
  .map((unit, index) => ({
    ...unit,
    index,
    eicCode: `17WDEMO-UNIT-${String(index + 1).padStart(3, '0')}`,
    participant: otherParticipants[unit.fuelType] ?? 'EDF',
  }))

/** Installed power of the nuclear fleet, MW. */
export const nuclearInstalledMw = generatingUnits
  .filter(({ fuelType }) => fuelType === 'NUCLEAR')
  .reduce((sum, { installedMw }) => sum + installedMw, 0)
