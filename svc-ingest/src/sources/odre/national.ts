import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { addParisDays, toParisTime } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Content, FeedContent, Measurement, Normalised } from '../definition/content.ts'
import type { Answer, PollContext, Source } from '../definition/source.ts'
import { splitWindow, type Window } from '../definition/window.ts'
import { readExchanges } from './exchanges.ts'
import { type MixRow, mixColumns, readMixAndLoad, readNumber, readPublishedIntensities } from './mix-row.ts'
import { buildExportCall, buildInstantCondition, orderRowsByInstant, readRows } from './records.ts'

const realTime = 'eco2mix-national-tr'
/** Consolidated rows are half-hourly: a measure stands at :00 and :30 only. */
const consolidated = 'eco2mix-national-cons-def'

/** Hours that each poll reads again, because values are revised within them. */
const revisedHours = 6
/** Days that the fallbacks need, and that a daily repair reads again. */
const repairDays = 8
/** Most days of one call of a backfill. */
const backfillDays = 31
/** Paris time from which the first poll of the day is the repair. */
const repairFrom = Temporal.PlainTime.from('04:30')

/** Known columns of the national sets that are not part of the mix, read elsewhere or ignored. */
const otherColumns = [
  ...['perimetre', 'nature', 'date', 'heure', 'date_heure', 'consommation', 'prevision_j', 'prevision_j1', 'taux_co2'],
  ...['hydraulique', 'bioenergies', 'pompage', 'ech_physiques', 'eolien_terrestre', 'eolien_offshore'],
  ...['stockage_batterie', 'destockage_batterie', 'ech_comm_angleterre', 'ech_comm_espagne', 'ech_comm_italie'],
  ...['ech_comm_suisse', 'ech_comm_allemagne_belgique', 'fioul_tac', 'fioul_cogen', 'fioul_autres'],
  ...['gaz_tac', 'gaz_cogen', 'gaz_ccg', 'gaz_autres', 'column_30'],
]
const knownColumns: ReadonlySet<string> = new Set([...mixColumns, ...otherColumns])

/** Columns that a first contact must find. */
const expectedColumns = [
  ...['date_heure', 'nature', 'consommation', 'prevision_j', 'prevision_j1', 'taux_co2'],
  ...['nucleaire', 'gaz', 'charbon', 'fioul', 'hydraulique', 'eolien', 'solaire', 'bioenergies', 'pompage'],
  ...['hydraulique_fil_eau_eclusee', 'hydraulique_lacs', 'hydraulique_step_turbinage'],
  ...['bioenergies_biomasse', 'bioenergies_biogaz', 'bioenergies_dechets', 'ech_physiques'],
]
const expectedExchanges = [
  ...['eolien_terrestre', 'eolien_offshore', 'stockage_batterie', 'destockage_batterie', 'ech_comm_angleterre'],
  ...['ech_comm_espagne', 'ech_comm_italie', 'ech_comm_suisse', 'ech_comm_allemagne_belgique'],
]
const expectedMix = { feed: 'generation_mix_15min', minSeries: 11, maxLagMs: null } as const

/** National mix, load and its forecasts to the end of tomorrow, and commercial exchanges: one call gives them all. */
export const odreNational: Source = {
  id: 'odre_national',
  publisher: 'odre',
  rhythm: { kind: 'times', at: { minutes: [5, 20, 35, 50] } },
  fills: ['generation_mix_15min', 'consumption', 'exchange_schedules'],
  calls: (context) => [
    buildExportCall(
      realTime,
      buildInstantCondition('date_heure', findFirstInstant(context), addParisDays(context.now, 2)),
    ),
  ],
  backfillCalls: (window) => listCallsOfDays(realTime, window),
  gives: ['published_intensities'],
  read: readNational,
  expected: {
    contentType: 'json',
    members: [...expectedColumns, ...expectedExchanges],
    newest: { ...expectedMix, maxLagMs: 2 * hourMs },
  },
}

/** The same of past months, consolidated; read by backfills only. */
export const odreConsolidated: Source = {
  id: 'odre_consolidated',
  publisher: 'odre',
  rhythm: { kind: 'times', at: { paris: [] } },
  fills: ['generation_mix_15min', 'consumption', 'exchange_schedules'],
  calls: () => [],
  backfillCalls: (window) => listCallsOfDays(consolidated, window),
  read: (answer) => ({ feeds: readConsolidated(answer) }),
  expected: { contentType: 'json', members: expectedColumns, newest: expectedMix },
}

