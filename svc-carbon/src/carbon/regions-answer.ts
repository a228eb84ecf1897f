import { composeRegionsBody } from '@hexawatt/shared/answers/regions-body'
import { assessRegionsHealth } from '@hexawatt/shared/answers/source-health'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import { type AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { regionsPollMinute } from '@hexawatt/shared/grid/regions'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import { countMinutesBetween, hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { degradedAgeMinutes } from './intensity-answer.ts'
import type { AnswerDeps } from './latest-snapshots.ts'

/**
 * Answers `GET /v1/carbon/regions` with the newest quarter-hour of the regions: the status is read only to explain a refusal.
 *
 * @throws AppError `insufficient_data` when no quarter-hour is known, or the newest ended more than 6 h ago
 */
export async function answerRegions({ latest, clock }: AnswerDeps): Promise<Answer> {
  const snapshot = await latest.regions()
  const now = clock.now()
  const ageMinutes = snapshot && countMinutesBetween(Temporal.Instant.from(snapshot.body.slotEnd), now)
  // The age is negative when an earlier replay went further: that quarter-hour has not happened yet.
  if (snapshot === null || ageMinutes === null || ageMinutes < 0) {
    throw await createRefusal('No quarter-hour of the regions is known yet.', { latest, clock })
  }
  if (ageMinutes > maxAgeMinutes.intensity) {
    const detail = `The newest quarter-hour of the regions ended ${ageMinutes} minutes ago (${snapshot.body.slotEnd}); at most ${maxAgeMinutes.intensity} are served.`
    throw await createRefusal(detail, { latest, clock })
  }
  const body = composeRegionsBody(snapshot.body)
  return {
    body,
    validators: {
      etag: createWeakTag(JSON.stringify(body)),
      'last-modified': formatHttpDate(snapshot.computedAtMs),
    },
    maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, [computeNextPollMs(ageMinutes, now)]),
    mode: snapshot.body.mode,
    isDegraded: ageMinutes > degradedAgeMinutes || body.regions.some(({ gCo2PerKwh }) => gCo2PerKwh === null),
  }
}

async function createRefusal(detail: string, { latest, clock }: AnswerDeps): Promise<AppError> {
  return createInsufficientDataError(detail, assessRegionsHealth(await latest.status(), clock.now()))
}

/** When the next poll has been stored, ms since the epoch; null when the last polls brought no values, so that new values may come at any time. */
function computeNextPollMs(ageMinutes: number, now: Temporal.Instant): number | null {
  if (ageMinutes > degradedAgeMinutes) return null
  const afterMinuteMs = (regionsPollMinute + 1) * minuteMs
  const startedHours = Math.floor((now.epochMilliseconds - afterMinuteMs) / hourMs)
  return (startedHours + 1) * hourMs + afterMinuteMs
}
