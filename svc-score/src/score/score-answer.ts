import { energyScore } from '@hexawatt/shared/answers/energy-score'
import { scoreHealth } from '@hexawatt/shared/answers/source-health'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { insufficientData } from '@hexawatt/shared/errors/app-error'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Handler } from '@hexawatt/shared/http/mount'
import { parseQuery } from '@hexawatt/shared/http/query-parameters'
import { defaultWeighting, readWeighting } from '@hexawatt/shared/http/weighting-query'
import { scoreStatus } from '@hexawatt/shared/methodology/score/score-confidence'
import type { ScoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type Dated, isFromFuture, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { createEncodedBodies } from '../sources/encoded-bodies.ts'
import {
  type AnswerDeps,
  type DatedForecast,
  type LatestSnapshots,
  nextComputationMs,
} from '../sources/latest-snapshots.ts'

type CurrentScore = {
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
async function currentScore(latest: LatestSnapshots, now: Temporal.Instant): Promise<CurrentScore> {
  const nowMs = now.epochMilliseconds
  const score = await latest.score()
  if (score === null || !isOfThisTime(score, nowMs)) {
    throw insufficientData(whyNone(score, nowMs), scoreHealth(await latest.status(), now))
  }
  refuseUnreliable(score.body)
  const forecast = await latest.forecast()
  return { score, forecast: forecast !== null && isOfThisTime(forecast, nowMs) ? forecast : null }
}

function refuseUnreliable(score: ScoreSnapshot): void {
  if (scoreStatus(score.confidence) !== 'insufficient') return
  const detail = `Too few sources are on time for a reliable score: its confidence would be ${score.confidence} of 100, at least 50 is served.`
  throw insufficientData(detail, score)
}

function isOfThisTime(snapshot: Dated<unknown>, nowMs: number): boolean {
  return !isFromFuture(snapshot, nowMs) && nowMs - snapshot.computedAtMs <= maxAgeMinutes.score * minuteMs
}

function whyNone(score: Dated<ScoreSnapshot> | null, nowMs: number): string {
  if (score === null || isFromFuture(score, nowMs)) return 'No score has been computed yet.'
  return `The newest score was computed at ${score.body.computedAt}; it is served for at most ${maxAgeMinutes.score} minutes.`
}

/** Makes the answer to `GET /v1/score`. */
export function createScoreAnswer({ latest, clock }: AnswerDeps): Handler {
  const encodedBody = createEncodedBodies(EnergyScore, 'computedAt')

  /** @throws AppError as `readWeighting` and `currentScore` do, or `service_unavailable` */
  return async function answerScore({ query, principal }) {
    const weighting = query === '' ? defaultWeighting : readWeighting(parseQuery(query), principal)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const { score, forecast } = await currentScore(latest, now)
    // The advice depends on whole hours, so it changes only with the clock hour.
    const clockHour = Math.floor(nowMs / hourMs)
    const madeFrom = {
      sources: [score, forecast, clockHour],
      changedAtMs: Math.max(score.computedAtMs, forecast?.computedAtMs ?? 0, clockHour * hourMs),
    }
    const { body, validators } = encodedBody(madeFrom, query, () =>
      energyScore(score.body, forecast?.hours ?? [], weighting, now),
    )
    return {
      body,
      mode: score.body.mode,
      isDegraded: isDegraded(score, nowMs),
      validators,
      maxAgeSeconds: maxAgeSeconds(nowMs, [nextComputationMs(score.computedAtMs, nowMs)]),
    }
  }
}

function isDegraded(score: Dated<ScoreSnapshot>, nowMs: number): boolean {
  return scoreStatus(score.body.confidence) !== 'ok' || score.body.hasLateSource || isOverdue(score, nowMs)
}
