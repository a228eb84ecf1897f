import { presentIntensity } from '@hexawatt/shared/answers/present-intensity'
import { intensityHealth } from '@hexawatt/shared/answers/source-health'
import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import { type AppError, insufficientData } from '@hexawatt/shared/errors/app-error'
import { neverReceived, nextDue } from '@hexawatt/shared/grid/feed-calendar'
import type { Answer, Version } from '@hexawatt/shared/http/answer'
import { httpDate, weakTag } from '@hexawatt/shared/http/conditional'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import { type CarbonSnapshot, carbonSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { regionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { addSnapshotGauges } from '@hexawatt/shared/snapshot/snapshot-age'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds, minutesBetween } from '@hexawatt/shared/time/instant'
import type { LatestSnapshots } from '../sources/latest-snapshots.ts'

export type IntensityDeps = { latest: LatestSnapshots; clock: Clock }

/** Age from which a slot is degraded, minutes: the hourly feed has missed a publication and its tolerance. */
export const degradedAgeMinutes = 180

/**
 * Answers `GET /v1/carbon/intensity` with the newest intensity: the status is read only to explain a refusal.
 *
 * @throws AppError `insufficient_data` when there is no assessment, or the newest slot is more than 6 h old
 */
export async function answerIntensity({ latest, clock }: IntensityDeps): Promise<Answer> {
  const snapshot = await latest.carbon()
  const now = clock.now()
  const ageMinutes = snapshot && minutesBetween(Temporal.Instant.from(snapshot.assessment.slotEnd), now)
  // The age is negative when an earlier replay went further: that hour has not happened yet.
  if (snapshot === null || ageMinutes === null || ageMinutes < 0) {
    throw await refusal('No complete hour of generation is known yet.', { latest, clock })
  }
  if (ageMinutes > maxAgeMinutes.intensity) {
    const detail = `The newest complete hour ended ${ageMinutes} minutes ago (${snapshot.assessment.slotEnd}); at most ${maxAgeMinutes.intensity} are served.`
    throw await refusal(detail, { latest, clock })
  }
  const { assessment } = snapshot
  const body = presentIntensity(assessment, isoSeconds(now), ageMinutes)
  return {
    body,
    ...intensityVersion(snapshot, body, now),
    mode: snapshot.mode,
    isDegraded:
      snapshot.usesSpare === true ||
      ageMinutes > degradedAgeMinutes ||
      assessment.slotSource !== 'generation_by_type' ||
      assessment.importBasis !== 'physical_flows',
  }
}

async function refusal(detail: string, { latest, clock }: IntensityDeps): Promise<AppError> {
  const status = await latest.status()
  return insufficientData(detail, intensityHealth(status, clock.now()))
}

/** The version of an intensity leaves out the instant of the answer and the age of the data, which change without news. */
function intensityVersion(
  { assessment, computedAt }: CarbonSnapshot,
  { timestamp: _instant, dataAgeMinutes: _age, ...content }: CarbonIntensityResponse,
  now: Temporal.Instant,
): Version {
  return {
    validators: {
      etag: weakTag(JSON.stringify(content)),
      'last-modified': httpDate(Temporal.Instant.from(computedAt).epochMilliseconds),
    },
    maxAgeSeconds: maxAgeSeconds(now.epochMilliseconds, [nextHourMs(assessment)]),
  }
}

/**
 * When the next hour is due, ms since the epoch. Null while this hour is incomplete: the quarter-hourly feed stands in for the hourly one,
 * or the cross-border flows are missing or estimated.
 */
function nextHourMs({ slotEnd, slotSource, importBasis }: CarbonSnapshot['assessment']): number | null {
  if (slotSource !== 'generation_by_type' || importBasis !== 'physical_flows') return null
  const received = { ...neverReceived, newestSlotEnd: Temporal.Instant.from(slotEnd) }
  return nextDue('generation_by_type', received)?.epochMilliseconds ?? null
}

type IntensityGaugesDeps = { metrics: Metrics; clock: Clock; latest: LatestSnapshots }

/** Gauges the age of the snapshots behind the answers, read as a request reads them. */
export function addCarbonGauges({ metrics, clock, latest }: IntensityGaugesDeps): void {
  addSnapshotGauges({
    metrics,
    clock,
    read: async () => {
      const served = await Promise.all([latest.carbon(), latest.regions()])
      const [carbonMs, regionsMs] = served.map(
        (snapshot) => snapshot && Temporal.Instant.from(snapshot.computedAt).epochMilliseconds,
      )
      return [
        { snapshot: carbonSnapshot.name, computedAtMs: carbonMs ?? null },
        { snapshot: regionsSnapshot.name, computedAtMs: regionsMs ?? null },
      ]
    },
  })
}
