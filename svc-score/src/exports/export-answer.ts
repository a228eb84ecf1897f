import { type KnownColor, knownColors, outlookSlots } from '@hexawatt/shared/answers/outlook-body'
import {
  type ExportedQuantity,
  exportedQuantities,
  exportedTariff,
} from '@hexawatt/shared/contract/exports/export-bodies'
import type { Operation } from '@hexawatt/shared/contract/operations'
import { tariffParameterNames } from '@hexawatt/shared/contract/planning/schedule-parameters'
import type { TariffTable } from '@hexawatt/shared/contract/planning/tariffs'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { httpDate, weakTag } from '@hexawatt/shared/http/conditional'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Handler } from '@hexawatt/shared/http/mount'
import {
  invalidParameter,
  parseQuery,
  type QueryParameters,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import type { Tariff } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { readTariff } from '../schedule/schedule-query.ts'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'
import { readOutlookSources } from '../sources/outlook-sources.ts'
import { areColorsLate } from '../tariffs/tariff-outlook-answer.ts'
import { calendarText } from './calendar-text.ts'
import {
  carbonAwareForecast,
  type ExportedSlot,
  emhassForecast,
  knownValues,
  outlookSeries,
  tariffSeries,
} from './export-series.ts'
import { prometheusText } from './prometheus-text.ts'

type ExportId = Extract<Operation, { owner: 'svc-score'; exportedAs: string }>['id']

/** What a body is written from; of a series, the values up to the first that is unknown. */
type ExportSources = {
  slots: readonly ExportedSlot[]
  series: ReturnType<typeof knownValues>
  colors: ReadonlyMap<string, KnownColor>
  /** null without a forecast. */
  issuedAt: string | null
  now: Temporal.Instant
  /** Zone of the installation. */
  zone: string
}

/** Writes the body of each export. */
const writers: Readonly<Record<ExportId, (sources: ExportSources) => string>> = {
  getEvccExport: ({ series }) => JSON.stringify(series),
  getEmhassExport: ({ series }) => JSON.stringify(emhassForecast(series)),
  getCarbonAwareSdkExport: ({ series, zone }) => JSON.stringify(carbonAwareForecast(series, zone)),
  getPrometheusExport: ({ slots, issuedAt }) => prometheusText(slots, issuedAt),
  getCalendarExport: calendarText,
}

export type ExportAnswerDeps = AnswerDeps & { tariffTable: TariffTable; zone: string }

/** What the series of an export is of. */
type AskedSeries = { quantity: 'price' | 'carbon' } | { quantity: 'tariff'; tariff: Tariff }

/** Makes the answers to `GET /v1/export/…`: the outlook from the quarter-hour in progress on, as other programs read it. */
export function createExportAnswers(deps: ExportAnswerDeps): Readonly<Record<ExportId, Handler>> {
  return {
    getEvccExport: createExportAnswer('getEvccExport', deps),
    getEmhassExport: createExportAnswer('getEmhassExport', deps),
    getCarbonAwareSdkExport: createExportAnswer('getCarbonAwareSdkExport', deps),
    getPrometheusExport: createExportAnswer('getPrometheusExport', deps),
    getCalendarExport: createExportAnswer('getCalendarExport', deps),
  }
}

function createExportAnswer(id: ExportId, { latest, clock, tariffTable, zone }: ExportAnswerDeps): Handler {
  /** @throws AppError `invalid_parameter`, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerExport({ query, principal, contentType }) {
    const asked: AskedSeries = id === 'getCarbonAwareSdkExport' ? { quantity: 'carbon' } : readSeries(parseQuery(query))
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const sources = await readOutlookSources(latest, nowMs)
    const { bodies, isForecastLate, nextForecastMs, mode } = sources
    const firstMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const hours = principal.entitlements.forecastHours
    const slots = outlookSlots(bodies, { firstMs, slotMs: quarterHourMs, hours })
    const colors = knownColors(bodies)
    const series = knownValues(
      asked.quantity === 'tariff'
        ? tariffSeries({ slots, colors, tariffTable }, asked.tariff, firstMs, hours * (hourMs / quarterHourMs))
        : outlookSeries(slots, asked.quantity),
    )
    const issuedAt = bodies.forecast?.issuedAt ?? null
    const isLate =
      asked.quantity === 'tariff' && asked.tariff.kind !== 'spot'
        ? series.length === 0 || (asked.tariff.kind === 'tempo' && areColorsLate(sources.colorsComputedAtMs, nowMs))
        : isForecastLate || slots.length === 0
    return {
      body: writers[id]({ slots, series, colors, issuedAt, now, zone }),
      contentType,
      mode,
      isDegraded: isLate,
      validators: {
        // Of the values, not of the text, which holds when they were issued.
        etag: weakTag(JSON.stringify([id, asked, slots, series, id === 'getCalendarExport' ? [...colors] : null])),
        'last-modified': httpDate(Math.max(firstMs, sources.changedAtMs)),
      },
      maxAgeSeconds: maxAgeSeconds(nowMs, [nextForecastMs, firstMs + quarterHourMs]),
    }
  }
}

/** @throws AppError `invalid_parameter` */
function readSeries(query: QueryParameters): AskedSeries {
  refuseRepeated(query)
  const quantity = readQuantity(query)
  if (quantity === 'tariff') return { quantity, tariff: readTariff(query, exportedTariff) }
  const foreign = tariffParameterNames.find((name) => query.values.has(name))
  if (foreign === undefined) return { quantity }
  // It would be ignored silently.
  throw new AppError('invalid_parameter', {
    detail: `Query parameter "${foreign}" is not accepted with quantity=${quantity}; accepted is quantity=tariff.`,
  })
}

function readQuantity({ values }: QueryParameters): ExportedQuantity {
  const received = values.get('quantity')
  if (received === undefined) return exportedQuantities[0]
  const known = exportedQuantities.find((quantity) => quantity === received)
  if (known !== undefined) return known
  throw invalidParameter('quantity', received, exportedQuantities.join(', '))
}