/** Where a poll begins: some hours before the last success; the days of the repair at first, and once a day. */
export function findFirstInstant({ now, lastSuccess }: PollContext): Temporal.Instant {
  const repair = addParisDays(now, -repairDays)
  if (lastSuccess === null || isRepairDue(now, lastSuccess)) return repair
  const since = Temporal.Instant.compare(lastSuccess, now) < 0 ? lastSuccess : now
  const start = since.subtract({ hours: revisedHours }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
  return Temporal.Instant.compare(start, repair) < 0 ? repair : start
}

/** Whether this is the first poll after 04:30 in Paris. */
function isRepairDue(now: Temporal.Instant, lastSuccess: Temporal.Instant): boolean {
  const repairAt = toParisTime(now).withPlainTime(repairFrom).toInstant()
  return Temporal.Instant.compare(lastSuccess, repairAt) < 0 && Temporal.Instant.compare(now, repairAt) >= 0
}

function listCallsOfDays(dataset: string, window: Window) {
  return splitWindow(window, backfillDays).map(({ start, end }) =>
    buildExportCall(dataset, buildInstantCondition('date_heure', start, end)),
  )
}

/** @throws UpstreamError `unusable` when no row has an instant or no measured row a load: the columns have been renamed */
function readNational({ body }: Answer): Content {
  const { rows, unreadable } = orderRowsByInstant(readRows(body))
  requireLoads(rows, unreadable)
  const { mix, load } = readMixAndLoad(rows)
  return {
    feeds: [
      { feed: 'generation_mix_15min', normalised: { ...mix, newElements: listUnknownColumns(rows) } },
      { feed: 'consumption', normalised: { ...load, unreadableSlots: unreadable } },
      { feed: 'exchange_schedules', normalised: readExchanges(rows) },
    ],
    intensities: readPublishedIntensities(rows),
  }
}

/**
 * A whole answer without instants or without loads means that a column has another name. One type that is missing makes its slots incomplete instead: the
 * load is still good.
 */
function requireLoads(rows: readonly { row: MixRow }[], unreadable: number): void {
  const has = (column: string): boolean => rows.some(({ row }) => readNumber(row, column) !== null)
  if (rows.length === 0 && unreadable > 0) {
    throw new UpstreamError('unusable', `none of ${unreadable} rows has an instant in the column date_heure`)
  }
  if (rows.length === 0 || has('consommation')) return
  if (has('nucleaire')) {
    throw new UpstreamError('unusable', `none of ${rows.length} rows has a number in the column consommation`)
  }
  // Rows of quarter-hours that are not measured yet have forecasts only.
  if (!has('prevision_j') && !has('prevision_j1')) {
    throw new UpstreamError('unusable', `none of ${rows.length} rows has a load or a forecast of it`)
  }
}

/** Rows at :00 and :30 hold the half-hour; they have no nature, so that they never replace a quarter-hour. */
function readConsolidated({ body }: Answer): FeedContent[] {
  const { rows, unreadable } = orderRowsByInstant(readRows(body))
  requireLoads(rows, unreadable)
  const { mix, load } = readMixAndLoad(rows)
  return [
    { feed: 'generation_mix_15min', normalised: spreadOverHalfHours(mix) },
    { feed: 'consumption', normalised: { ...spreadOverHalfHours(load), unreadableSlots: unreadable } },
    { feed: 'exchange_schedules', normalised: spreadOverHalfHours(readExchanges(rows)) },
  ]
}

function spreadOverHalfHours(normalised: Normalised): Normalised {
  const dropNature = ({ nature: _nature, ...measurement }: Measurement): Measurement => ({
    ...measurement,
    slotEnd: measurement.slotStart.add({ milliseconds: 2 * quarterHourMs }),
  })
  const refused = (normalised.refused ?? []).map((one) => ({ ...one, measurement: dropNature(one.measurement) }))
  return { ...normalised, measurements: normalised.measurements.map(dropNature), refused }
}

/** Unknown columns with numbers: they may hold power that is missing from the mix. */
function listUnknownColumns(rows: readonly { row: MixRow }[]): string[] {
  const found = new Set<string>()
  for (const { row } of rows) {
    for (const column of Object.keys(row)) {
      if (!knownColumns.has(column) && !found.has(column) && readNumber(row, column) !== null) found.add(column)
    }
  }
  return [...found].map((column) => `column ${column}`)
}
