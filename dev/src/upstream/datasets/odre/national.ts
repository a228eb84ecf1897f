import { round1 } from '@hexawatt/shared/bounds/numbers'
import { type Eco2mixRow, type Nature, noDataText, sumGenerationMw } from '../../eco2mix/rows.ts'
import type { PortalRecord } from '../../formats/odsql.ts'
import { formatPortalInstant } from '../../formats/portal-format.ts'
import { type Eco2mixColumn, eco2mixColumns } from '../../subjects/quarter-hour.ts'

/** A column of the real set that is always null. */
const unusedColumn = 'column_30'

export const nationalFields = ['perimetre', 'nature', 'date', 'heure', 'date_heure', ...eco2mixColumns, unusedColumn]

export function writeNational(row: Eco2mixRow, nature: Nature, timeZone: string): PortalRecord {
  const cells = eco2mixColumns.map((column) => [column, writeCell(column, row)] as const)
  return {
    perimetre: 'France',
    nature,
    date: row.date,
    heure: row.time,
    date_heure: formatPortalInstant(row.startEpochMs, timeZone),
    ...Object.fromEntries(cells),
    [unusedColumn]: null,
  }
}

/** Columns that the portal writes as texts. */
const textColumns: ReadonlySet<Eco2mixColumn> = new Set([
  'eolien_terrestre',
  'eolien_offshore',
  'stockage_batterie',
  'destockage_batterie',
  'ech_comm_angleterre',
  'ech_comm_allemagne_belgique',
])

/** Some columns are texts, which say that a measured row has no value. */
function writeCell(column: Eco2mixColumn, { values, isMeasured }: Eco2mixRow): string | number | null {
  const value = values[column]
  if (!textColumns.has(column)) return value
  if (value === null) return isMeasured ? noDataText : null
  return String(value)
}

export const consumptionFields = [
  'date_heure_utc',
  'date_cet',
  'heure_cet',
  'intensite_emissions_conso',
  'part_enr_conso',
]

/** Assumed emissions of an imported kilowatt-hour, g. */
const importedIntensity = 250

export function writeConsumption(
  { startEpochMs, date, time, isMeasured, values }: Eco2mixRow,
  timeZone: string,
): PortalRecord {
  const generatedMw = sumGenerationMw(values)
  const importedMw = Math.max(0, values.ech_physiques ?? 0)
  const suppliedMw = generatedMw + importedMw
  const isKnown = isMeasured && suppliedMw > 0
  const grams = (values.taux_co2 ?? 0) * generatedMw + importedIntensity * importedMw
  const { eolien, solaire, hydraulique, bioenergies } = values
  const renewableMw = [eolien, solaire, hydraulique, bioenergies].reduce<number>((sum, mw) => sum + (mw ?? 0), 0)
  return {
    date_heure_utc: formatPortalInstant(startEpochMs, timeZone),
    date_cet: date,
    heure_cet: time,
    intensite_emissions_conso: isKnown ? round1(grams / suppliedMw) : null,
    part_enr_conso: isKnown ? round1((100 * renewableMw) / suppliedMw) : null,
  }
}
