import { computeHorizonHours } from '@hexawatt/shared/answers/forecast-horizon'
import { composeOutlookSlots, indexKnownColors, type KnownColor } from '@hexawatt/shared/answers/outlook-body'
import { exportedTariff } from '@hexawatt/shared/contract/formats/export-bodies'
import type { Operation } from '@hexawatt/shared/contract/operations'
import type { getEvccExport } from '@hexawatt/shared/contract/operations/get-evcc-export'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Call } from '@hexawatt/shared/http/mount'
import type { ParsedQuery } from '@hexawatt/shared/http/parse-query'
import { createTariffPricer, type Tariff } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'
import { readOutlookSources } from '../sources/outlook-sources.ts'
import { toTariff } from '../tariffs/requested-tariff.ts'
import { areColorsLate } from '../tariffs/tariff-outlook-answer.ts'
import { writeCalendar } from './calendar-text.ts'
import {
  type ExportedSlot,
  takeKnownValues,
  toCarbonAwareForecast,
  toEmhassForecast,
  toOutlookSeries,
  toTariffSeries,
} from './export-series.ts'
import { writePrometheusText } from './prometheus-text.ts'

type ExportId = Extract<Operation, { owner: 'svc-score'; exportedAs: string }>['id']

/** Content of a body; of a series, the values up to the first unknown value. */
type ExportSources = {
  slots: readonly ExportedSlot[]
  series: ReturnType<typeof takeKnownValues>
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
  getEmhassExport: ({ series }) => JSON.stringify(toEmhassForecast(series)),
  getCarbonAwareSdkExport: ({ series, zone }) => JSON.stringify(toCarbonAwareForecast(series, zone)),
  getPrometheusExport: ({ slots, issuedAt }) => writePrometheusText(slots, issuedAt),
  getCalendarExport: writeCalendar,
}

export type ExportAnswerDeps = AnswerDeps & { zone: string }

type AskedSeries = { quantity: 'price' | 'carbon' } | { quantity: 'tariff'; tariff: Tariff }

/** Makes the answers to `GET /v1/export/…`: the outlook from the quarter-hour in progress on, as other programs read it. */
export function createExportAnswers(deps: ExportAnswerDeps) {
  const toPriceSeries = (): AskedSeries => ({ quantity: 'price' })
  const toCarbonSeries = (): AskedSeries => ({ quantity: 'carbon' })
  return {
    getEvccExport: createExportAnswer('getEvccExport', deps, toSeries),
    getEmhassExport: createExportAnswer('getEmhassExport', deps, toSeries),
    getCarbonAwareSdkExport: createExportAnswer('getCarbonAwareSdkExport', deps, toCarbonSeries),
    getPrometheusExport: createExportAnswer('getPrometheusExport', deps, toPriceSeries),
    getCalendarExport: createExportAnswer('getCalendarExport', deps, toPriceSeries),
  }
}

function createExportAnswer<Query>(
  id: ExportId,
  { latest, clock, readContractTable, zone }: ExportAnswerDeps,
  seriesOf: (query: Query) => AskedSeries,
) {
  type ExportCall = Pick<Call, 'principal' | 'contentType'> & { query: Query }
  /** @throws AppError `invalid_parameter`, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerExport({ query, principal, contentType }: ExportCall): Promise<Answer> {
    const asked = seriesOf(query)
    const now = clock.now()
    const nowMs = now.epochMilliseconds
    const [sources, { table, changedAtMs }] = await Promise.all([
      readOutlookSources(latest, nowMs),
      readContractTable(),
    ])
    const pricer = asked.quantity === 'tariff' ? createTariffPricer(table, asked.tariff) : null
    const { bodies, isForecastLate, nextForecastMs, mode } = sources
    const firstMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const hours = computeHorizonHours(bodies.forecast, principal.entitlements.forecastHours)
    const slots = composeOutlookSlots(bodies, { firstMs, slotMs: quarterHourMs, hours })
    const colors = indexKnownColors(bodies)
    const series = takeKnownValues(
      pricer === null
        ? toOutlookSeries(slots, asked.quantity === 'carbon' ? 'carbon' : 'price')
        : toTariffSeries({ slots, colors, pricer }, firstMs, hours * (hourMs / quarterHourMs)),
    )
    const issuedAt = bodies.forecast?.issuedAt ?? null
    const isLate =
      pricer !== null && pricer.kind !== 'spot'
        ? series.length === 0 || (pricer.hasColors && areColorsLate(sources.colorsComputedAtMs, nowMs))
        : isForecastLate || slots.length === 0
    return {
      body: writers[id]({ slots, series, colors, issuedAt, now, zone }),
      contentType,
      mode,
      isDegraded: isLate,
      validators: {
        // Of the values, not of the text, which holds when they were issued.
        etag: createWeakTag(
          JSON.stringify([id, asked, slots, series, id === 'getCalendarExport' ? [...colors] : null]),
        ),
        'last-modified': formatHttpDate(Math.max(firstMs, sources.changedAtMs, pricer === null ? 0 : changedAtMs)),
      },
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [nextForecastMs, firstMs + quarterHourMs]),
    }
  }
}

/** @throws AppError `invalid_parameter`: the tariff decides which of the other parameters it takes */
function toSeries({ quantity, ...tariff }: ParsedQuery<typeof getEvccExport>): AskedSeries {
  if (quantity === 'tariff') return { quantity, tariff: toTariff(tariff, exportedTariff) }
  const foreign = Object.entries(tariff).find(([, value]) => value !== undefined)
  if (foreign === undefined) return { quantity }
  // It would be ignored silently.
  throw new AppError('invalid_parameter', {
    detail: `Query parameter "${foreign[0]}" is not accepted with quantity=${quantity}; accepted is quantity=tariff.`,
  })
}
