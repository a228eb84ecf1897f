import {
  type QuarterField,
  type QuarterPowerMw,
  type QuarterReader,
  quarterFields,
  quartersOfHour,
} from '../subjects/quarter-hour.ts'
import type { TimeTable } from './time-table.ts'

/** Columns of the operator's real-time set, which has one border for Germany and Belgium. */
export const columnByField: Readonly<Partial<Record<QuarterField, string>>> = {
  biogas: 'bioenergies_biogaz',
  biomass: 'bioenergies_biomasse',
  waste: 'bioenergies_dechets',
  bioenergy: 'bioenergies',
  exchange: 'ech_physiques',
  gasCcgt: 'gaz_ccg',
  gasChp: 'gaz_cogen',
  gasCt: 'gaz_tac',
  gasOther: 'gaz_autres',
  gas: 'gaz',
  coal: 'charbon',
  oilChp: 'fioul_cogen',
  oilCt: 'fioul_tac',
  oilOther: 'fioul_autres',
  oil: 'fioul',
  hydroTurbined: 'hydraulique_step_turbinage',
  hydroRunOfRiver: 'hydraulique_fil_eau_eclusee',
  hydroReservoir: 'hydraulique_lacs',
  hydro: 'hydraulique',
  nuclear: 'nucleaire',
  pumping: 'pompage',
  batteryCharge: 'stockage_batterie',
  batteryDischarge: 'destockage_batterie',
  solar: 'solaire',
  windOnshore: 'eolien_terrestre',
  windOffshore: 'eolien_offshore',
  wind: 'eolien',
  netImportGb: 'ech_comm_angleterre',
  netImportEs: 'ech_comm_espagne',
  netImportIt: 'ech_comm_italie',
  netImportCh: 'ech_comm_suisse',
  netImportDe: 'ech_comm_allemagne_belgique',
  load: 'consommation',
}

/** Derives an hour with at least one recorded quarter; null for an unrecorded hour. */
export function ofHour(
  read: QuarterReader,
  hourStartEpochMs: number,
  derive: (quarters: readonly (QuarterPowerMw | null)[]) => Map<string, number>,
): Map<string, number> | null {
  const quarters = quartersOfHour(read, hourStartEpochMs)
  return quarters.every((quarter) => quarter === null) ? null : derive(quarters)
}

/** Reads the rows of the set as quarter-hours. */
export function createQuarterReader(table: TimeTable): QuarterReader {
  return (startEpochMs) => {
    const row = table.rowAt(startEpochMs)
    if (row === undefined) return null
    const entries = quarterFields.map((field) => {
      const column = columnByField[field]
      return [field, column === undefined ? null : table.value(column, row)] as const
    })
    // The list of fields defines the type, so every field has an entry.
    return Object.fromEntries(entries) as QuarterPowerMw
  }
}
