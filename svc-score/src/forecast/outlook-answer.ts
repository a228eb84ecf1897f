import { type OutlookRequest, outlookBody } from '@hexawatt/shared/answers/outlook-body'
import { type OutlookResolution, OutlookResponse, outlookResolutions } from '@hexawatt/shared/contract/planning/outlook'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Principal } from '@hexawatt/shared/http/principal'
import {
  invalidParameter,
  parseQuery,
  type QueryParameters,
  queryText,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import { type Dated, isOverdue, unlessFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { type AnswerDeps, createEncodedBodies, type EncodedAnswer } from '../answers/encoded-answer.ts'
import { nextComputationMs } from '../sources/latest-snapshots.ts'
import { readHours } from './forecast-answer.ts'

/** Makes the answer to `GET /v1/outlook`. */
export function createOutlookAnswer({ latest, clock }: AnswerDeps) {
  const encodedBody = createEncodedBodies(OutlookResponse, 'issuedAt')

  /** @throws AppError `invalid_parameter`, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerOutlook(url: string, principal: Principal): Promise<EncodedAnswer> {
    const text = queryText(url)
    const asked = readRequest(parseQuery(text), principal)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const known = await Promise.all([latest.forecast(), latest.gridStatus(), latest.tariff(), latest.tariffOutlook()])
    const ofThisTime = <Snapshot extends Dated<unknown>>(snapshot: Snapshot | null) => unlessFromFuture(snapshot, nowMs)
    const forecast = ofThisTime(known[0])
    const [gridStatus, tariff, tariffOutlook] = [ofThisTime(known[1]), ofThisTime(known[2]), ofThisTime(known[3])]
    // Slots begin at quarter-hours; an answer without a forecast names this instant.
    const momentMs = forecast === null ? nowMs : Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const dates = [forecast, gridStatus, tariff, tariffOutlook].map((source) => source?.computedAtMs ?? 0)
    const madeFrom = {
      sources: [forecast, gridStatus, tariff, tariffOutlook, momentMs],
      changedAtMs: Math.max(...dates, momentMs),
    }
    const { body, payload, validators } = encodedBody(madeFrom, `${asked.planHours} ${text}`, () =>
      outlookBody(
        {
          forecast: forecast?.body ?? null,
          gridStatus: gridStatus?.body ?? null,
          tariff: tariff?.body ?? null,
          tariffOutlook: tariffOutlook?.body ?? null,
        },
        asked,
        now,
      ),
    )
    const isComplete = forecast !== null && !forecast.body.hasLateSource && !isOverdue(forecast, nowMs)
    const nextMs = forecast === null ? null : nextComputationMs(forecast.computedAtMs, nowMs)
    return {
      payload,
      mode: forecast?.body.mode ?? (await latest.status())?.mode ?? null,
      isDegraded: !isComplete || body.slots.length === 0,
      validators,
      maxAgeSeconds: maxAgeSeconds(nowMs, [nextMs, (Math.floor(nowMs / quarterHourMs) + 1) * quarterHourMs]),
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
