import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { type CarbonAssessment, listImports } from '@hexawatt/shared/methodology/carbon-assessment'
import type { ValuedImport } from '@hexawatt/shared/methodology/intensity'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import {
  ignoreExchanges,
  readCarbonRows,
  readScoreRows,
} from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import {
  createMethodologyVersions,
  toConfidenceVersion,
  toImportBasis,
  toScoreVersion,
} from '@hexawatt/shared/methodology/versions'
import { buildInputRecord, type FeedRecord } from '../points/input-record.ts'
import { buildPointRow } from '../points/point-store.ts'
import { type ScorePoint, scorePoint } from '../points/score-point.ts'
import { createArchiveSource } from './archive-source.ts'
import { type AsOfRule, createAsOfRule } from './as-of-rule.ts'
import type { AuditDeps } from './payload-reader.ts'
import { readRevisions, readStoredPoint, type StoredPoint, type StoredRevision } from './stored-point-store.ts'

/**
 * Result of the audit of a point. `equal`: every column, and every stored value that it rests on, equals the result of the payloads.
 * `not comparable`: versions of the methodology that this program does not know computed the point.
 */
export type PointAudit = { stored: StoredPoint; revisions: StoredRevision[] } & (
  | { outcome: 'not comparable'; reason: string }
  | {
      outcome: 'equal' | 'different'
      columns: PointColumn[]
      /** Contradictions of the stored data, in addition to the columns. */
      findings: string[]
      /** Remarks that contradict nothing. */
      notes: string[]
      carbon: RecomputedCarbon
    }
)

/** The assessed hour, and the imports that its consumption value counts; null = there is none. */
export type RecomputedCarbon = { assessment: CarbonAssessment | null; imports: ValuedImport[] | null }

/** Audits the point of an instant; null when none is stored. */
export async function auditPoint(deps: AuditDeps, at: Temporal.Instant): Promise<PointAudit | null> {
  const stored = await readStoredPoint(deps.sql, at)
  if (stored === null) return null
  const revisions = await readRevisions(deps.sql, at)
  const reason = describeForeignVersions(stored)
  if (reason !== null) return { stored, revisions, outcome: 'not comparable', reason }
  const { point, ...recomputed } = await recomputePoint(deps, stored, createAsOfRule(stored))
  const columns = listPointColumns(stored, point)
  const isEqual = recomputed.findings.length === 0 && listDifferingColumns(columns).length === 0
  return { stored, revisions, outcome: isEqual ? 'equal' : 'different', columns, ...recomputed }
}

/** Names the methodology versions of the point by which this program cannot compute it again; null when there are none. */
export function describeForeignVersions(stored: StoredPoint): string | null {
  const own = createMethodologyVersions(toImportBasis(stored.consumptionVersion))
  const pairs = [
    ['score', stored.scoreVersion, toScoreVersion(stored.scoreVersion) ?? own.score],
    ['carbon', stored.carbonVersion, own.carbon],
    ['confidence', stored.confidenceVersion, toConfidenceVersion(stored.confidenceVersion) ?? own.confidence],
    ['consumption', stored.consumptionVersion, own.consumption],
  ] as const
  const foreign = pairs.filter(([, version, ownVersion]) => version !== ownVersion)
  if (foreign.length === 0) return null
  const text = foreign.map(([name, version, ownVersion]) => `${name} ${version} (this program: ${ownVersion})`)
  return `computed by other versions of the methodology: ${text.join(', ')}`
}

/** A point from the archived payloads, and contradictions of the stored data. */
type Recomputed = { point: ScorePoint; findings: string[]; notes: string[]; carbon: RecomputedCarbon }

/** Recomputes a point from archived payloads, by the feeds' parsers and the methodology's functions. */
async function recomputePoint(deps: AuditDeps, stored: StoredPoint, rule: AsOfRule): Promise<Recomputed> {
  const { at } = stored
  const archive = createArchiveSource(deps, stored, rule)
  const source = hasExchanges(stored) ? archive.source : ignoreExchanges(archive.source)
  const carbonRows = readCarbonRows(source, at)
  const { rows, originsByFeed, factorSetId } = await readScoreRows(source, at, carbonRows)
  const inputs = assembleScoreInputs(rows, at)
  const sources = { assessment: rows.carbon, factorSetId, inputs: buildInputRecord(originsByFeed, inputs) }
  const scoreVersion = toScoreVersion(stored.scoreVersion) ?? undefined
  const confidenceVersion = toConfidenceVersion(stored.confidenceVersion) ?? undefined
  return {
    point: scorePoint(inputs, sources, at, { scoreVersion, confidenceVersion }),
    findings: archive.findings(),
    notes: archive.notes(),
    carbon: { assessment: rows.carbon, imports: listImports(await carbonRows) },
  }
}

