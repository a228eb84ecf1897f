import { type ForecastRequest, forecastBody } from '@hexawatt/shared/answers/forecast-body'
import { defaultForecastHours, maxForecastHours, ScoreForecast } from '@hexawatt/shared/contract/score'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Handler } from '@hexawatt/shared/http/mount'
import type { Principal } from '@hexawatt/shared/http/principal'
import { invalidParameter, parseQuery, type QueryParameters } from '@hexawatt/shared/http/query-parameters'
import { readWeighting } from '@hexawatt/shared/http/weighting-query'
import type { ForecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type Dated, isOverdue, unlessFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createEncodedBodies } from '../sources/encoded-bodies.ts'
import { type AnswerDeps, nextComputationMs } from '../sources/latest-snapshots.ts'

/** Makes the answer to `GET /v1/score/forecast`. */
export function createForecastAnswer({ latest, clock }: AnswerDeps): Handler {
  const encodedBody = createEncodedBodies(ScoreForecast, 'generatedAt')

  /** @throws AppError as `readWeighting` and `readHours` do, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerForecast({ query, principal }) {
    const asked = readRequest(query, principal)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const forecast = unlessFromFuture(await latest.forecast(), nowMs)
    // A forecast changes with the clock hour; an answer without one names this instant.
    const momentMs = forecast === null ? nowMs : Math.floor(nowMs / hourMs) * hourMs
    const madeFrom = { sources: [forecast, momentMs], changedAtMs: Math.max(forecast?.computedAtMs ?? 0, momentMs) }
    const key = `${asked.planHours} ${query}`
    const { value, body, validators } = encodedBody(madeFrom, key, () =>
      forecastBody(forecast?.body ?? null, asked, now),
    )
    const nextMs = forecast === null ? null : nextComputationMs(forecast.computedAtMs, nowMs)
    return {
      body,
      mode: forecast?.body.mode ?? (await latest.status())?.mode ?? null,
      isDegraded: isDegraded(forecast, value, nowMs),
      validators,
      maxAgeSeconds: maxAgeSeconds(nowMs, [nextMs]),
    }
  }
}

function readRequest(text: string, principal: Principal): ForecastRequest {
  const query = parseQuery(text)
  const weighting = readWeighting(query, principal)
  return { weighting, requestedHours: readHours(query), planHours: principal.entitlements.forecastHours }
}

/**
 * Decisions §4: a source that the answer uses is late or missing. Confidence is no sign of it: it falls with the hours ahead, whose
 * prices are estimated by design until the auction, while every source may be on time.
 */
function isDegraded(forecast: Dated<ForecastSnapshot> | null, { hours }: ScoreForecast, nowMs: number): boolean {
  return forecast === null || hours.length === 0 || forecast.body.hasLateSource || isOverdue(forecast, nowMs)
}

const wholeNumber = /^[1-9]\d?$/

/**
 * Hours that the query asks for, or the default.
 *
 * @throws AppError `invalid_parameter`
 */
export function readHours({ values }: QueryParameters): number {
  const received = values.get('hours')
  if (received === undefined) return defaultForecastHours
  const hours = wholeNumber.test(received) ? Number(received) : Number.NaN
  if (hours <= maxForecastHours) return hours
  throw invalidParameter('hours', received, `a whole number from 1 to ${maxForecastHours}`)
}
