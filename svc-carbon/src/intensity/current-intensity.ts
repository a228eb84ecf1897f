import { maxAgeMinutes } from '@hexawatt/shared/answers/answer-ages'
import { presentIntensity } from '@hexawatt/shared/answers/present-intensity'
import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import type { AppError } from '@hexawatt/shared/errors/app-error'
import { insufficientData } from '@hexawatt/shared/errors/insufficient-data'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { DataHeaders } from '@hexawatt/shared/http/data-headers'
import { carbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'
import type { SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { statusSnapshot } from '@hexawatt/shared/snapshot/status-snapshot'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds, minutesBetween } from '@hexawatt/shared/time/instant'
import { carbonSourceHealth } from './carbon-source-health.ts'
import { intensityVersion } from './intensity-version.ts'

export type IntensityDeps = { snapshots: SnapshotReader; clock: Clock }

export type CurrentIntensity = {
  body: CarbonIntensityResponse
  version: DataHeaders
  mode: DataMode
  isDegraded: boolean
}

/** A slot older than this is served as degraded: the hourly feed has missed a publication and its tolerance. */
const degradedAgeMinutes = 180

/**
 * The newest intensity: one Redis read (the status is read only to explain a refusal).
 *
 * @throws AppError `insufficient_data` when there is no assessment, or the newest slot is more than 6 h old
 */
export async function currentIntensity({ snapshots, clock }: IntensityDeps): Promise<CurrentIntensity> {
  const snapshot = await snapshots.read(carbonSnapshot)
  const now = clock.now()
  const ageMinutes = snapshot && minutesBetween(Temporal.Instant.from(snapshot.assessment.slotEnd), now)
  // A negative age: the database was last used at a later instant of a replay; that hour has not happened yet.
  if (snapshot === null || ageMinutes === null || ageMinutes < 0) {
    throw await refusal('No complete hour of generation is known yet.', { snapshots, clock })
  }
  if (ageMinutes > maxAgeMinutes.intensity) {
    const detail = `The newest complete hour ended ${ageMinutes} minutes ago (${snapshot.assessment.slotEnd}); at most ${maxAgeMinutes.intensity} are served.`
    throw await refusal(detail, { snapshots, clock })
  }
  const { assessment } = snapshot
  const body = presentIntensity(assessment, isoSeconds(now), ageMinutes)
  return {
    body,
    version: intensityVersion(snapshot, body, now),
    mode: snapshot.mode,
    isDegraded:
      ageMinutes > degradedAgeMinutes ||
      assessment.slotSource !== 'generation_by_type' ||
      assessment.consumptionGCo2eqPerKwh === null,
  }
}

async function refusal(detail: string, { snapshots, clock }: IntensityDeps): Promise<AppError> {
  const status = await snapshots.read(statusSnapshot)
  return insufficientData(detail, carbonSourceHealth(status, clock.now()))
}