/** Whether a point was computed with commercial exchanges: former programs never read them, and none are read while the flows are known. */
function hasExchanges({ inputs }: StoredPoint): boolean {
  return (inputs.exchange_schedules?.rows ?? 0) > 0
}

/** A stored and a recomputed column of a point, as text with every digit. */
export type PointColumn = { name: string; stored: string; recomputed: string }

/** Every column of a point, its inputs feed by feed. `computed_at` and `provenance` are not recomputed. */
function listPointColumns(stored: StoredPoint, point: ScorePoint): PointColumn[] {
  const inputs = omitLaterFeeds(point.inputs, stored.inputs)
  return [
    buildColumn('price_score_tenths', stored.priceScoreTenths, point.tenths.price),
    buildColumn('carbon_score_tenths', stored.carbonScoreTenths, point.tenths.carbon),
    buildColumn('grid_score_tenths', stored.gridScoreTenths, point.tenths.grid),
    buildColumn('adequacy_score_tenths', stored.adequacyScoreTenths, point.tenths.adequacy),
    buildColumn('global_score', stored.globalScore, point.globalScore),
    buildColumn('confidence', stored.confidence, point.confidence),
    buildColumn('fallbacks', stored.fallbacks.join(' ') || null, point.fallbacks.join(' ') || null),
    buildColumn('carbon_slot_start', stored.carbonSlotStart?.toString() ?? null, point.carbon?.slotStart ?? null),
    buildColumn(
      'production_g_co2eq_per_kwh',
      stored.productionGCo2eqPerKwh,
      point.carbon?.productionGCo2eqPerKwh ?? null,
    ),
    buildColumn(
      'consumption_g_co2eq_per_kwh',
      stored.consumptionGCo2eqPerKwh,
      point.carbon?.consumptionGCo2eqPerKwh ?? null,
    ),
    buildColumn('low_carbon_pct', stored.lowCarbonPct, point.carbon?.lowCarbonPct ?? null),
    buildColumn('spot_price_eur_per_mwh', stored.spotPriceEurPerMwh, point.spotPriceEurPerMwh),
    buildColumn('score_version', stored.scoreVersion, point.versions.score),
    buildColumn('known_dimensions', stored.knownDimensions, buildPointRow(point).known_dimensions),
    buildColumn('carbon_version', stored.carbonVersion, point.versions.carbon),
    buildColumn('confidence_version', stored.confidenceVersion, point.versions.confidence),
    buildColumn('consumption_version', stored.consumptionVersion, point.versions.consumption),
    buildColumn('factor_set_id', stored.factorSetId, point.factorSetId),
    ...feedIds.map((feed) => buildColumn(`inputs.${feed}`, recordText(stored.inputs[feed]), recordText(inputs[feed]))),
    buildColumn('inputs', Object.keys(stored.inputs).sort().join(' '), Object.keys(inputs).sort().join(' ')),
  ].filter(({ name, stored: text, recomputed }) => name !== 'inputs' || text !== recomputed)
}

/** The records of a point without the feeds that were added to the product after it: it has no record of them, and nothing of them was known. */
function omitLaterFeeds(recomputed: ScorePoint['inputs'], stored: StoredPoint['inputs']): StoredPoint['inputs'] {
  const isKept = (feed: FeedId) => stored[feed] !== undefined || recomputed[feed].phi > 0 || recomputed[feed].rows > 0
  return Object.fromEntries(feedIds.filter(isKept).map((feed) => [feed, recomputed[feed]]))
}

/** The columns that differ. */
export function listDifferingColumns(columns: readonly PointColumn[]): PointColumn[] {
  return columns.filter(({ stored, recomputed }) => stored !== recomputed)
}

/** A column of text; null is written as such. */
export function buildColumn(
  name: string,
  stored: string | number | null,
  recomputed: string | number | null,
): PointColumn {
  return { name, stored: String(stored), recomputed: String(recomputed) }
}

function recordText(record: FeedRecord | undefined): string {
  if (record === undefined) return 'absent'
  const { phi, rows, newestKnownFrom, payloadIds, ...more } = record
  const text = `φ ${phi}, ${rows} rows, newest ${newestKnownFrom ?? '-'}, payloads ${payloadIds.join(',') || '-'}`
  return Object.keys(more).length === 0 ? text : `${text}, ${JSON.stringify(more)}`
}
