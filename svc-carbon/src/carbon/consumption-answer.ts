import { composeConsumptionBody, restsOnLateSource } from '@hexawatt/shared/answers/consumption/consumption-body'
import { assessIntensityHealth } from '@hexawatt/shared/answers/source-health'
import type { CarbonConsumptionResponse } from '@hexawatt/shared/contract/carbon/carbon-consumption'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import { type AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import { countMinutesBetween } from '@hexawatt/shared/time/instant'
import type { AnswerDeps } from './latest-snapshots.ts'

/** Age at which an hour is degraded, minutes: its flows are due within three hours, and come in one poll with those of the next hours. */
const degradedAgeMinutes = 240

/**
 * Answers `GET /v1/carbon/consumption` without an instant: the newest hour whose flows are known at all borders.
 *
 * @throws AppError `insufficient_data` when no hour is known, or the newest ended more than 6 h ago
 */
export async function answerConsumption({ latest, clock }: AnswerDeps): Promise<Answer<CarbonConsumptionResponse>> {
  const snapshot = await latest.consumption()
  const now = clock.now()
  if (snapshot === null) throw await createRefusal('No hour with its imports is known yet.', { latest, clock })
  const { hour, mode } = snapshot.body
  const body = composeConsumptionBody(hour, now)
  const ageMinutes = countMinutesBetween(Temporal.Instant.from(body.slotEnd), now)
  // The age is negative when an earlier replay went further: that hour has not happened yet.
  if (ageMinutes < 0) throw await createRefusal('No hour with its imports is known yet.', { latest, clock })
  if (ageMinutes > maxAgeMinutes.intensity) {
    const detail = `The newest hour whose flows are known at all borders ended ${ageMinutes} minutes ago (${body.slotEnd}); at most ${maxAgeMinutes.intensity} are served.`
    throw await createRefusal(detail, { latest, clock })
  }
  return {
    body,
    validators: { etag: createWeakTag(JSON.stringify(body)), 'last-modified': formatHttpDate(hour.knownFromMs) },
    // Mixes of the neighbours arrive at any minute.
    maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, [null]),
    mode,
    isDegraded: ageMinutes > degradedAgeMinutes || restsOnLateSource(hour),
  }
}

async function createRefusal(detail: string, { latest, clock }: AnswerDeps): Promise<AppError> {
  return createInsufficientDataError(detail, assessIntensityHealth(await latest.status(), clock.now()))
}
