import { energyScore } from '@hexawatt/shared/answers/energy-score'
import { mapMaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import type { Principal } from '@hexawatt/shared/contract/principal'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { maxAgeSeconds } from '@hexawatt/shared/http/cache-control'
import { parseQuery, queryText } from '@hexawatt/shared/http/query-parameters'
import { defaultWeighting, readWeighting } from '@hexawatt/shared/http/weighting-query'
import { scoreStatus } from '@hexawatt/shared/methodology/score/score-confidence'
import type { ScoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { type Dated, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { AnswerDeps, EncodedAnswer } from '../answers/answer.ts'
import { createEncodedBodies } from '../answers/encoded-bodies.ts'
import { nextComputationMs } from '../sources/latest-snapshots.ts'
import { currentScore } from './current-score.ts'

/** Makes the answer to `GET /v1/score`. */
export function createScoreAnswer({ latest, clock }: AnswerDeps) {
  const encodedBody = createEncodedBodies(EnergyScore, 'computedAt')

  /** @throws AppError as `readWeighting` and `currentScore` do, or `service_unavailable` */
  return function answerScore(url: string, principal: Principal): EncodedAnswer | Promise<EncodedAnswer> {
    const text = queryText(url)
    const weighting = text === '' ? defaultWeighting : readWeighting(parseQuery(text), principal)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    return mapMaybePromise(currentScore(latest, now), ({ score, forecast }) => {
      // The advice looks at whole hours: within one clock hour it stays the same.
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
