import {
  addParisDays,
  formatParis,
  parisDate,
  parisDayStart,
  parisMidnight,
  toParisYearStart,
} from '@hexawatt/shared/time/paris'
import { findCapacityPublication, type YearlyCapacity } from '../../documents/capacities.ts'
import type { QuarterImbalance, SystemTrend } from '../../documents/imbalance.ts'
import { type DaySignal, issuedDays, messageByLevel } from '../../documents/signals.ts'
import { findWritingTime } from '../../documents/tariff-days.ts'
import type { TariffDay } from '../../documents/tariff-season.ts'
import { type Fault, hasFault } from '../../faults/fault.ts'
import { disorder } from '../../faults/series-faults.ts'
import { createParisFormatter, type WireBlock, type WireSlot } from '../../formats/operator-blocks.ts'
import { isLongerThanParisDays } from '../../formats/operator-query.ts'
import { createOperatorRefusal } from '../../server/refusals.ts'
import type { TimeWindow } from '../../subjects/span.ts'

/** First step of the current day in the operator's sandbox. */
const firstShortStep = 7

/** Days of the grid signal: member names in mixed case, the furthest day first and today last. */
export function writeSignals(days: readonly DaySignal[], now: Temporal.Instant, faults: readonly Fault[]): WireBlock[] {
  const today = parisDate(now)
  const kept = hasFault(faults, 'three_day_signal') ? days.slice(0, issuedDays - 1) : days
  const blocks = kept.map(({ date, issuedAt, level, steps }) => {
    const isShort = date.equals(today) && hasFault(faults, 'short_current_day')
    return {
      GenerationFichier: formatParis(issuedAt),
      jour: formatParis(parisMidnight(date)),
      dvalue: level,
      message: messageByLevel[level],
      values: steps
        .filter(({ step }) => step >= (isShort ? firstShortStep : 0))
        .map(({ step, level }) => ({ pas: step, hvalue: level })),
    }
  })
  if (hasFault(faults, 'unordered_days')) return disorder(blocks)
  return [...blocks.slice(-1), ...blocks.slice(1, -1), ...blocks.slice(0, 1)]
}

type CalendarFilter = { hasFallback: boolean }

/** @throws Refusal F07 a status that is no boolean, F05 shorter than a day */
export function readCalendarFilter(query: URLSearchParams, period: TimeWindow, errorPrefix: string): CalendarFilter {
  const status = query.get('fallback_status')
  if (status !== null && status !== 'true' && status !== 'false') {
    throw createOperatorRefusal(400, `${errorPrefix}_F07`, 'The value of "fallback_status" must be true or false.')
  }
  const isWholeDay = isLongerThanParisDays({ ...period, end: period.end.add({ nanoseconds: 1 }) }, 1)
  if (isWholeDay) return { hasFallback: status === 'true' }
  throw createOperatorRefusal(400, `${errorPrefix}_F05`, 'The period must be at least one calendar day.')
}

/** The tariff colour of each day, newest first. */
export function writeCalendar(
  days: readonly TariffDay[],
  { period, hasFallback }: CalendarFilter & { period: TimeWindow },
  faults: readonly Fault[],
): WireBlock {
  const extra = hasFallback ? { fallback: false } : {}
  const newestFirst = days
    .map(({ date, color }) => ({
      start_date: formatParis(parisMidnight(date)),
      end_date: formatParis(parisMidnight(date.add({ days: 1 }))),
      value: color,
      updated_date: formatParis(findWritingTime(date)),
      ...extra,
    }))
    .reverse()
  const values = hasFault(faults, 'missing_record_value') ? removeNewestValue(newestFirst) : newestFirst
  return {
    start_date: formatParis(parisDayStart(period.start)),
    end_date: formatParis(addParisDays(period.end.subtract({ nanoseconds: 1 }), 1)),
    values: hasFault(faults, 'unordered_days') ? disorder(values) : values,
  }
}

/** One record of December 2022 was served like this: without the colour. */
function removeNewestValue([newest = {}, ...others]: readonly WireSlot[]): WireSlot[] {
  const { value: _, ...rest } = newest
  return [rest, ...others]
}

/** Installed capacity per production type and year. */
export function writeCapacities(capacities: readonly YearlyCapacity[], period: TimeWindow): WireBlock {
  return {
    start_date: formatParis(period.start),
    end_date: formatParis(period.end),
    values: capacities.map(({ year, type, installedMw }) => ({
      start_date: formatParis(toParisYearStart(year)),
      end_date: formatParis(toParisYearStart(year + 1)),
      type,
      value: installedMw,
      updated_date: formatParis(findCapacityPublication(year)),
    })),
  }
}

/** French words in an otherwise English interface. */
const trendWords: Readonly<Record<SystemTrend, string>> = { up: 'Hausse', down: 'Baisse', none: 'Équilibre' }
/** Members that `missing_data_list` names until their publication. */
const priceMembers = ['positive_imbalance_settlement_price', 'negative_imbalance_settlement_price'] as const

/** Imbalance of the system and its settlement prices by quarter-hour. */
export function writeImbalance(quarters: readonly QuarterImbalance[], period: TimeWindow): WireBlock {
  const parisText = createParisFormatter()
  return {
    start_date: parisText(period.start.epochMilliseconds),
    end_date: parisText(period.end.epochMilliseconds),
    resolution: 'PT15M',
    values: quarters.map(({ startEpochMs, endEpochMs, publishedEpochMs, imbalanceMwh, trend, prices }) => ({
      start_date: parisText(startEpochMs),
      end_date: parisText(endEpochMs),
      imbalance: imbalanceMwh,
      system_trend: trendWords[trend],
      positive_imbalance_settlement_price: prices?.positiveEurPerMwh ?? null,
      negative_imbalance_settlement_price: prices?.negativeEurPerMwh ?? null,
      missing_data_list: prices === null ? priceMembers : [],
      updated_date: parisText(publishedEpochMs),
    })),
  }
}
