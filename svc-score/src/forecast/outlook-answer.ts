import { composeOutlookBody } from '@hexawatt/shared/answers/outlook-body'
import type { getOutlook } from '@hexawatt/shared/contract/operations/get-outlook'
import { OutlookResponse } from '@hexawatt/shared/contract/planning/outlook'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import type { Handler } from '@hexawatt/shared/http/mount'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { createEncodedBodies } from '../sources/encoded-bodies.ts'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'
import { readOutlookSources } from '../sources/outlook-sources.ts'

/** Makes the answer to `GET /v1/outlook`. */
export function createOutlookAnswer({ latest, clock }: AnswerDeps): Handler<typeof getOutlook> {
  const encodedBody = createEncodedBodies(OutlookResponse, 'issuedAt')

  /** @throws AppError `service_unavailable`; having nothing to forecast is no error */
  return async function answerOutlook({ query: { hours, resolution }, queryText, principal }) {
    const planHours = principal.entitlements.forecastHours
    const asked = { resolution, requestedHours: hours, planHours }
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const sources = await readOutlookSources(latest, nowMs)
    // Slots begin at quarter-hours; an answer without a forecast names this instant.
    const momentMs = sources.bodies.forecast === null ? nowMs : Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const madeFrom = {
      sources: [...sources.dated, momentMs],
      changedAtMs: Math.max(sources.changedAtMs, momentMs),
    }
    const { value, body, validators } = encodedBody(madeFrom, `${planHours} ${queryText}`, () =>
      composeOutlookBody(sources.bodies, asked, now),
    )
    return {
      body,
      mode: sources.mode,
      isDegraded: sources.isForecastLate || value.slots.length === 0,
      validators,
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [
        sources.nextForecastMs,
        (Math.floor(nowMs / quarterHourMs) + 1) * quarterHourMs,
      ]),
    }
  }
}
