import { composeForecastBody } from '@hexawatt/shared/answers/forecast-body'
import type { getScoreForecast } from '@hexawatt/shared/contract/operations/get-score-forecast'
import { ScoreForecast } from '@hexawatt/shared/contract/score'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import type { Handler } from '@hexawatt/shared/http/mount'
import { toWeighting } from '@hexawatt/shared/http/weighting-query'
import type { ForecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type Dated, dropIfFromFuture, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createEncodedBodies } from '../sources/encoded-bodies.ts'
import { type AnswerDeps, computeNextComputationMs } from '../sources/latest-snapshots.ts'

/** Makes the answer to `GET /v1/score/forecast`. */
export function createForecastAnswer({ latest, clock }: AnswerDeps): Handler<typeof getScoreForecast> {
  const encodedBody = createEncodedBodies(ScoreForecast, 'generatedAt')

  /** @throws AppError `service_unavailable`; having nothing to forecast is no error */
  return async function answerForecast({ query, queryText, principal }) {
    const planHours = principal.entitlements.forecastHours
    const asked = { weighting: toWeighting(query), requestedHours: query.hours, planHours }
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const forecast = dropIfFromFuture(await latest.forecast(), nowMs)
    // A forecast changes with the clock hour; an answer without one names this instant.
    const momentMs = forecast === null ? nowMs : Math.floor(nowMs / hourMs) * hourMs
    const madeFrom = { sources: [forecast, momentMs], changedAtMs: Math.max(forecast?.computedAtMs ?? 0, momentMs) }
    const key = `${planHours} ${queryText}`
    const { value, body, validators } = encodedBody(madeFrom, key, () =>
      composeForecastBody(forecast?.body ?? null, asked, now),
    )
    const nextMs = forecast === null ? null : computeNextComputationMs(forecast.computedAtMs, nowMs)
    return {
      body,
      mode: forecast?.body.mode ?? (await latest.status())?.mode ?? null,
      isDegraded: isDegraded(forecast, value, nowMs),
      validators,
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [nextMs]),
    }
  }
}

/**
 * Whether a source that the answer uses is late or missing (docs/develop/decisions-data.md#degraded). A low confidence is no sign of
 * that: confidence falls with the hours ahead, whose prices are estimated by design until the auction, while every source may be on time.
 */
function isDegraded(forecast: Dated<ForecastSnapshot> | null, { hours }: ScoreForecast, nowMs: number): boolean {
  return forecast === null || hours.length === 0 || forecast.body.hasLateSource || isOverdue(forecast, nowMs)
}
