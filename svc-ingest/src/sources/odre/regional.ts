import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import {
  isRegionCode,
  type RegionalQuantity,
  type RegionCode,
  regionalQuantities,
  regionsPollMinute,
} from '@hexawatt/shared/grid/regions'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { RegionalContent } from '../definition/content.ts'
import type { Answer, PollContext, Source } from '../definition/source.ts'
import { type MixRow, readNature, readNumber } from './mix-row.ts'
import { findFirstInstant } from './national.ts'
import { buildExportCall, buildInstantCondition, orderRowsByInstant, readRows } from './records.ts'

/** Columns of the regional set. Gas, coal and oil are one, and nothing is split by type. */
const columnByQuantity: Readonly<Record<RegionalQuantity, string>> = {
  consumption: 'consommation',
  thermal: 'thermique',
  nuclear: 'nucleaire',
  wind: 'eolien',
  solar: 'solaire',
  hydro: 'hydraulique',
  bioenergy: 'bioenergies',
  pumping: 'pompage',
  charge: 'stockage_batterie',
  discharge: 'destockage_batterie',
  exchange: 'ech_physiques',
}

/** Quarter-hours of the twelve regions: one call gives them all. They fill no feed, so that the dataset is a fallback for nothing and is always polled. */
export const odreRegional: Source = {
  id: 'odre_regional',
  publisher: 'odre',
  rhythm: { kind: 'times', at: { minutes: [regionsPollMinute] } },
  fills: [],
  calls: (context) => [
    buildExportCall(
      'eco2mix-regional-tr',
      buildInstantCondition('date_heure', findFirstAsked(context), addParisDays(context.now, 1)),
    ),
  ],
  gives: ['regions'],
  read: (answer) => ({ regions: readRegions(answer) }),
  expected: {
    contentType: 'json',
    members: ['code_insee_region', 'date_heure', 'nature', ...Object.values(columnByQuantity)],
    newest: { feed: 'regions', minSeries: 12, maxLagMs: 4 * hourMs },
  },
}

/** The first poll asks for yesterday and today: only the newest quarter-hour is served, and the daily repair brings the days before. */
function findFirstAsked(context: PollContext): Temporal.Instant {
  return context.lastSuccess === null ? addParisDays(context.now, -1) : findFirstInstant(context)
}

/** @throws UpstreamError `unusable` when no row has a region, an instant, or one of the columns: they have been renamed */
function readRegions({ body }: Answer): RegionalContent {
  const rows = readRows(body)
  const byRegion = Map.groupBy(rows, readRegion)
  const unknown = byRegion.get(null)?.length ?? 0
  if (rows.length > 0 && (unknown === rows.length || !rows.some((row) => columnByQuantity.consumption in row))) {
    throw new UpstreamError('unusable', `none of ${rows.length} rows has a region and its consumption`)
  }
  // A single region may lack a column; a column that is missing in all regions was renamed.
  const missing = Object.values(columnByQuantity).filter((name) => !rows.some((row) => name in row))
  const fault = byRegion.size > 1 && missing.length > 0 ? `no row has the column ${missing.join(', ')}` : null
  const content: RegionalContent = { rows: [], unreadableRows: unknown, ...(fault === null ? {} : { fault }) }
  let dated = 0
  for (const [region, ofRegion] of byRegion) {
    if (region === null) continue
    const { rows: ordered, unreadable } = orderRowsByInstant(ofRegion)
    content.unreadableRows += unreadable
    dated += ordered.length
    for (const { row, slotStart } of ordered) {
      const powerMw = recordFromEntries(regionalQuantities, (name) => readNumber(row, columnByQuantity[name]))
      // A quarter-hour to come has no figure yet.
      if (Object.values(powerMw).every((value) => value === null)) continue
      const slotEnd = slotStart.add({ milliseconds: quarterHourMs })
      content.rows.push({ region, slotStart, slotEnd, nature: readNature(row), powerMw })
    }
  }
  if (rows.length > 0 && dated === 0) {
    throw new UpstreamError('unusable', `none of ${rows.length} rows has an instant in the column date_heure`)
  }
  return content
}

/** Region of a row; null when it names none of the twelve. */
function readRegion(row: MixRow): RegionCode | null {
  const code = String(row['code_insee_region'])
  return isRegionCode(code) ? code : null
}
