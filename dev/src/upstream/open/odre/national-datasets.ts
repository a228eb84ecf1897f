import { round1 } from '@hexawatt/shared/bounds/numbers'
import type { Answer } from '../../subjects/grid-source.ts'
import { quarterMs } from '../../subjects/quarter-hour.ts'
import { parisDayOf } from '../../subjects/span.ts'
import { type Eco2mixColumn, eco2mixColumns, noDataText, textColumns } from '../eco2mix/columns.ts'
import { consolidatedSpan, endOfDay, realTimeSpan } from '../eco2mix/holdings.ts'
import { applyRowFaults, withoutMeasures } from '../eco2mix/row-faults.ts'
import { type Eco2mixRow, eco2mixRows, generationMw, type Nature } from '../eco2mix/rows.ts'
import { type Dataset, type DatasetQuestion, portalInstant } from './dataset.ts'
import type { PortalRecord } from './odsql.ts'

/** A column of the real set that is always null. */
const unusedColumn = 'column_30'
const nationalFields = ['perimetre', 'nature', 'date', 'heure', 'date_heure', ...eco2mixColumns, unusedColumn]

/** Real-time quarter-hours, with forecasts to the end of tomorrow. */
export const nationalRealTime: Dataset = {
  name: 'eco2mix-national-tr',
  fields: nationalFields,
  timeField: 'date_heure',
  holds: realTimeSpan,
  records: (question) => nationalRecords(question, () => 'Données temps réel'),
}

/** Consolidated and definitive rows. Measures are on the half-hours only; the quarters between them have forecasts. */
export const nationalConsolidated: Dataset = {
  name: 'eco2mix-national-cons-def',
  fields: nationalFields,
  timeField: 'date_heure',
  holds: consolidatedSpan,
  async records(question) {
    const { year } = parisDayOf(question.now.epochMilliseconds).date
    const natureOf = ({ date }: Eco2mixRow): Nature =>
      Number(date.slice(0, 'YYYY'.length)) < year ? 'Données définitives' : 'Données consolidées'
    return nationalRecords(question, natureOf, (row) =>
      (row.startEpochMs / quarterMs) % 2 === 0 ? row : withoutMeasures(row),
    )
  },
}

async function nationalRecords(
  { source, span, now, faults, timeZone }: DatasetQuestion,
  natureOf: (row: Eco2mixRow) => Nature,
  change: (row: Eco2mixRow) => Eco2mixRow = (row) => row,
): Promise<Answer<PortalRecord[]>> {
  const answer = await eco2mixRows(source, span, now.epochMilliseconds)
  const rows = applyRowFaults(faults, answer.content, now).map(change)
  return { ...answer, content: rows.map((row) => writeNational(row, natureOf(row), timeZone)) }
}

function writeNational(row: Eco2mixRow, nature: Nature, timeZone: string): PortalRecord {
  const cells = eco2mixColumns.map((column) => [column, portalCell(column, row)] as const)
  return {
    perimetre: 'France',
    nature,
    date: row.date,
    heure: row.time,
    date_heure: portalInstant(row.startEpochMs, timeZone),
    ...Object.fromEntries(cells),
    [unusedColumn]: null,
  }
}

/** Some columns are texts, which say that a measured row has no value. */
function portalCell(column: Eco2mixColumn, { values, isMeasured }: Eco2mixRow): string | number | null {
  const value = values[column]
  if (!textColumns.has(column)) return value
  if (value === null) return isMeasured ? noDataText : null
  return String(value)
}

/** What an imported kilowatt-hour is taken to emit, g. */
const importedIntensity = 250

/** The publisher's own consumption intensity: another method, for comparison only. Future rows are null, and one row occurs twice. */
export const consumptionIntensity: Dataset = {
  name: 'part-enr-intensite-ges-conso-tr',
  fields: ['date_heure_utc', 'date_cet', 'heure_cet', 'intensite_emissions_conso', 'part_enr_conso'],
  timeField: 'date_heure_utc',
  holds: (now) => ({ ...realTimeSpan(now), untilEpochMs: endOfDay(now, 0) }),
  async records({ source, span, now, faults, timeZone }) {
    const answer = await eco2mixRows(source, span, now.epochMilliseconds)
    const rows = applyRowFaults(faults, answer.content, now)
    const newest = rows.findLast(({ isMeasured }) => isMeasured)
    const listed = newest === undefined ? rows : [...rows, newest]
    return { ...answer, content: listed.map((row) => writeConsumption(row, timeZone)) }
  },
}

function writeConsumption(
  { startEpochMs, date, time, isMeasured, values }: Eco2mixRow,
  timeZone: string,
): PortalRecord {
  const generatedMw = generationMw(values)
  const importedMw = Math.max(0, values.ech_physiques ?? 0)
  const suppliedMw = generatedMw + importedMw
  const isKnown = isMeasured && suppliedMw > 0
  const grams = (values.taux_co2 ?? 0) * generatedMw + importedIntensity * importedMw
  const { eolien, solaire, hydraulique, bioenergies } = values
  const renewableMw = [eolien, solaire, hydraulique, bioenergies].reduce<number>((sum, mw) => sum + (mw ?? 0), 0)
  return {
    date_heure_utc: portalInstant(startEpochMs, timeZone),
    date_cet: date,
    heure_cet: time,
    intensite_emissions_conso: isKnown ? round1(grams / suppliedMw) : null,
    part_enr_conso: isKnown ? round1((100 * renewableMw) / suppliedMw) : null,
  }
}
