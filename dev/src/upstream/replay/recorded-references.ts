import type { FactorLine, YearlyIntensity } from '../subjects/answer.ts'
import { type CsvFile, readCsvFile, runOnce } from './csv-file.ts'

/** Names of the files with references in a folder; null where the folder has no such file. */
export type ReferenceFiles = {
  folder: string
  /** The agency's database. */
  factors: string
  /** Intensities of the latest year per country, and of earlier years from another publisher. */
  latestIntensities: string | null
  yearlyIntensities: string
}

/** Names of the files in a folder of recordings. */
export const fileNames = {
  factors: 'base_carbone_v23.6_full',
  latestIntensities: 'ember_latest_year_by_country_via_co2js',
  yearlyIntensities: 'ember_owid_carbon_intensity_yearly_by_country',
} as const

/** The references of a folder. Each file is read at the first call; null when the folder does not contain it. */
export function createReferences(files: ReferenceFiles) {
  const read = async (name: string | null) => (name === null ? null : readCsvFile(files.folder, name))
  const everyIntensity = runOnce(async () => {
    const [latest, yearly] = [await read(files.latestIntensities), await read(files.yearlyIntensities)]
    return latest === null && yearly === null ? null : toYearlyIntensities(latest, yearly)
  })
  return {
    factorLines: runOnce(async () => {
      const file = await read(files.factors)
      return file === null ? null : toFactorLines(file)
    }),
    /** The intensities that are published at an instant. */
    async yearlyIntensities(now: Temporal.Instant): Promise<YearlyIntensity[] | null> {
      return (await everyIntensity())?.filter(({ year }) => isPublished(year, now)) ?? null
    },
  }
}

/** Ember closes a year around the end of the following February: it is served from 1 March (UTC). */
function isPublished(year: number, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(`${year + 1}-03-01T00:00:00Z`), now) <= 0
}

const numericColumnPattern =
  /^(Total poste non décomposé|CO2[bf]|CH4[bf]|N2O|Autres GES|Incertitude|Transparence|Qualité.*|Valeur gaz supplémentaire \d)$/
const dateColumnPattern = /^Date de /

/** Rows of the agency's export as its API writes them: underscores, JSON numbers, plain dates, no empty members. */
function toFactorLines({ columns, rows }: CsvFile): FactorLine[] {
  const writers = columns.map((column) => ({ name: column.replaceAll(' ', '_'), write: createCellWriter(column) }))
  return rows.map((cells) =>
    Object.fromEntries(
      writers.flatMap(({ name, write }, index) => {
        const cell = cells[index]
        return cell === undefined || cell === '' ? [] : [[name, write(cell)] as const]
      }),
    ),
  )
}

function createCellWriter(column: string): (cell: string) => string | number {
  if (numericColumnPattern.test(column)) return (cell) => Number(cell)
  if (dateColumnPattern.test(column)) return (cell) => cell.slice(0, 'YYYY-MM-DD'.length)
  return (cell) => cell
}

/** Merges both publishers; `latest` wins where both have a country and year. */
function toYearlyIntensities(latest: CsvFile | null, yearly: CsvFile | null): YearlyIntensity[] {
  const rows = [
    ...readIntensityRows(yearly, ['entity', 'code', 'carbon_intensity_gco2_per_kwh']),
    ...readIntensityRows(latest, ['country_or_region', 'country_code', 'emissions_intensity_gco2_per_kwh']),
  ]
  return [...new Map(rows.map((row) => [`${row.countryCode ?? row.entity}:${row.year}`, row])).values()]
}

type IntensityColumns = readonly [entity: string, code: string, value: string]

function readIntensityRows(file: CsvFile | null, [entity, code, value]: IntensityColumns): YearlyIntensity[] {
  if (file === null) return []
  return file.rows.flatMap((cells) => {
    const cell = (column: string): string => cells[file.columns.indexOf(column)] ?? ''
    if (cell(value) === '') return []
    return [
      {
        entity: cell(entity),
        // Aggregates have no code, or one that only the publisher uses.
        countryCode: /^[A-Z]{3}$/.test(cell(code)) ? cell(code) : null,
        year: Number(cell('year')),
        gCo2eqPerKwh: Number(cell(value)),
      },
    ]
  })
}
