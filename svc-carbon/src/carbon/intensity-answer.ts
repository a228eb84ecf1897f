import { composeIntensity } from '@hexawatt/shared/answers/present-intensity'
import { assessIntensityHealth } from '@hexawatt/shared/answers/source-health'
import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import { type AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { findNextDue, neverReceived } from '@hexawatt/shared/grid/feed-calendar'
import type { Answer, Version } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { CarbonSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { Dated } from '@hexawatt/shared/snapshot/snapshot-age'
import { countMinutesBetween, isoSeconds } from '@hexawatt/shared/time/instant'
import type { AnswerDeps } from './latest-snapshots.ts'

/** Age at which a slot is degraded, minutes: the hourly feed has missed a publication and its tolerance. */
export const degradedAgeMinutes = 180

/**
 * Answers `GET /v1/carbon/intensity` with the newest intensity: the status is read only to explain a refusal.
 *
 * @throws AppError `insufficient_data` when there is no assessment, or the newest slot is more than 6 h old
 */
export async function answerIntensity({ latest, clock }: AnswerDeps): Promise<Answer> {
  const snapshot = await latest.carbon()
  const now = clock.now()
  const ageMinutes = snapshot && countMinutesBetween(Temporal.Instant.from(snapshot.body.assessment.slotEnd), now)
  // The age is negative when an earlier replay went further: that hour has not happened yet.
  if (snapshot === null || ageMinutes === null || ageMinutes < 0) {
    throw await createRefusal('No complete hour of generation is known yet.', { latest, clock })
  }
  if (ageMinutes > maxAgeMinutes.intensity) {
    const detail = `The newest complete hour ended ${ageMinutes} minutes ago (${snapshot.body.assessment.slotEnd}); at most ${maxAgeMinutes.intensity} are served.`
    throw await createRefusal(detail, { latest, clock })
  }
  const { assessment, mode, usesSpare } = snapshot.body
  const body = composeIntensity(assessment, isoSeconds(now), ageMinutes)
  return {
    body,
    ...createIntensityVersion(snapshot, body, now),
    mode,
    isDegraded:
      usesSpare === true ||
      ageMinutes > degradedAgeMinutes ||
      assessment.slotSource !== 'generation_by_type' ||
      assessment.importBasis !== 'physical_flows',
  }
}

async function createRefusal(detail: string, { latest, clock }: AnswerDeps): Promise<AppError> {
  const status = await latest.status()
  return createInsufficientDataError(detail, assessIntensityHealth(status, clock.now()))
}

/** The version of an intensity omits the time of the response and the age of the data, which change without new data. */
function createIntensityVersion(
  { body: { assessment }, computedAtMs }: Dated<CarbonSnapshot>,
  { timestamp: _instant, dataAgeMinutes: _age, ...content }: CarbonIntensityResponse,
  now: Temporal.Instant,
): Version {
  return {
    validators: {
      etag: createWeakTag(JSON.stringify(content)),
      'last-modified': formatHttpDate(computedAtMs),
    },
    maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, [computeNextHourMs(assessment)]),
  }
}

/**
 * When the next hour is due, ms since the epoch. Null while this hour is incomplete: the hourly feed is replaced by the quarter-hourly one, or the
 * cross-border flows are missing or estimated.
 */
function computeNextHourMs({ slotEnd, slotSource, importBasis }: CarbonSnapshot['assessment']): number | null {
  if (slotSource !== 'generation_by_type' || importBasis !== 'physical_flows') return null
  const received = { ...neverReceived, newestSlotEnd: Temporal.Instant.from(slotEnd) }
  return findNextDue('generation_by_type', received)?.epochMilliseconds ?? null
}
