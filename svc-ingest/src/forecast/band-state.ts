import type { BandLevels } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import {
  type BandState,
  computeBandIssuesFrom,
  computeBandTargetsEndMs,
  computeNextBandAlphas,
  findJudgedTargets,
  learnBands,
  noBandState,
  type RealisedByHour,
  toBandLevels,
} from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readArchivedLeads, readJudgedHours } from './band-archive-store.ts'
import { readNewestBands } from './issue-store.ts'
import { type RealisedDeps, refreshRealisedHours } from './realised-hours.ts'
import { readRealisedHours } from './realised-store.ts'

/**
 * The state of the bands for the issue of an instant, from the archive only: the issues of the 60 days before it, the realised values, and α of the
 * issue before it. Programs and restarts agree on it.
 *
 * @param corrected realised values that count instead of the stored ones: the audit passes the values known at the issue
 */
export async function deriveBandState(
  sql: Sql,
  issuedAt: Temporal.Instant,
  corrected: RealisedByHour = new Map(),
): Promise<BandState> {
  const issuedFrom = computeBandIssuesFrom(issuedAt)
  const targetsBefore = Temporal.Instant.fromEpochMilliseconds(computeBandTargetsEndMs(issuedAt))
  const previous = await readNewestBands(sql, issuedAt.subtract({ hours: 1 }))
  if (previous === null) return noBandState
  const stored = await readRealisedHours(sql, issuedFrom, targetsBefore)
  const realised = corrected.size === 0 ? stored : new Map([...stored, ...corrected])
  const archive = await readArchivedLeads(sql, { issuedFrom, issuedBefore: issuedAt, targetsBefore })
  const targets = findJudgedTargets(previous.issuedAt, issuedAt)
  const judged = targets === null ? [] : await readJudgedHours(sql, { ...targets, issuedBefore: issuedAt })
  return learnBands(archive, realised, computeNextBandAlphas(previous.bands, targets, judged, realised))
}

/** Brings the realised values up to an instant, and derives the state of the bands for the issue of that instant. */
export async function prepareBandState(deps: RealisedDeps, issuedAt: Temporal.Instant): Promise<BandState> {
  await refreshRealisedHours(deps, issuedAt)
  return deriveBandState(deps.sql, issuedAt)
}

/** Reads the levels of the newest issue up to an instant: live snapshots use those of the hour's issue, whichever program made it. */
export function createBandLevelsReader(sql: Sql): (at: Temporal.Instant) => Promise<BandLevels> {
  return async (at) => {
    const newest = await readNewestBands(sql, at)
    return toBandLevels(newest?.bands ?? noBandState)
  }
}
