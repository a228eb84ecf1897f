import { toParisYearStart } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { FeedContent, Measurement } from '../definition/content.ts'
import type { Answer, Source } from '../definition/source.ts'
import { type MixRow, readNumber } from './mix-row.ts'
import { buildExportCall, readRows } from './records.ts'

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

/** Installed capacities by year, second choice: it is coarser than the first. Numbers come as texts too, with a decimal comma. */
export const odreCapacities: Source = {
  id: 'odre_capacities',
  publisher: 'odre',
  rhythm: { kind: 'times', at: { paris: ['05:40'] } },
  fills: ['installed_capacities'],
  // A row a year: a condition on the year would have to know whether the portal keeps it as a number, a text or a date.
  calls: () => [buildExportCall('parc-prod-par-filiere')],
  read: (answer) => ({ feeds: readCapacities(answer) }),
  expected: {
    contentType: 'json',
    members: ['annee', ...seriesByColumn.keys()],
    newest: { feed: 'installed_capacities', minSeries: 4, maxLagMs: null },
  },
}

function readCapacities({ body }: Answer): FeedContent[] {
  const years = readRows(body).map((row) => ({ row, year: readYear(row) }))
  const measurements = years.flatMap(({ row, year }) => (year === null ? [] : listCapacities(row, year)))
  if (measurements.length === 0 && years.length > 0) {
    throw new UpstreamError(
      'unusable',
      `none of ${years.length} rows has a year in annee and a capacity in a known column`,
    )
  }
  const missing = [...seriesByColumn.keys()].filter((column) => !years.some(({ row }) => column in row))
  return [
    {
      feed: 'installed_capacities',
      normalised: {
        measurements,
        documents: [],
        unreadableSlots: years.filter(({ year }) => year === null).length,
        ...(years.length === 0 || missing.length === 0 ? {} : { fault: `no row has the column ${missing.join(', ')}` }),
      },
    },
  ]
}

function readYear(row: MixRow): number | null {
  const match = /^(\d{4})/.exec(String(row['annee'] ?? ''))
  return match === null ? null : Number(match[1])
}

function listCapacities(row: MixRow, year: number): Measurement[] {
  const slot = { slotStart: toParisYearStart(year), slotEnd: toParisYearStart(year + 1), updatedAt: null }
  return [...seriesByColumn].flatMap(([column, series]) => {
    const value = readNumber(row, column)
    return value === null ? [] : [{ ...slot, series, value }]
  })
}
