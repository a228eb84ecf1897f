import { computeHorizonHours } from '@hexawatt/shared/answers/forecast-horizon'
import { composeOutlookSlots, indexKnownColors, type KnownColor } from '@hexawatt/shared/answers/outlook-body'
import { type ExportedQuantity, exportedTariff } from '@hexawatt/shared/contract/formats/export-bodies'
import type { Operation } from '@hexawatt/shared/contract/operations'
import type { getCalendarExport } from '@hexawatt/shared/contract/operations/get-calendar-export'
import type { getCarbonAwareSdkExport } from '@hexawatt/shared/contract/operations/get-carbon-aware-sdk-export'
import type { getEvccExport } from '@hexawatt/shared/contract/operations/get-evcc-export'
import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import type { HourRange } from '@hexawatt/shared/contract/planning/hour-ranges'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Call } from '@hexawatt/shared/http/mount'
import type { ParsedQuery } from '@hexawatt/shared/http/parse-query'
import type { ColorsOf } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { createTariffPricer, type Tariff, type TariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'
import { readOutlookSources } from '../sources/outlook-sources.ts'
import { readContract } from '../tariffs/requested-tariff.ts'
import { areColorsLate } from '../tariffs/tariff-outlook-answer.ts'
import { type RankedSlot, rankByPrice, rankByScore } from './best-windows.ts'
import { writeCalendar } from './calendar-text.ts'
import {
  type ExportedSlot,
  findSpotPrice,
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
  /** Slots with their ranks, for the best windows of the calendar. */
  ranked: readonly RankedSlot[]
  /** Prices of the contract that was asked for. */
  pricer: TariffPricer | null
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
  getCalendarExport: ({ ranked, pricer, ...sources }) =>
    writeCalendar({
      ...sources,
      slots: ranked,
      isByPrice: pricer !== null,
      hasColors: pricer?.hasColors ?? true,
    }),
}

export type ExportAnswerDeps = AnswerDeps & { zone: string }

/** What an export is asked for. The calendar has the best windows by the price of a tariff, or by the score without one. */
type AskedSeries = {
  quantity: ExportedQuantity
  tariff: Tariff | null
  quiet: readonly HourRange[]
}
const withoutTariff = { tariff: null, quiet: [] }

/** Makes the answers to `GET /v1/export/…`: the outlook from the quarter-hour in progress on, as other programs read it. */
export function createExportAnswers(deps: ExportAnswerDeps) {
  const toPriceSeries = (): AskedSeries => ({ quantity: 'price', ...withoutTariff })
  const toCarbonSeries = ({ quantity }: ParsedQuery<typeof getCarbonAwareSdkExport>): AskedSeries => ({
    quantity,
    ...withoutTariff,
  })
  return {
    getEvccExport: createExportAnswer('getEvccExport', deps, toSeries),
    getEmhassExport: createExportAnswer('getEmhassExport', deps, toSeries),
    getCarbonAwareSdkExport: createExportAnswer('getCarbonAwareSdkExport', deps, toCarbonSeries),
    getPrometheusExport: createExportAnswer('getPrometheusExport', deps, toPriceSeries),
    getCalendarExport: createExportAnswer('getCalendarExport', deps, toCalendar),
  }
}

function createExportAnswer<Query>(
  id: ExportId,
  { latest, clock, readContractTable, zone }: ExportAnswerDeps,
  seriesOf: (query: Query, table: ContractTable, today: string) => AskedSeries,
) {
  type ExportCall = Pick<Call, 'principal' | 'contentType'> & { query: Query }
  /** @throws AppError `invalid_parameter`, or `service_unavailable`; having nothing to forecast is no error */
  return async function answerExport({ query, principal, contentType }: ExportCall): Promise<Answer> {
    const { table, changedAtMs } = await readContractTable()
    const now = clock.now()
    const asked = seriesOf(query, table, parisDate(now).toString())
    const nowMs = now.epochMilliseconds
    const sources = await readOutlookSources(latest, nowMs)
    const pricer = asked.tariff && createTariffPricer(table, asked.tariff)
    const { bodies, isForecastLate, nextForecastMs, mode } = sources
    const firstMs = Math.floor(nowMs / quarterHourMs) * quarterHourMs
    const hours = computeHorizonHours(bodies.forecast, principal.entitlements.forecastHours)
    const slots = composeOutlookSlots(bodies, { firstMs, slotMs: quarterHourMs, hours })
    const colors = indexKnownColors(bodies)
    const series = takeKnownValues(
      pricer !== null && asked.quantity === 'tariff'
        ? toTariffSeries({ slots, colors, pricer }, firstMs, hours * (hourMs / quarterHourMs))
        : toOutlookSeries(slots, asked.quantity === 'tariff' ? 'price' : asked.quantity),
    )
    const colorsOf: ColorsOf = (date) => colors.get(date)?.probabilities ?? null
    const rankSlots = () =>
      pricer === null
        ? rankByScore(slots, asked.quiet)
        : rankByPrice(slots, asked.quiet, (slot, at) =>
            pricer.computePrice(at, slotMinutes, findSpotPrice(slot), colorsOf),
          )
    const ranked = id === 'getCalendarExport' ? rankSlots() : []
    const issuedAt = bodies.forecast?.issuedAt ?? null
    const needsForecast = asked.quantity !== 'tariff' || pricer?.kind === 'spot'
    const isLate =
      (needsForecast ? isForecastLate || slots.length === 0 : series.length === 0) ||
      (pricer?.hasColors === true && areColorsLate(sources.colorsComputedAtMs, nowMs))
    return {
      body: writers[id]({ slots, series, ranked, pricer, colors, issuedAt, now, zone }),
      contentType,
      mode,
      isDegraded: isLate,
      validators: {
        // Of the values, not of the text, which holds when they were issued.
        etag: createWeakTag(
          JSON.stringify([id, asked, slots, series, ranked, id === 'getCalendarExport' ? [...colors] : null]),
        ),
        'last-modified': formatHttpDate(Math.max(firstMs, sources.changedAtMs, pricer === null ? 0 : changedAtMs)),
      },
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [nextForecastMs, firstMs + quarterHourMs]),
    }
  }
}

