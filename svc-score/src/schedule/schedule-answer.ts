import { knownColors } from '@hexawatt/shared/answers/outlook-body'
import { scoreHealth } from '@hexawatt/shared/answers/source-health'
import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import type { TariffTable } from '@hexawatt/shared/contract/planning/tariffs'
import { isLanguage, type Language, languages } from '@hexawatt/shared/contract/values/languages'
import { insufficientData } from '@hexawatt/shared/errors/app-error'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Principal } from '@hexawatt/shared/http/principal'
import { parseQuery, queryText } from '@hexawatt/shared/http/query-parameters'
import { readWeighting } from '@hexawatt/shared/http/weighting-query'
import { unlessFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { type AnswerDeps, createEncodedBodies, type EncodedAnswer, encodeWhole } from '../answers/encoded-answer.ts'
import { readOutlookSources } from '../sources/outlook-sources.ts'
import { planGround } from './plan-ground.ts'
import { readScheduleQuery } from './schedule-query.ts'
import { scheduleResponse } from './schedule-response.ts'

/** Makes the answer to `GET /v1/schedule`. */
export function createScheduleAnswer({ latest, clock, tariffTable }: AnswerDeps & { tariffTable: TariffTable }) {
  const encodedBody = createEncodedBodies(ScheduleResponse, encodeWhole('issuedAt'))
  const groundOf = reuseLast(planGround)

  /**
   * @throws AppError as `readWeighting` and `readScheduleQuery` do, `infeasible_schedule` where the load does not fit, `insufficient_data` without a
   *   forecast, or `service_unavailable`
   */
  return async function answerSchedule(url: string, principal: Principal, headers: Headers): Promise<EncodedAnswer> {
    const language = chosenLanguage(headers)
    const text = queryText(url)
    const query = parseQuery(text)
    const weighting = readWeighting(query, principal)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const momentMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const asked = readScheduleQuery(
      query,
      nowMs,
      momentMs + quarterHourMs + principal.entitlements.forecastHours * hourMs,
    )
    const [sources, latestPast] = await Promise.all([readOutlookSources(latest, nowMs), latest.planPast()])
    const past = unlessFromFuture(latestPast, nowMs)
    const { forecast, gridStatus, tariff, tariffOutlook } = sources.bodies
    if (forecast === null) {
      throw insufficientData('No forecast has been computed yet.', scoreHealth(await latest.status(), now))
    }
    const ground = groundOf(forecast, gridStatus, past?.body ?? null, momentMs)
    const madeFrom = {
      sources: [...sources.dated, past, momentMs],
      changedAtMs: Math.max(sources.changedAtMs, past?.computedAtMs ?? 0, momentMs),
    }
    const { payload, validators } = encodedBody(madeFrom, `${language} ${asked.fromMs} ${asked.toMs} ${text}`, () =>
      scheduleResponse(
        forecast.issuedAt,
        {
          ground,
          weighting,
          tariffTable,
          tariffDays: tariff?.days ?? [],
          colors: knownColors({ tariff, tariffOutlook }),
        },
        asked,
        now,
        language,
      ),
    )
    return {
      payload,
      mode: sources.mode,
      isDegraded: sources.isForecastLate,
      validators,
      maxAgeSeconds: maxAgeSeconds(nowMs, [sources.nextForecastMs, momentMs + quarterHourMs]),
      language,
    }
  }
}

/** The language that the gateway chose; the default where it chose none. */
function chosenLanguage(headers: Headers): Language {
  const chosen = headers.get('accept-language')
  return isLanguage(chosen) ? chosen : languages[0]
}
