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
import type { Principal } from '@hexawatt/shared/http/principal'
import {
  invalidParameter,
  parseQuery,
  type QueryParameters,
  queryText,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import type { Tariff } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import type { AnswerDeps, EncodedAnswer } from '../answers/encoded-answer.ts'
import { readTariff } from '../schedule/schedule-query.ts'
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

type ExportOperation = Extract<Operation, { owner: 'svc-score'; exportedAs: string }>

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
const writers: Readonly<Record<ExportOperation['id'], (sources: ExportSources) => string>> = {
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
export function createExportAnswer({ latest, clock, tariffTable, zone }: ExportAnswerDeps) {
  /** @throws AppError `invalid_parameter`, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerExport(
    { id, exportedAs }: ExportOperation,
    url: string,
    principal: Principal,
  ): Promise<EncodedAnswer> {
    const query = parseQuery(queryText(url))
    const asked: AskedSeries = id === 'getCarbonAwareSdkExport' ? { quantity: 'carbon' } : readSeries(query)
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
      payload: writers[id]({ slots, series, colors, issuedAt, now, zone }),
      contentType: exportedAs,
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
