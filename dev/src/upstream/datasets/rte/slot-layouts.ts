import { hourMs } from '@hexawatt/shared/time/instant'
import {
  type BlockLayout,
  groupIssues,
  type Issue,
  type IssueRow,
  joinIssues,
  type ParisText,
  writeDatedSlot,
} from '../../formats/operator-blocks.ts'
import type { Slot } from '../../subjects/slots.ts'

/** Forecasts of wind and sun: one block per issue and day, because the issues of one day overlap. */
export const layOutForecasts: BlockLayout = (series, { parisText }) =>
  series.flatMap(({ key, slots }) => {
    const [type = key] = key.split('/')
    const issues = groupIssues(slots)
    return issues.map((issue) => ({
      start_date: parisText(issue.day.startEpochMs),
      end_date: parisText(issue.day.endEpochMs),
      type,
      production_type: toProductionType(key),
      sub_type: type === 'ID' ? toIntradayName(issue) : toDayAheadName(issue, issues),
      values: issue.slots.map((slot) => writeDatedSlot(slot, parisText)),
    }))
  })

export function toProductionType(key: string): string {
  return key.split('/')[1] ?? key
}

/** `ID02` is the issue at midnight and `ID24` the last one, two hours before the end of a day of 24 hours. */
function toIntradayName({ day, publishedEpochMs }: Issue<Slot>): string {
  const hoursAfterMidnight = Math.max(0, Math.floor((publishedEpochMs - day.startEpochMs) / hourMs))
  return `ID${String(Math.min(24, hoursAfterMidnight + 2)).padStart(2, '0')}`
}

/** `DA01`, `DA02`, … in the order in which they were issued for the day. */
function toDayAheadName({ day, publishedEpochMs }: Issue<Slot>, issues: readonly Issue<Slot>[]): string {
  const earlier = issues.filter(
    (other) => other.day.startEpochMs === day.startEpochMs && other.publishedEpochMs < publishedEpochMs,
  )
  return `DA${String(earlier.length + 1).padStart(2, '0')}`
}

/** Half-hourly forecasts for D+3 to D+9: one block per day and issue; issues overlap. The publication date is on the block only. */
export const layOutWeeklyForecasts: BlockLayout = (series, { parisText }) =>
  joinIssues(series).map(({ day, publishedEpochMs, rows }) => {
    const forecast = rows.filter(({ valueByKey }) => valueByKey.has('LOAD'))
    return {
      start_date: parisText(day.startEpochMs),
      end_date: parisText(day.endEpochMs),
      updated_date: parisText(publishedEpochMs),
      ...findPeak(forecast, parisText),
      values: forecast.map(({ startEpochMs, endEpochMs, valueByKey }) => ({
        end_date: parisText(endEpochMs),
        value: valueByKey.get('LOAD'),
        start_date: parisText(startEpochMs),
      })),
    }
  })

/** The half-hour of the highest forecast and its expected temperature; nothing for a block without slots. */
function findPeak(rows: readonly IssueRow[], parisText: ParisText) {
  const [first, ...rest] = rows
  if (first === undefined) return {}
  const loadOf = (row: IssueRow): number => row.valueByKey.get('LOAD') ?? 0
  const highest = rest.reduce((best, row) => (loadOf(row) > loadOf(best) ? row : best), first)
  return {
    peak: {
      peak_hour: parisText(highest.startEpochMs),
      value: loadOf(highest),
      temperature: highest.valueByKey.get('TEMPERATURE'),
      temperature_deviation: highest.valueByKey.get('TEMPERATURE_DEVIATION'),
    },
  }
}

/** Volume and price of each slot, one block per day; an unrecorded value is absent. The publication date is on the block. */
export const layOutAuctions: BlockLayout = (series, { parisText }) =>
  joinIssues(series).map(({ day, publishedEpochMs, rows }) => ({
    start_date: parisText(day.startEpochMs),
    end_date: parisText(day.endEpochMs),
    updated_date: parisText(publishedEpochMs),
    // JSON omits undefined members.
    values: rows.map(({ startEpochMs, endEpochMs, valueByKey }) => ({
      start_date: parisText(startEpochMs),
      end_date: parisText(endEpochMs),
      value: valueByKey.get('VOLUME'),
      price: valueByKey.get('PRICE'),
    })),
  }))

/** Scheduled exchanges: one block per direction and issue; the publication date is on the block only. The blocks do not name the process. */
export const layOutSchedules: BlockLayout = (series, { parisText }) =>
  series.flatMap(({ key, slots }) => {
    const [, direction = ''] = key.split('/')
    const [sender_country_eic_code, receiver_country_eic_code] = direction.split('>')
    return groupIssues(slots).map((issue) => ({
      sender_country_eic_code,
      receiver_country_eic_code,
      updated_date: parisText(issue.publishedEpochMs),
      values: issue.slots.map(({ startEpochMs, endEpochMs, value }) => ({
        start_date: parisText(startEpochMs),
        end_date: parisText(endEpochMs),
        value,
      })),
    }))
  })
