import { round2 } from '@hexawatt/shared/contract/numbers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { type ChooseVersion, correctedKnownVersion, correctedLearntVersion } from '../inputs/known-version.ts'
import { createPointMaker, type RecordedAvailability } from './historic-points.ts'
import { pointRow } from './point-store.ts'
import {
  type AnnouncedPoint,
  addRevision,
  finishAnnouncements,
  readAnnouncedPoints,
  readAnnouncementIds,
  type StoredColumns,
  takeRevisionTurn,
} from './revision-store.ts'

export type ReviseDeps = { sql: Sql; clock: Clock }

/** Points that were gone through, and revisions that were added. */
type Revision = { points: number; added: number }

/** Most points of one run: those of a day. What is left stays announced. */
const maxPoints = 144

/**
 * Computes the points anew that announced changes concern, oldest first, from the rows that they were computed from as those were corrected
 * since, and adds a revision beside each of which a served value is another than last. A stored point never changes. One program does it at
 * a time; what a crash interrupts stays announced.
 */
export async function revisePoints({ sql, clock }: ReviseDeps): Promise<Revision> {
  return sql.begin(async (tx) => {
    if (!(await takeRevisionTurn(tx))) return { points: 0, added: 0 }
    const ids = await readAnnouncementIds(tx, clock.now())
    if (ids.length === 0) return { points: 0, added: 0 }
    const points = await readAnnouncedPoints(tx, ids, maxPoints)
    let added = 0
    for (const { at, point } of await changedPoints(sql, points, clock.now())) {
      await addRevision(tx, at, clock.now(), point)
      added++
    }
    await finishAnnouncements(tx, ids, points.length < maxPoints ? null : (points.at(-1)?.at ?? null))
    return { points: points.length, added }
  })
}

type ChangedPoint = { at: Temporal.Instant; point: StoredColumns }

const chooseByProvenance: Readonly<Record<AnnouncedPoint['provenance'], ChooseVersion>> = {
  live: correctedLearntVersion,
  backfilled: correctedKnownVersion,
}

async function changedPoints(
  sql: Sql,
  points: readonly AnnouncedPoint[],
  now: Temporal.Instant,
): Promise<ChangedPoint[]> {
  const changed: ChangedPoint[] = []
  for (const [provenance, ofKind] of Map.groupBy(points, (point) => point.provenance)) {
    const maker = createPointMaker(sql, chooseByProvenance[provenance])
    for (const ofDay of Map.groupBy(ofKind, ({ at }) => at.toString().slice(0, 10)).values()) {
      const marks = ofDay.map(({ at }) => at)
      await maker.load(spanOf(marks), marks, now)
      for (const { at, stored, newest, phi } of ofDay) {
        const point = maker.pointOf(maker.rowsAt(at), at, phi as RecordedAvailability)
        if (point === null) continue
        const { at: _at, inputs: _inputs, factor_set_id: _factorSet, ...columns } = pointRow(point)
        if (servedText(columns) !== servedText(newest ?? stored)) changed.push({ at, point: columns })
      }
    }
  }
  return changed
}

function spanOf(marks: readonly Temporal.Instant[]) {
  const [first, last] = [marks[0], marks.at(-1)]
  return { startMs: first?.epochMilliseconds ?? 0, endMs: (last?.epochMilliseconds ?? 0) + 1 }
}

/** What is served of a point: revisions of digits that nobody sees are none. */
function servedText(columns: StoredColumns): string {
  const rounded = (value: number | null) => (value === null ? null : round2(value))
  const slot = columns.carbon_slot_start
  return JSON.stringify([
    columns.price_score_tenths,
    columns.carbon_score_tenths,
    columns.grid_score_tenths,
    columns.adequacy_score_tenths,
    columns.confidence,
    slot === null ? null : Date.parse(slot),
    rounded(columns.production_g_co2eq_per_kwh),
    rounded(columns.consumption_g_co2eq_per_kwh),
    rounded(columns.low_carbon_pct),
    rounded(columns.spot_price_eur_per_mwh),
  ])
}
