import { computeHorizonHours } from '@hexawatt/shared/answers/forecast-horizon'
import { indexKnownColors } from '@hexawatt/shared/answers/outlook-body'
import { assessScoreHealth } from '@hexawatt/shared/answers/source-health'
import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import type { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import type { Handler } from '@hexawatt/shared/http/mount'
import { toWeighting } from '@hexawatt/shared/http/weighting-query'
import { createTariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { dropIfFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { createEncodedBodies } from '../sources/encoded-bodies.ts'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'
import { readOutlookSources } from '../sources/outlook-sources.ts'
import { createPlanInputs } from './plan-inputs.ts'
import { toScheduleQuery } from './schedule-query.ts'
import { createScheduleResponse } from './schedule-response.ts'

/** Makes the answer to `GET /v1/schedule`. */
export function createScheduleAnswer({ latest, clock, readContractTable }: AnswerDeps): Handler<typeof getSchedule> {
  const encodedBody = createEncodedBodies(ScheduleResponse, 'issuedAt')
  const findPlanInputs = reuseLast(createPlanInputs)

  /**
   * @throws AppError as `toScheduleQuery` does, `infeasible_schedule` where the load does not fit, `insufficient_data` without a forecast, or
   *   `service_unavailable`
   */
  return async function answerSchedule({ query, queryText, principal, language }) {
    const weighting = toWeighting(query)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const momentMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const planHours = principal.entitlements.forecastHours
    const toHorizonMs = (hours: number): number => momentMs + quarterHourMs + hours * hourMs
    const { table, changedAtMs } = await readContractTable()
    const requested = toScheduleQuery(query, table, nowMs, toHorizonMs(planHours))
    const [sources, latestPast] = await Promise.all([readOutlookSources(latest, nowMs), latest.planPast()])
    const past = dropIfFromFuture(latestPast, nowMs)
    const { forecast, gridStatus, tariff, tariffOutlook } = sources.bodies
    if (forecast === null) {
      throw createInsufficientDataError(
        'No forecast has been computed yet.',
        assessScoreHealth(await latest.status(), now),
      )
    }
    const horizonMs = toHorizonMs(computeHorizonHours(forecast, planHours))
    const asked = { ...requested, horizonMs, toMs: Math.min(requested.toMs, horizonMs) }
    const inputs = findPlanInputs(forecast, gridStatus, past?.body ?? null, momentMs)
    const madeFrom = {
      sources: [...sources.dated, past, table, momentMs],
      changedAtMs: Math.max(sources.changedAtMs, past?.computedAtMs ?? 0, changedAtMs, momentMs),
    }
    const { body, validators } = encodedBody(madeFrom, `${language} ${asked.fromMs} ${asked.toMs} ${queryText}`, () =>
      createScheduleResponse(
        forecast.issuedAt,
        {
          inputs,
          weighting,
          pricer: createTariffPricer(table, asked.contract.tariff),
          tariffDays: tariff?.days ?? [],
          colors: indexKnownColors({ tariff, tariffOutlook }),
        },
        asked,
        now,
        language,
      ),
    )
    return {
      body,
      mode: sources.mode,
      isDegraded: sources.isForecastLate,
      validators,
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [sources.nextForecastMs, momentMs + quarterHourMs]),
      language,
    }
  }
}
