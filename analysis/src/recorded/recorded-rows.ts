import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { neverReceived } from '@hexawatt/shared/grid/feed-calendar'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import type { RecordedRow } from '@hexawatt/shared/testing/recorded-csv'

/** The number in a cell of a recorded file; null when the cell is empty (unknown) or the column is not there. */
export function parseKnownNumber(cell: string | undefined): number | null {
  return cell === undefined || cell === '' ? null : Number(cell)
}

/** Stem of the columns of each type: `<stem>_mw`, and `<stem>_consumption_mw` where the type also consumes. */
const columnByType = [
  ['BIOMASS', 'biomass'],
  ['FOSSIL_GAS', 'gas'],
  ['FOSSIL_HARD_COAL', 'coal'],
  ['FOSSIL_OIL', 'oil'],
  ['HYDRO_PUMPED_STORAGE', 'hydro_pumped'],
  ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'hydro_run_of_river'],
  ['HYDRO_WATER_RESERVOIR', 'hydro_reservoir'],
  ['NUCLEAR', 'nuclear'],
  ['SOLAR', 'solar'],
  ['WASTE', 'waste'],
  ['WIND_OFFSHORE', 'wind_offshore'],
  ['WIND_ONSHORE', 'wind_onshore'],
] as const

/** Biogas is absent from the record of the two years: about 250 MW around the clock, with the factor of biomass. */
export const biogasMw = 250

/** Generation of a row by type, MW, with biogas in `BIOMASS`; null when the record marks the row as suspect. */
export function parseGenerationMwByType(row: RecordedRow): Map<string, number> | null {
  if (row['suspect'] !== '') return null
  const known = new Map<string, number>()
  const ofBiogasMw = parseKnownNumber(row['biogas_mw']) ?? biogasMw
  for (const [type, stem] of columnByType) {
    const powerMw = parseGeneratedMw(row, stem)
    if (powerMw !== null) known.set(type, type === 'BIOMASS' ? powerMw + ofBiogasMw : powerMw)
  }
  return known
}

/**
 * The generation column, MW. An empty one beside a known consumption means that the type took power for the whole hour: the
 * product counts negative generation as 0 MW. Empty in both is unknown.
 */
function parseGeneratedMw(row: RecordedRow, stem: string): number | null {
  const generated = parseKnownNumber(row[`${stem}_mw`])
  if (generated !== null) return generated
  return parseKnownNumber(row[`${stem}_consumption_mw`]) === null ? null : 0
}

/**
 * The rows of a score with nothing in them, for those that the record has no history of: grid signals, balancing, weekly
 * consumption forecasts, capacities and outages. Adequacy then stands on its fallback (consumption) and grid on adequacy.
 */
export const unrecordedRows: ScoreRows = {
  carbon: null,
  generationByType: [],
  powerExchanges: [],
  gridSignals: [],
  imbalance: [],
  consumption: [],
  consumptionWeekly: [],
  generationForecast: [],
  installedCapacities: [],
  unavailabilities: [],
  factorSet: null,
  hasCountryIntensities: false,
  received: recordFromEntries(feedIds, () => neverReceived),
}
