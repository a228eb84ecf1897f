import { composeEnergyScore } from '@hexawatt/shared/answers/energy-score'
import { assessScoreHealth } from '@hexawatt/shared/answers/source-health'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import type { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import type { Handler } from '@hexawatt/shared/http/mount'
import { toWeighting } from '@hexawatt/shared/http/weighting-query'
import { toScoreStatus } from '@hexawatt/shared/methodology/score/score-confidence'
import type { ScoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type Dated, isFromFuture, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { createEncodedBodies } from '../sources/encoded-bodies.ts'
import { type AnswerDeps, computeNextComputationMs } from '../sources/latest-snapshots.ts'

/** Makes the answer to `GET /v1/score`. */
export function createScoreAnswer({ latest, clock }: AnswerDeps): Handler<typeof getScore> {
  const encodedBody = createEncodedBodies(EnergyScore, 'computedAt')

  /**
   * @throws AppError `insufficient_data` when there is no score, when it was computed more than an hour ago or in the data's future, or when its
   *   confidence is below 50; or `service_unavailable`
   */
  return async function answerScore({ query, queryText }) {
    const weighting = toWeighting(query)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const score = await latest.score()
    if (score === null || !isCurrent(score, nowMs)) {
      throw createInsufficientDataError(explainAbsence(score, nowMs), assessScoreHealth(await latest.status(), now))
    }
    refuseUnreliable(score.body)
    const newest = await latest.forecast()
    // Without a forecast of this time there is no advice.
    const forecast = newest !== null && isCurrent(newest, nowMs) ? newest : null
    // The advice depends on whole hours, so it changes only with the clock hour.
    const clockHour = Math.floor(nowMs / hourMs)
    const madeFrom = {
      sources: [score, forecast, clockHour],
      changedAtMs: Math.max(score.computedAtMs, forecast?.computedAtMs ?? 0, clockHour * hourMs),
    }
    const { body, validators } = encodedBody(madeFrom, queryText, () =>
      composeEnergyScore(score.body, forecast?.hours ?? [], weighting, now),
    )
    return {
      body,
      mode: score.body.mode,
      isDegraded: isDegraded(score, nowMs),
      validators,
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [computeNextComputationMs(score.computedAtMs, nowMs)]),
    }
  }
}

function refuseUnreliable(score: ScoreSnapshot): void {
  if (toScoreStatus(score.confidence) !== 'insufficient') return
  const detail = `Too few sources are on time for a reliable score: its confidence would be ${score.confidence} of 100, at least 50 is served.`
  throw createInsufficientDataError(detail, score)
}

function isCurrent(snapshot: Dated<unknown>, nowMs: number): boolean {
  return !isFromFuture(snapshot, nowMs) && nowMs - snapshot.computedAtMs <= maxAgeMinutes.score * minuteMs
}

function explainAbsence(score: Dated<ScoreSnapshot> | null, nowMs: number): string {
  if (score === null || isFromFuture(score, nowMs)) return 'No score has been computed yet.'
  return `The newest score was computed at ${score.body.computedAt}; it is served for at most ${maxAgeMinutes.score} minutes.`
}

function isDegraded(score: Dated<ScoreSnapshot>, nowMs: number): boolean {
  return toScoreStatus(score.body.confidence) !== 'ok' || score.body.hasLateSource || isOverdue(score, nowMs)
}
