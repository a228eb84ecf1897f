import { type FeedId, feedIds } from '../grid/feeds.ts'
import {
  createMethodologyVersions,
  toConfidenceVersion,
  toImportBasis,
  toScoreVersion,
} from '../methodology/versions.ts'
import type { FeedRecord } from './input-record.ts'
import { type ScorePoint, toKnownColumn } from './score-point.ts'
import type { StoredPoint } from './stored-point-store.ts'

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

/** A stored and a recomputed column of a point, as text with every digit. */
export type PointColumn = { name: string; stored: string; recomputed: string }

/** Every column of a point, its inputs feed by feed. `computed_at` and `provenance` are not recomputed. */
export function listPointColumns(stored: StoredPoint, point: ScorePoint): PointColumn[] {
  const inputs = omitLaterFeeds(point.inputs, stored.inputs)
  const isNamed = ({ name, stored: text, recomputed }: PointColumn) => name !== 'inputs' || text !== recomputed
  return [
    ...listPointFigures(stored, point),
    ...feedIds.map((feed) => buildColumn(`inputs.${feed}`, recordText(stored.inputs[feed]), recordText(inputs[feed]))),
    buildColumn('inputs', Object.keys(stored.inputs).sort().join(' '), Object.keys(inputs).sort().join(' ')),
  ].filter(isNamed)
}

/** The columns of a point without the record of its inputs. */
export function listPointFigures(stored: StoredPoint, point: ScorePoint): PointColumn[] {
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
    buildColumn('known_dimensions', stored.knownDimensions, toKnownColumn(point.versions.score, point.known)),
    buildColumn('carbon_version', stored.carbonVersion, point.versions.carbon),
    buildColumn('confidence_version', stored.confidenceVersion, point.versions.confidence),
    buildColumn('consumption_version', stored.consumptionVersion, point.versions.consumption),
    buildColumn('factor_set_id', stored.factorSetId, point.factorSetId),
  ]
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
