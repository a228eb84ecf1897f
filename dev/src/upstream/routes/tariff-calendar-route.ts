import { addParisDays, formatParis, parisDayStart, parisMidnight } from '@hexawatt/shared/time/paris'
import type { DocumentDeps } from '../documents/document-source.ts'
import { publicDaysAhead, writtenAt } from '../documents/tariff-days.ts'
import type { TariffDay } from '../documents/tariff-season.ts'
import { type Fault, faultOf } from '../faults/fault.ts'
import { outOfOrder } from '../faults/series-faults.ts'
import type { WireBlock, WireSlot } from '../operator/blocks.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { operatorRoute } from '../operator/operator-route.ts'
import { isLongerThanParisDays, readTimeWindow } from '../operator/query.ts'
import type { TimeWindow } from '../subjects/span.ts'

const errorPrefix = 'TMPLIKSUPCON_TMPLIKCAL'
const fallbackParameter = 'fallback_status'

type CalendarQuery = { window: TimeWindow; hasFallback: boolean }

/** The tariff colour of each day, newest first. */
export function tariffCalendarRoute(deps: DocumentDeps) {
  return operatorRoute(
    {
      subject: 'tariff_calendar',
      path: '/open_api/tempo_like_supply_contract/v1/tempo_like_calendars',
      rootName: 'tempo_like_calendars',
      rootShape: 'object',
      errorPrefix,
      read: readCalendarQuery,
      load: ({ window }) => deps.documents.tariffDays(window),
      write: (days, query, { faults }) => [writeCalendar(days, query, faults)],
    },
    deps,
  )
}

/** @throws OperatorError F01 to F04 and F06 as for any period, F05 shorter than a day, F07 a status that is no boolean */
function readCalendarQuery(query: URLSearchParams, now: Temporal.Instant): CalendarQuery {
  const fallbackStatus = query.get(fallbackParameter)
  if (fallbackStatus !== null && fallbackStatus !== 'true' && fallbackStatus !== 'false') {
    throw new OperatorError(400, `${errorPrefix}_F07`, `The value of "${fallbackParameter}" must be true or false.`)
  }
  // Tomorrow may be requested from the publication of its colour: the end is then D+2. Before, the end is beyond the term.
  const latestEnd = { daysAhead: publicDaysAhead(now) }
  const window = readTimeWindow(query, { errorPrefix, maxWindowDays: 366, latestEnd }, now)
  const isWholeDay = isLongerThanParisDays({ ...window, end: window.end.add({ nanoseconds: 1 }) }, 1)
  if (isWholeDay) return { window, hasFallback: fallbackStatus === 'true' }
  throw new OperatorError(400, `${errorPrefix}_F05`, 'The period must be at least one calendar day.')
}

function writeCalendar(
  days: readonly TariffDay[],
  { window, hasFallback }: CalendarQuery,
  faults: readonly Fault[],
): WireBlock {
  const extra = hasFallback ? { fallback: false } : {}
  const newestFirst = days.map((day) => ({ ...writeDay(day), ...extra })).reverse()
  const values = faultOf(faults, 'missing_record_value') ? withoutNewestValue(newestFirst) : newestFirst
  return {
    start_date: formatParis(parisDayStart(window.start)),
    end_date: formatParis(addParisDays(window.end.subtract({ nanoseconds: 1 }), 1)),
    values: faultOf(faults, 'unordered_days') ? outOfOrder(values) : values,
  }
}

function writeDay({ date, color }: TariffDay): WireSlot {
  return {
    start_date: formatParis(parisMidnight(date)),
    end_date: formatParis(parisMidnight(date.add({ days: 1 }))),
    value: color,
    updated_date: formatParis(writtenAt(date)),
  }
}

/** One record of December 2022 was served like this: without the colour. */
function withoutNewestValue([newest = {}, ...others]: readonly WireSlot[]): WireSlot[] {
  const { value: _, ...rest } = newest
  return [rest, ...others]
}
