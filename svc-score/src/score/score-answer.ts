import { energyScore } from '@hexawatt/shared/answers/energy-score'
import { scoreHealth } from '@hexawatt/shared/answers/source-health'
import { mapMaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { insufficientData } from '@hexawatt/shared/errors/app-error'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Principal } from '@hexawatt/shared/http/principal'
import { parseQuery, queryText } from '@hexawatt/shared/http/query-parameters'
import { defaultWeighting, readWeighting } from '@hexawatt/shared/http/weighting-query'
import { scoreStatus } from '@hexawatt/shared/methodology/score/score-confidence'
import type { ScoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type Dated, isFromFuture, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { encodeAround } from '../answers/body-templates.ts'
import { type AnswerDeps, createEncodedBodies, type EncodedAnswer } from '../answers/encoded-answer.ts'
import { type DatedForecast, type LatestSnapshots, nextComputationMs } from '../sources/latest-snapshots.ts'

export type CurrentScore = {
  score: Dated<ScoreSnapshot>
  /** The forecast for the advice; null when there is none of this time. */
  forecast: DatedForecast | null
}

/**
 * The live score before any weighting.
 *
 * @throws AppError `insufficient_data` when there is none, when it was computed more than an hour ago or in the data's future, or when
 *   its confidence is below 50
 */
export function currentScore(latest: LatestSnapshots, now: Temporal.Instant): CurrentScore | Promise<CurrentScore> {
  const nowMs = now.epochMilliseconds
  return mapMaybePromise(latest.score(), (score) => {
    if (score === null || !isOfThisTime(score, nowMs)) return refuseMissing(score, latest, now)
    refuseUnreliable(score.body)
    return mapMaybePromise(latest.forecast(), (forecast) => ({
      score,
      forecast: forecast !== null && isOfThisTime(forecast, nowMs) ? forecast : null,
    }))
  })
}

function refuseUnreliable(score: ScoreSnapshot): void {
  if (scoreStatus(score.confidence) !== 'insufficient') return
  const detail = `Too few sources are on time for a reliable score: its confidence would be ${score.confidence} of 100, at least 50 is served.`
  throw insufficientData(detail, score)
}

async function refuseMissing(
  score: Dated<ScoreSnapshot> | null,
  latest: LatestSnapshots,
  now: Temporal.Instant,
): Promise<never> {
  throw insufficientData(whyNone(score, now.epochMilliseconds), scoreHealth(await latest.status(), now))
}

function isOfThisTime(snapshot: Dated<unknown>, nowMs: number): boolean {
  return !isFromFuture(snapshot, nowMs) && nowMs - snapshot.computedAtMs <= maxAgeMinutes.score * minuteMs
}

function whyNone(score: Dated<ScoreSnapshot> | null, nowMs: number): string {
  if (score === null || isFromFuture(score, nowMs)) return 'No score has been computed yet.'
  return `The newest score was computed at ${score.body.computedAt}; it is served for at most ${maxAgeMinutes.score} minutes.`
}

/** Makes the answer to `GET /v1/score`. */
export function createScoreAnswer({ latest, clock }: AnswerDeps) {
  const encodedBody = createEncodedBodies(EnergyScore, encodeAround('weightsApplied', 'computedAt'))

  /** @throws AppError as `readWeighting` and `currentScore` do, or `service_unavailable` */
  return function answerScore(url: string, principal: Principal): EncodedAnswer | Promise<EncodedAnswer> {
    const text = queryText(url)
    const weighting = text === '' ? defaultWeighting : readWeighting(parseQuery(text), principal)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    return mapMaybePromise(currentScore(latest, now), ({ score, forecast }) => {
      // The advice depends on whole hours, so it changes only with the clock hour.
      const clockHour = Math.floor(nowMs / hourMs)
      const madeFrom = {
        sources: [score, forecast, clockHour],
        changedAtMs: Math.max(score.computedAtMs, forecast?.computedAtMs ?? 0, clockHour * hourMs),
      }
      const { payload, validators } = encodedBody(madeFrom, text, () =>
        energyScore(score.body, forecast?.hours ?? [], weighting, now),
      )
      return {
        payload,
        mode: score.body.mode,
        isDegraded: isDegraded(score, nowMs),
        validators,
        maxAgeSeconds: maxAgeSeconds(nowMs, [nextComputationMs(score.computedAtMs, nowMs)]),
      }
    })
  }
}

function isDegraded(score: Dated<ScoreSnapshot>, nowMs: number): boolean {
  return scoreStatus(score.body.confidence) !== 'ok' || score.body.hasLateSource || isOverdue(score, nowMs)
}
