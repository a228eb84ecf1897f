import { addParisDays, formatParis, parisDayStart } from '@hexawatt/shared/time/paris'
import { Elysia } from 'elysia'
import { outOfOrder } from '../documents/disorder.ts'
import { parisMidnight } from '../documents/paris-instant.ts'
import { publicDaysAhead, writtenAt } from '../documents/tariff/publication.ts'
import type { TariffDay } from '../documents/tariff/tariff-day.ts'
import { type Fault, faultOf } from '../faults/fault.ts'
import type { WireBlock, WireSlot } from '../operator/blocks.ts'
import {
  createDocumentAnswer,
  type DocumentDeps,
  type DocumentRequest,
  type DocumentResource,
} from '../operator/operator-answer.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { isLongerThanParisDays, readTimeWindow, type TimeWindow } from '../operator/query.ts'

const errorPrefix = 'TMPLIKSUPCON_TMPLIKCAL'
const fallbackParameter = 'fallback_status'

const resource: DocumentResource<readonly TariffDay[]> = {
  subject: 'tariff_calendar',
  path: '/open_api/tempo_like_supply_contract/v1/tempo_like_calendars',
  rootName: 'tempo_like_calendars',
  rootShape: 'object',
  errorPrefix,
  maxBlocks: 1,
  readWindow: readCalendarWindow,
  load: (source, { window }) => source.tariffDays(window),
  write: writeCalendar,
}

/** The colour of each day of the tariff, newest first. */
export function tariffCalendarRoute(deps: DocumentDeps) {
  const answerDocument = createDocumentAnswer(resource, deps)
  return new Elysia().get(resource.path, ({ request }) => answerDocument(request))
}

/** @throws OperatorError F01 to F04 and F06 as for any period, F05 shorter than a day, F07 a status that is no boolean */
function readCalendarWindow(query: URLSearchParams, now: Temporal.Instant): TimeWindow {
  const fallbackStatus = query.get(fallbackParameter)
  if (fallbackStatus !== null && fallbackStatus !== 'true' && fallbackStatus !== 'false') {
    throw new OperatorError(400, `${errorPrefix}_F07`, `The value of "${fallbackParameter}" must be true or false.`)
  }
  // Tomorrow may be asked for when its colour is public: the end is then D+2. "Too early" is beyond the term, too.
  const latestEnd = { daysAhead: publicDaysAhead(now) }
  const window = readTimeWindow(query, { errorPrefix, maxWindowDays: 366, latestEnd }, now)
  const isWholeDay = isLongerThanParisDays({ ...window, end: window.end.add({ nanoseconds: 1 }) }, 1)
  if (isWholeDay) return window
  throw new OperatorError(400, `${errorPrefix}_F05`, 'The period must be at least one calendar day.')
}

function writeCalendar(
  days: readonly TariffDay[],
  { query, window }: DocumentRequest,
  faults: readonly Fault[],
): WireBlock[] {
  const extra = query.get(fallbackParameter) === 'true' ? { fallback: false } : {}
  const newestFirst = days.map((day) => ({ ...writeDay(day), ...extra })).reverse()
  const values = faultOf(faults, 'missing_record_value') ? withoutNewestValue(newestFirst) : newestFirst
  return [
    {
      start_date: formatParis(parisDayStart(window.start)),
      end_date: formatParis(addParisDays(window.end.subtract({ nanoseconds: 1 }), 1)),
      values: faultOf(faults, 'unordered_days') ? outOfOrder(values) : values,
    },
  ]
}

function writeDay({ date, color }: TariffDay): WireSlot {
  return {
    start_date: formatParis(parisMidnight(date)),
    end_date: formatParis(parisMidnight(date.add({ days: 1 }))),
    value: color,
    updated_date: formatParis(writtenAt(date)),
  }
}

/** As one record of December 2022 is served: everything but the colour. */
function withoutNewestValue([newest = {}, ...others]: readonly WireSlot[]): WireSlot[] {
  const { value: _, ...rest } = newest
  return [rest, ...others]
}
