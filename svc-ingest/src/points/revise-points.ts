import { round2OrNull } from '@hexawatt/shared/bounds/numbers'
import { estimatedConsumptionVersion, toConfidenceVersion, toScoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import {
  type ChooseVersion,
  chooseCorrectedKnownVersion,
  chooseCorrectedReceivedVersion,
  chooseNewestVersion,
} from '@hexawatt/shared/stored-rows/known-version'
import type { Clock } from '@hexawatt/shared/time/clock'
import { createHistoricPoints, type RecordedPoint } from './historic-points.ts'
import { buildPointRow } from './point-store.ts'
import {
  type AffectedPoint,
  addRevision,
  finishRequests,
  readAffectedPoints,
  readRequestIds,
  type StoredColumns,
  tryLockRevisions,
} from './revision-store.ts'

export type ReviseDeps = { sql: Sql; clock: Clock }

/** Points that were recomputed, and revisions that were added. */
type Revision = { points: number; added: number }

/** Most points of one run: the points of a day. The rest stays requested. */
const maxPoints = 144

/**
 * Recomputes the points affected by the stored requests, oldest first: from the newest corrections of the rows that they were computed from, and estimated
 * points from the flows published since. It adds a revision for each point whose served values changed; a stored point never changes. One program runs it at
 * a time; requests that a crash interrupts stay stored.
 */
export async function revisePoints({ sql, clock }: ReviseDeps): Promise<Revision> {
  return sql.begin(async (tx) => {
    if (!(await tryLockRevisions(tx))) return { points: 0, added: 0 }
    const ids = await readRequestIds(tx, clock.now())
    if (ids.length === 0) return { points: 0, added: 0 }
    const points = await readAffectedPoints(tx, ids, maxPoints)
    let added = 0
    for (const { at, point } of await findChangedPoints(tx, points, clock.now())) {
      await addRevision(tx, at, clock.now(), point)
      added++
    }
    await finishRequests(tx, ids, points.length < maxPoints ? null : (points.at(-1)?.at ?? null))
    return { points: points.length, added }
  })
}

type ChangedPoint = { at: Temporal.Instant; point: StoredColumns }

const chooseByProvenance: Readonly<Record<AffectedPoint['provenance'], ChooseVersion>> = {
  live: chooseCorrectedReceivedVersion,
  backfilled: chooseCorrectedKnownVersion,
}

async function findChangedPoints(
  tx: TransactionSql,
  points: readonly AffectedPoint[],
  now: Temporal.Instant,
): Promise<ChangedPoint[]> {
  const changed: ChangedPoint[] = []
  for (const [provenance, ofKind] of Map.groupBy(points, (point) => point.provenance)) {
    const choose = chooseByProvenance[provenance]
    const [estimated, others] = splitTicks(ofKind, ({ stored }) => isEstimated(stored))
    // In an estimated point only the flows published since replace the exchanges, and only when every border has one. Other later values do not count.
    const withFlows = await recomputePoints(
      createHistoricPoints(tx, choose, { physical_flows: chooseNewestVersion }),
      estimated,
      now,
    )
    const [stillEstimated, known] = splitTicks(withFlows, ({ columns }) => isEstimated(columns))
    const asBefore = [...others, ...stillEstimated.map(({ point }) => point)]
    const recomputed = [...known, ...(await recomputePoints(createHistoricPoints(tx, choose), asBefore, now))]
    for (const { point, columns } of recomputed) {
      const { at, newest, stored } = point
      if (formatServed(columns) !== formatServed(newest ?? stored)) changed.push({ at, point: columns })
    }
  }
  return changed.sort((a, b) => Temporal.Instant.compare(a.at, b.at))
}

type Recomputed = { point: AffectedPoint; columns: StoredColumns }

/** Recomputes stored points day by day; a point of an unknown version is left out. */
async function recomputePoints(
  historic: ReturnType<typeof createHistoricPoints>,
  points: readonly AffectedPoint[],
  now: Temporal.Instant,
): Promise<Recomputed[]> {
  const recomputed: Recomputed[] = []
  for (const ofDay of Map.groupBy(points, ({ at }) => at.toString().slice(0, 10)).values()) {
    const ticks = ofDay.map(({ at }) => at)
    await historic.load(buildSpan(ticks), ticks, now)
    for (const point of ofDay) {
      const { at, stored, phi, readsExchanges } = point
      const scoreVersion = toScoreVersion(stored.score_version)
      const confidenceVersion = toConfidenceVersion(stored.confidence_version)
      if (scoreVersion === null || confidenceVersion === null) continue
      const recorded = { phi: phi as RecordedPoint['phi'], scoreVersion, confidenceVersion }
      const computed = historic.pointOf(await historic.rowsAt(at, readsExchanges), at, recorded)
      if (computed === null) continue
      const { at: _at, inputs: _inputs, factor_set_id: _factorSet, ...columns } = buildPointRow(computed)
      recomputed.push({ point, columns })
    }
  }
  return recomputed
}

function isEstimated({ consumption_version }: StoredColumns): boolean {
  return consumption_version === estimatedConsumptionVersion
}

function splitTicks<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

function buildSpan(ticks: readonly Temporal.Instant[]) {
  const [first, last] = [ticks[0], ticks.at(-1)]
  return { startMs: first?.epochMilliseconds ?? 0, endMs: (last?.epochMilliseconds ?? 0) + 1 }
}

/** The served values of a point: a change of digits that are not served is no revision. */
function formatServed(columns: StoredColumns): string {
  const slot = columns.carbon_slot_start
  return JSON.stringify([
    columns.price_score_tenths,
    columns.carbon_score_tenths,
    columns.grid_score_tenths,
    columns.adequacy_score_tenths,
    columns.known_dimensions,
    columns.confidence,
    slot === null ? null : Date.parse(slot),
    round2OrNull(columns.production_g_co2eq_per_kwh),
    round2OrNull(columns.consumption_g_co2eq_per_kwh),
    round2OrNull(columns.low_carbon_pct),
    round2OrNull(columns.spot_price_eur_per_mwh),
    columns.consumption_version,
  ])
}
