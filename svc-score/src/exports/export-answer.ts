import { outlookSlots } from '@hexawatt/shared/answers/outlook-body'
import { type ExportedQuantity, exportedQuantities } from '@hexawatt/shared/contract/exports/export-bodies'
import type { exportOperations } from '@hexawatt/shared/contract/exports/export-operations'
import { httpDate, weakTag } from '@hexawatt/shared/http/conditional'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Principal } from '@hexawatt/shared/http/principal'
import {
  invalidParameter,
  parseQuery,
  type QueryParameters,
  queryText,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import { isOverdue, unlessFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { isoSeconds, quarterHourMs } from '@hexawatt/shared/time/instant'
import type { AnswerDeps, EncodedAnswer } from '../answers/encoded-answer.ts'
import { nextComputationMs } from '../sources/latest-snapshots.ts'
import { type CalendarSources, calendarText } from './calendar-text.ts'
import { carbonAwareForecast, emhassForecast, evccForecast } from './export-series.ts'
import { prometheusText } from './prometheus-text.ts'

type ExportOperation = (typeof exportOperations)[number]

/** What a body is written from. */
type ExportSources = CalendarSources & { quantity: ExportedQuantity; hasForecast: boolean }

/** Writes the body of each export. */
const writers: Readonly<Record<ExportOperation['id'], (sources: ExportSources) => string>> = {
  getEvccExport: ({ slots, quantity }) => JSON.stringify(evccForecast(slots, quantity)),
  getEmhassExport: ({ slots, quantity }) => JSON.stringify(emhassForecast(slots, quantity)),
  getCarbonAwareSdkExport: ({ slots }) => JSON.stringify(carbonAwareForecast(slots)),
  getPrometheusExport: ({ slots, hasForecast, issuedAt }) => prometheusText(slots, hasForecast ? issuedAt : null),
  getCalendarExport: calendarText,
}

/** Makes the answers to `GET /v1/export/…`: the outlook from the quarter-hour in progress on, as other programs read it. */
export function createExportAnswer({ latest, clock }: AnswerDeps) {
  /** @throws AppError `invalid_parameter`, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerExport(
    { id, exportedAs }: ExportOperation,
    url: string,
    principal: Principal,
  ): Promise<EncodedAnswer> {
    const quantity = readQuantity(parseQuery(queryText(url)))
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const forecast = unlessFromFuture(await latest.forecast(), nowMs)
    const gridStatus = unlessFromFuture(await latest.gridStatus(), nowMs)
    const tariff = unlessFromFuture(await latest.tariff(), nowMs)
    const firstMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const slots = outlookSlots(
      {
        forecast: forecast?.body ?? null,
        gridStatus: gridStatus?.body ?? null,
        tariff: tariff?.body ?? null,
        // Exports show published colours only.
        tariffOutlook: null,
      },
      { firstMs, slotMs: quarterHourMs, hours: principal.entitlements.forecastHours },
    )
    const tariffDays = tariff?.body.days ?? []
    const issuedAt = forecast?.body.issuedAt ?? isoSeconds(now)
    const payload = writers[id]({ slots, tariffDays, issuedAt, now, quantity, hasForecast: forecast !== null })
    const changedAtMs = [forecast, gridStatus, tariff].map((known) => known?.computedAtMs ?? 0)
    return {
      payload,
      contentType: exportedAs,
      mode: forecast?.body.mode ?? (await latest.status())?.mode ?? null,
      isDegraded: forecast === null || slots.length === 0 || forecast.body.hasLateSource || isOverdue(forecast, nowMs),
      validators: {
        // Of the values, not of the text, which holds when they were issued.
        etag: weakTag(JSON.stringify([id, quantity, slots, tariffDays])),
        'last-modified': httpDate(Math.max(firstMs, ...changedAtMs)),
      },
      maxAgeSeconds: maxAgeSeconds(nowMs, [
        forecast === null ? null : nextComputationMs(forecast.computedAtMs, nowMs),
        firstMs + quarterHourMs,
      ]),
    }
  }
}

/** @throws AppError `invalid_parameter` */
function readQuantity(query: QueryParameters): ExportedQuantity {
  refuseRepeated(query)
  const received = query.values.get('quantity')
  if (received === undefined) return exportedQuantities[0]
  const known = exportedQuantities.find((quantity) => quantity === received)
  if (known !== undefined) return known
  throw invalidParameter('quantity', received, exportedQuantities.join(', '))
}
