import { parisYear, parisYearStart } from '@hexawatt/shared/time/paris'
import type { Measurement } from '../../feeds/definition/feed.ts'
import type { DatasetAnswer, FeedContent, OpenDataset } from '../definition/dataset.ts'
import { type MixRow, numberOf } from './mix-row.ts'
import { exportCall, rowsOf } from './records.ts'

/**
 * Series by column, MW. Hydro, wind and bioenergy are lumped here: they say nothing of the types that adequacy needs, so that only the unambiguous
 * ones are stored.
 */
const seriesByColumn: ReadonlyMap<string, string> = new Map([
  ['parc_nucleaire', 'NUCLEAR'],
  ['parc_gaz', 'FOSSIL_GAS'],
  ['parc_charbon', 'FOSSIL_HARD_COAL'],
  ['parc_fioul', 'FOSSIL_OIL'],
  ['parc_solaire', 'SOLAR'],
])

/** Installed capacities by year, second choice: it is coarser than the first. */
export const odreCapacities: OpenDataset = {
  id: 'odre_capacities',
  publisher: 'odre',
  rhythm: { at: { paris: ['05:40'] } },
  feeds: ['installed_capacities'],
  calls: ({ now }) => [exportCall('parc-prod-par-filiere', `annee >= '${parisYear(now) - 2}'`)],
  read: readCapacities,
}

function readCapacities({ body }: DatasetAnswer): FeedContent[] {
  const rows = rowsOf(body)
  const years = rows.map((row) => ({ row, year: yearOf(row) }))
  return [
    {
      feed: 'installed_capacities',
      normalised: {
        measurements: years.flatMap(({ row, year }) => (year === null ? [] : capacitiesOf(row, year))),
        documents: [],
        unreadableSlots: years.filter(({ year }) => year === null).length,
      },
    },
  ]
}

function yearOf(row: MixRow): number | null {
  const match = /^(\d{4})/.exec(String(row['annee'] ?? ''))
  return match === null ? null : Number(match[1])
}

function capacitiesOf(row: MixRow, year: number): Measurement[] {
  const slot = { slotStart: parisYearStart(year), slotEnd: parisYearStart(year + 1), updatedAt: null }
  return [...seriesByColumn].flatMap(([column, series]) => {
    const value = numberOf(row, column)
    return value === null ? [] : [{ ...slot, series, value }]
  })
}
