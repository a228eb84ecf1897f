import { mean, rowsOf } from './published-figures.ts'

/** Border of the recording → country whose intensity its imports take; Germany and Belgium are recorded as one. */
const columnByCountry = {
  DE: 'ech_comm_allemagne_belgique',
  ES: 'ech_comm_espagne',
  GB: 'ech_comm_angleterre',
  CH: 'ech_comm_suisse',
  IT: 'ech_comm_italie',
} as const
type Country = keyof typeof columnByCountry

/** Mean net commercial import of a UTC day of December 2021, MW by country; recorded every half hour. */
export async function meanNetImportsMw(folder: string, date: string): Promise<Record<Country, number>> {
  const rows = await rowsOf(folder, 'eco2mix_15min_2021-12.csv.gz', 'datetime_utc', date)
  const meanOfHalfHours = (column: string): number => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    return cells.length === 48 ? mean(cells.map(Number)) : Number.NaN
  }
  return {
    DE: meanOfHalfHours(columnByCountry.DE),
    ES: meanOfHalfHours(columnByCountry.ES),
    GB: meanOfHalfHours(columnByCountry.GB),
    CH: meanOfHalfHours(columnByCountry.CH),
    IT: meanOfHalfHours(columnByCountry.IT),
  }
}
