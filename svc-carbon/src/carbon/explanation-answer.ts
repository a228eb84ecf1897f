import { assessScoreHealth } from '@hexawatt/shared/answers/source-health'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import type { CarbonExplainResponse, ExplainedPoint } from '@hexawatt/shared/contract/explanation/explanation'
import { AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import { toScoreStatus } from '@hexawatt/shared/methodology/score/score-confidence'
import { isFromFuture, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { answerConsumption } from './consumption-answer.ts'
import type { AnswerDeps } from './latest-snapshots.ts'

/**
 * Answers `GET /v1/carbon/explain` without an instant: the explanation of the newest figures.
 *
 * @throws AppError `insufficient_data` when none is known, or the newest was computed more than an hour ago or in the data's future
 */
export async function answerExplanation({ latest, clock }: AnswerDeps): Promise<Answer<CarbonExplainResponse>> {
  const snapshot = await latest.explanation()
  const now = clock.now()
  const nowMs = now.epochMilliseconds
  if (snapshot === null || isFromFuture(snapshot, nowMs)) {
    const health = assessScoreHealth(await latest.status(), now)
    throw createInsufficientDataError('No figures have been computed yet.', health)
  }
  const { explanation, computedAt, mode, hasLateSource } = snapshot.body
  if (nowMs - snapshot.computedAtMs > maxAgeMinutes.score * minuteMs) {
    const detail = `The newest figures were computed at ${computedAt}; they are explained for at most ${maxAgeMinutes.score} minutes.`
    throw createInsufficientDataError(detail, assessScoreHealth(await latest.status(), now))
  }
  const body = { ...hideUnreliableScore(explanation), ...(await findExplainedHour({ latest, clock })) }
  const { at: _at, computedFor: _computedFor, ...content } = body
  return {
    body,
    validators: {
      etag: createWeakTag(JSON.stringify(content)),
      'last-modified': formatHttpDate(snapshot.computedAtMs),
    },
    // Recomputed after every poll, at least every minute.
    maxAgeSeconds: computeMaxAgeSeconds(nowMs, [null]),
    mode,
    isDegraded: hasLateSource || isOverdue(snapshot, nowMs) || body.score === null || body.carbon === null,
  }
}

/** The hour that `GET /v1/carbon/consumption` answers now; null while that is refused. */
async function findExplainedHour(
  deps: AnswerDeps,
): Promise<Pick<CarbonExplainResponse, 'consumption' | 'consumptionMissing'>> {
  const served = await answerConsumption(deps).catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  if (served instanceof AppError) return { consumption: null, consumptionMissing: served.message }
  const { explained = null } = (await deps.latest.consumption())?.body ?? {}
  const consumptionMissing = explained === null ? 'The stored rows no longer give the newest hour.' : null
  return { consumption: explained, consumptionMissing }
}

/** A score of such a confidence is not served: what is not served is not explained. */
function hideUnreliableScore(explanation: ExplainedPoint): ExplainedPoint {
  const confidence = explanation.score?.confidence.value ?? null
  if (confidence === null || toScoreStatus(confidence) !== 'insufficient') return explanation
  const scoreMissing = `Too few sources are on time for a reliable score: its confidence would be ${confidence} of 100, at least 50 is served.`
  return { ...explanation, score: null, scoreMissing }
}
