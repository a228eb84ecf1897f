import type { YearlyCapacity } from '../../documents/capacities.ts'
import { type DaySignal, messageByLevel } from '../../documents/signals.ts'
import type { PortalRecord } from '../../formats/odsql.ts'

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

export const signalFields = ['date', 'couleur_du_jour', ...hoursOfDay.map((hour) => `h${hour}`), 'message']

export function writeSignal({ date, level, steps }: DaySignal): PortalRecord {
  return {
    date: date.toString(),
    couleur_du_jour: level,
    ...Object.fromEntries(steps.map((step) => [`h${step.step}`, step.level])),
    message: encodeTwice(messageByLevel[level].trim()),
  }
}

/** The portal reads UTF-8 as cp1252 and encodes it again: `Pas dâ€™alerte`. */
function encodeTwice(text: string): string {
  return new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))
}

export const capacityFields = [
  'annee',
  'parc_nucleaire',
  'parc_gaz',
  'parc_charbon',
  'parc_fioul',
  'parc_thermique_fossile',
  'parc_hydraulique',
  'parc_eolien',
  'parc_solaire',
  'parc_bioenergie',
]

export function writeCapacities(year: number, capacities: readonly YearlyCapacity[]): PortalRecord {
  const installed = (...types: readonly YearlyCapacity['type'][]): number =>
    capacities
      .filter((capacity) => capacity.year === year && types.includes(capacity.type))
      .reduce((sum, { installedMw }) => sum + installedMw, 0)
  return {
    annee: String(year),
    parc_nucleaire: installed('NUCLEAR'),
    parc_gaz: installed('FOSSIL_GAS'),
    parc_charbon: installed('FOSSIL_HARD_COAL'),
    parc_fioul: installed('FOSSIL_OIL'),
    parc_thermique_fossile: installed('FOSSIL_GAS', 'FOSSIL_HARD_COAL', 'FOSSIL_OIL'),
    parc_hydraulique: installed('HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR', 'HYDRO_PUMPED_STORAGE'),
    parc_eolien: installed('WIND_ONSHORE', 'WIND_OFFSHORE'),
    parc_solaire: installed('SOLAR'),
    parc_bioenergie: installed('BIOMASS', 'WASTE'),
  }
}
