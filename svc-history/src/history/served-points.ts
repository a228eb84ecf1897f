import type { Sql } from '@hexawatt/shared/postgres/client'
import type { PointRange } from '../points/encoded-points.ts'
import type { PointDays } from '../points/point-days.ts'

/** The points of a window: how many there are of each combination of versions, and then the points, in the order of time. */
export type ServedPoints = {
  samplesBySet: ReadonlyMap<string, number>
  /** May be read once. Leaving it early ends the reading. */
  ranges: AsyncGenerator<PointRange, void, undefined>
}

export type ServedPointsDeps = { sql: Sql; days: PointDays }

/** Points in `[from, end)`. */
export type PointSpan = { from: Temporal.Instant; end: Temporal.Instant }
