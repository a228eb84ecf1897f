import { minuteMs } from '@hexawatt/shared/time/instant'

/** Milliseconds in a quarter-hour, the step of the operator's real-time telemetry. */
export const quarterMs = 15 * minuteMs

/** Production type of batteries, which the open sources publish and the operator's resource does not. */
export const batteryType = 'BATTERY'

/**
 * The columns of the national éCO2mix set in the publisher's order: column of the portal, heading of the downloaded file, field of a quarter-hour (null:
 * a forecast, or computed), and `TYPE/SUBTYPE` of the operator's mix (null: not in the mix).
 */
const table = [
  ['consommation', 'Consommation', 'load', null],
  ['prevision_j1', 'Prévision J-1', null, null],
  ['prevision_j', 'Prévision J', null, null],
  ['fioul', 'Fioul', 'oil', 'FOSSIL_OIL/TOTAL'],
  ['charbon', 'Charbon', 'coal', 'FOSSIL_HARD_COAL/TOTAL'],
  ['gaz', 'Gaz', 'gas', 'FOSSIL_GAS/TOTAL'],
  ['nucleaire', 'Nucléaire', 'nuclear', 'NUCLEAR/TOTAL'],
  ['eolien', 'Eolien', 'wind', 'WIND/TOTAL'],
  ['solaire', 'Solaire', 'solar', 'SOLAR/TOTAL'],
  ['hydraulique', 'Hydraulique', 'hydro', 'HYDRO/TOTAL'],
  ['pompage', 'Pompage', 'pumping', 'PUMPING/TOTAL'],
  ['bioenergies', 'Bioénergies', 'bioenergy', 'BIOENERGY/TOTAL'],
  ['ech_physiques', 'Ech. physiques', 'exchange', 'EXCHANGE/TOTAL'],
  ['taux_co2', 'Taux de Co2', null, null],
  ['ech_comm_angleterre', 'Ech. comm. Angleterre', 'netImportGb', null],
  ['ech_comm_espagne', 'Ech. comm. Espagne', 'netImportEs', null],
  ['ech_comm_italie', 'Ech. comm. Italie', 'netImportIt', null],
  ['ech_comm_suisse', 'Ech. comm. Suisse', 'netImportCh', null],
  // One border for Germany and Belgium.
  ['ech_comm_allemagne_belgique', 'Ech. comm. Allemagne-Belgique', 'netImportDe', null],
  ['fioul_tac', 'Fioul - TAC', 'oilCt', 'FOSSIL_OIL/FOSSIL_OIL_CT'],
  ['fioul_cogen', 'Fioul - Cogén.', 'oilChp', 'FOSSIL_OIL/FOSSIL_OIL_CHP'],
  ['fioul_autres', 'Fioul - Autres', 'oilOther', 'FOSSIL_OIL/FOSSIL_OIL_OTHER'],
  ['gaz_tac', 'Gaz - TAC', 'gasCt', 'FOSSIL_GAS/FOSSIL_GAS_CT'],
  ['gaz_cogen', 'Gaz - Cogén.', 'gasChp', 'FOSSIL_GAS/FOSSIL_GAS_CHP'],
  ['gaz_ccg', 'Gaz - CCG', 'gasCcgt', 'FOSSIL_GAS/FOSSIL_GAS_CCGT'],
  ['gaz_autres', 'Gaz - Autres', 'gasOther', 'FOSSIL_GAS/FOSSIL_GAS_OTHER'],
  // The file really has a question mark in place of the apostrophe, and a blank before "Stockage".
  [
    'hydraulique_fil_eau_eclusee',
    'Hydraulique - Fil de l?eau + éclusée',
    'hydroRunOfRiver',
    'HYDRO/HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  ],
  ['hydraulique_lacs', 'Hydraulique - Lacs', 'hydroReservoir', 'HYDRO/HYDRO_WATER_RESERVOIR'],
  ['hydraulique_step_turbinage', 'Hydraulique - STEP turbinage', 'hydroTurbined', 'HYDRO/HYDRO_PUMPED_STORAGE'],
  ['bioenergies_dechets', 'Bioénergies - Déchets', 'waste', 'BIOENERGY/WASTE'],
  ['bioenergies_biomasse', 'Bioénergies - Biomasse', 'biomass', 'BIOENERGY/BIOMASS'],
  ['bioenergies_biogaz', 'Bioénergies - Biogaz', 'biogas', 'BIOENERGY/BIOGAS'],
  ['stockage_batterie', ' Stockage batterie', 'batteryCharge', `${batteryType}/CHARGE`],
  ['destockage_batterie', 'Déstockage batterie', 'batteryDischarge', `${batteryType}/DISCHARGE`],
  ['eolien_terrestre', 'Eolien terrestre', 'windOnshore', 'WIND/WIND_ONSHORE'],
  ['eolien_offshore', 'Eolien offshore', 'windOffshore', 'WIND/WIND_OFFSHORE'],
] as const

export type Eco2mixColumn = (typeof table)[number][0]

/**
 * Fields of one quarter-hour. Recorded rows and the generator share this form, so the same code derives every feed from both.
 * Pumping and the charging of batteries are at most 0; a positive net import flows into France. The load includes losses and
 * excludes pumping.
 */
export type QuarterField = NonNullable<(typeof table)[number][2]> | 'netImportBe'

export const eco2mixColumns: readonly Eco2mixColumn[] = table.map(([column]) => column)
export const quarterFields: readonly QuarterField[] = [...table.flatMap(([, , field]) => field ?? []), 'netImportBe']

/** Headings of the downloaded file by column. */
export const frenchNames: ReadonlyMap<Eco2mixColumn, string> = new Map(table.map(([column, name]) => [column, name]))

/** Columns by field. Belgium has none of its own. */
export const columnByField: ReadonlyMap<QuarterField, Eco2mixColumn> = new Map(
  table.flatMap(([column, , field]) => (field === null ? [] : [[field, column] as const])),
)

/** The series of the operator's mix in its order: key, field, and column of éCO2mix. */
export const mixSeries = table
  .flatMap(([column, , field, key]) => (key === null ? [] : [{ key, field, column }]))
  .toSorted((a, b) => (a.key < b.key ? -1 : 1))

/** Average power of a quarter-hour by field, MW; null: unknown. */
export type QuarterPowerMw = Readonly<Record<QuarterField, number | null>>

/** Returns the quarter-hour that starts at an instant; null when there is none. */
export type QuarterReader = (startEpochMs: number) => QuarterPowerMw | null

/** The four quarter-hours of the hour that starts at `hourStartEpochMs`. */
export function readQuartersOfHour(read: QuarterReader, hourStartEpochMs: number): (QuarterPowerMw | null)[] {
  return [0, 1, 2, 3].map((index) => read(hourStartEpochMs + index * quarterMs))
}
