import type { FactorLine, YearlyIntensity } from '../subjects/grid-source.ts'
import type { CsvFile } from './csv-file.ts'

const numericColumnPattern =
  /^(Total poste non décomposé|CO2[bf]|CH4[bf]|N2O|Autres GES|Incertitude|Transparence|Qualité.*|Valeur gaz supplémentaire \d)$/
const dateColumnPattern = /^Date de /

/** Rows of the agency's export as its API writes them: underscores, JSON numbers, plain dates, no empty members. */
export function toFactorLines({ columns, rows }: CsvFile): FactorLine[] {
  const writers = columns.map((column) => ({ name: column.replaceAll(' ', '_'), write: cellWriter(column) }))
  return rows.map((cells) =>
    Object.fromEntries(
      writers.flatMap(({ name, write }, index) => {
        const cell = cells[index]
        return cell === undefined || cell === '' ? [] : [[name, write(cell)] as const]
      }),
    ),
  )
}

/** Merges both publishers; `latest` wins where both have a country and year. */
export function toYearlyIntensities(latest: CsvFile | null, yearly: CsvFile | null): YearlyIntensity[] {
  const rows = [
    ...intensityRows(yearly, { entity: 'entity', code: 'code', value: 'carbon_intensity_gco2_per_kwh' }),
    ...intensityRows(latest, {
      entity: 'country_or_region',
      code: 'country_code',
      value: 'emissions_intensity_gco2_per_kwh',
    }),
  ]
  return [...new Map(rows.map((row) => [`${row.countryCode ?? row.entity}:${row.year}`, row])).values()]
}

function cellWriter(column: string): (cell: string) => string | number {
  if (numericColumnPattern.test(column)) return (cell) => Number(cell)
  if (dateColumnPattern.test(column)) return (cell) => cell.slice(0, 'YYYY-MM-DD'.length)
  return (cell) => cell
}

function intensityRows(
  file: CsvFile | null,
  names: { entity: string; code: string; value: string },
): YearlyIntensity[] {
  if (file === null) return []
  const indexOf = (name: string): number => file.columns.indexOf(name)
  const [entity, code, year, value] = [
    indexOf(names.entity),
    indexOf(names.code),
    indexOf('year'),
    indexOf(names.value),
  ]
  return file.rows.flatMap((cells) => {
    const cell = cells[value ?? -1] ?? ''
    if (cell === '') return []
    const countryCode = cells[code ?? -1] ?? ''
    return [
      {
        entity: cells[entity ?? -1] ?? '',
        // Aggregates have no code, or one that only the publisher uses.
        countryCode: /^[A-Z]{3}$/.test(countryCode) ? countryCode : null,
        year: Number(cells[year ?? -1]),
        gCo2eqPerKwh: Number(cell),
      },
    ]
  })
}