/** @throws AppError `invalid_parameter`: the tariff decides which of the other parameters it takes */
function toSeries(
  { quantity, ...tariff }: ParsedQuery<typeof getEvccExport>,
  table: ContractTable,
  today: string,
): AskedSeries {
  if (quantity === 'tariff') {
    return { quantity, tariff: readContract(tariff, exportedTariff, table, today).tariff, quiet: [] }
  }
  const foreign = Object.entries(tariff).find(([, value]) => value !== undefined)
  if (foreign === undefined) return { quantity, ...withoutTariff }
  // It would be ignored silently.
  throw new AppError('invalid_parameter', {
    detail: `Query parameter "${foreign[0]}" is not accepted with quantity=${quantity}; accepted is quantity=tariff.`,
  })
}

/** @throws AppError `invalid_parameter` as {@link toSeries}, and for a contract that is not named */
function toCalendar(
  { quiet, ...query }: ParsedQuery<typeof getCalendarExport>,
  table: ContractTable,
  today: string,
): AskedSeries {
  const asked = { quantity: 'price', quiet: quiet?.ranges ?? [] } as const
  if (query.tariff !== undefined) return { ...asked, tariff: readContract(query, query.tariff, table, today).tariff }
  const foreign = Object.entries(query).find(([, value]) => value !== undefined)
  if (foreign === undefined) return { ...asked, tariff: null }
  throw new AppError('invalid_parameter', {
    detail: `Query parameter "${foreign[0]}" is not accepted without tariff; accepted is a calendar with tariff.`,
  })
}
