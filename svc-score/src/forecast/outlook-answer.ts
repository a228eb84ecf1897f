import { type OutlookRequest, outlookBody } from '@hexawatt/shared/answers/outlook-body'
import { type OutlookResolution, OutlookResponse, outlookResolutions } from '@hexawatt/shared/contract/planning/outlook'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Handler } from '@hexawatt/shared/http/mount'
import type { Principal } from '@hexawatt/shared/http/principal'
import {
  invalidParameter,
  parseQuery,
  type QueryParameters,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { createEncodedBodies } from '../sources/encoded-bodies.ts'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'
import { readOutlookSources } from '../sources/outlook-sources.ts'
import { readHours } from './forecast-answer.ts'

/** Makes the answer to `GET /v1/outlook`. */
export function createOutlookAnswer({ latest, clock }: AnswerDeps): Handler {
  const encodedBody = createEncodedBodies(OutlookResponse, 'issuedAt')

  /** @throws AppError `invalid_parameter`, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerOutlook({ query, principal }) {
    const asked = readRequest(parseQuery(query), principal)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const sources = await readOutlookSources(latest, nowMs)
    // Slots begin at quarter-hours; an answer without a forecast names this instant.
    const momentMs = sources.bodies.forecast === null ? nowMs : Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const madeFrom = {
      sources: [...sources.dated, momentMs],
      changedAtMs: Math.max(sources.changedAtMs, momentMs),
    }
    const { value, body, validators } = encodedBody(madeFrom, `${asked.planHours} ${query}`, () =>
      outlookBody(sources.bodies, asked, now),
    )
    return {
      body,
      mode: sources.mode,
      isDegraded: sources.isForecastLate || value.slots.length === 0,
      validators,
      maxAgeSeconds: maxAgeSeconds(nowMs, [
        sources.nextForecastMs,
        (Math.floor(nowMs / quarterHourMs) + 1) * quarterHourMs,
      ]),
    }
  }
}

function readRequest(query: QueryParameters, principal: Principal): OutlookRequest {
  refuseRepeated(query)
  return {
    resolution: readResolution(query),
    requestedHours: readHours(query),
    planHours: principal.entitlements.forecastHours,
  }
}

function readResolution({ values }: QueryParameters): OutlookResolution {
  const received = values.get('resolution')
  if (received === undefined) return outlookResolutions[0]
  const known = outlookResolutions.find((resolution) => resolution === received)
  if (known === undefined) throw invalidParameter('resolution', received, outlookResolutions.join(' or '))
  return known
}
