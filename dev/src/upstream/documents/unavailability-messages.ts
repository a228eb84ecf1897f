import { hourMs } from '@hexawatt/shared/time/instant'
import { OperatorError } from '../operator/operator-error.ts'
import { listAllows } from '../operator/query.ts'
import { type Span, spansMeet } from '../subjects/span.ts'
import { generatingUnits } from './generating-units.ts'
import { dayMs, forcedOutages, type Outage, plannedOutages, quarterRounded } from './outages.ts'

type EventStatus = 'ACTIVE' | 'INACTIVE' | 'DISMISSED'

/** One version of the message about an outage. */
export type UnavailabilityMessage = {
  outage: Outage
  version: number
  createdEpochMs: number
  publishedEpochMs: number
  endEpochMs: number
  /** Start of partial power before the end; the end itself without a ramp. */
  rampEpochMs: number
  status: EventStatus
}

type Draft = { publishedEpochMs: number; endEpochMs: number; isDismissed?: boolean }

/** A planned outage is announced and later confirmed (or cancelled) this long before its start, ms. */
const announcedMs = 120 * dayMs
const confirmedMs = 7 * dayMs
/** Delay of the first message about a failure, ms. */
const reportedMs = hourMs / 2
/** Time of a nuclear unit back to full power after a planned outage, ms. */
const rampMs = 2 * dayMs

/** The versions of an outage's message that are public at `now`, oldest first; only the last one is valid. */
function publishedVersions(outage: Outage, now: Temporal.Instant): UnavailabilityMessage[] {
  const drafts = draftsOf(outage).filter(({ publishedEpochMs }) => publishedEpochMs <= now.epochMilliseconds)
  return drafts.map((draft, index) => ({
    outage,
    version: index + 1,
    createdEpochMs: drafts[0]?.publishedEpochMs ?? draft.publishedEpochMs,
    publishedEpochMs: draft.publishedEpochMs,
    endEpochMs: draft.endEpochMs,
    rampEpochMs: hasRamp(outage) ? draft.endEpochMs - rampMs : draft.endEpochMs,
    status: index < drafts.length - 1 ? 'INACTIVE' : draft.isDismissed === true ? 'DISMISSED' : 'ACTIVE',
  }))
}

/** The first versions have the announced end, the last one the final end: outages last longer than announced. */
function draftsOf(outage: Outage): Draft[] {
  const { kind, startEpochMs, endEpochMs, slipMs, isDismissed } = outage
  const announced = endEpochMs - slipMs
  const late = startEpochMs + quarterRounded((announced - startEpochMs) / 2)
  if (kind === 'forced') {
    return [
      { publishedEpochMs: startEpochMs + reportedMs, endEpochMs: announced },
      { publishedEpochMs: Math.max(late, startEpochMs + 2 * reportedMs), endEpochMs },
    ]
  }
  const first = { publishedEpochMs: startEpochMs - announcedMs, endEpochMs: announced }
  const confirmed = { publishedEpochMs: startEpochMs - confirmedMs, endEpochMs: announced, isDismissed }
  if (isDismissed || slipMs === 0) return [first, confirmed]
  return [first, confirmed, { publishedEpochMs: late, endEpochMs }]
}

function hasRamp({ kind, unit, startEpochMs, endEpochMs, slipMs }: Outage): boolean {
  return kind === 'planned' && unit.fuelType === 'NUCLEAR' && endEpochMs - slipMs - startEpochMs > 2 * rampMs
}

/** Generated messages that are public at `now` and that the query selects, by unit and version. */
export function generateMessages(
  span: Span,
  query: UnavailabilityQuery,
  now: Temporal.Instant,
): UnavailabilityMessage[] {
  return generatingUnits
    .flatMap((unit) => [...plannedOutages(unit, span), ...forcedOutages(unit, span)])
    .flatMap((outage) => selectedVersions(publishedVersions(outage, now), query, span))
}

/** The date that the period of a call selects by; the older APPLICATION_DATE also means the event. */
const dateTypes = ['EVENT_DATE', 'APPLICATION_DATE', 'UPDATED_DATE'] as const
type DateType = (typeof dateTypes)[number]
const eventStatuses: readonly string[] = ['ACTIVE', 'INACTIVE', 'DISMISSED']

/** The filters of a call. */
export type UnavailabilityQuery = { dateType: DateType; lastVersionOnly: boolean; parameters: URLSearchParams }

/** Reads the filters; the default `date_type` is the event. @throws OperatorError 400 F07 for an unknown value */
export function readUnavailabilityQuery(parameters: URLSearchParams, errorPrefix: string): UnavailabilityQuery {
  const refusal = (name: string) =>
    new OperatorError(400, `${errorPrefix}_F07`, `The value of "${name}" field is incorrect.`)
  const dateType = dateTypes.find((known) => known === (parameters.get('date_type') ?? 'EVENT_DATE'))
  if (dateType === undefined) throw refusal('date_type')
  const lastVersion = parameters.get('last_version') ?? 'false'
  if (lastVersion !== 'true' && lastVersion !== 'false') throw refusal('last_version')
  const statuses = parameters.get('event_status')?.split(',') ?? []
  if (statuses.some((status) => !eventStatuses.includes(status.trim()))) throw refusal('event_status')
  return { dateType, lastVersionOnly: lastVersion === 'true', parameters }
}

/** Selects from the versions of one message (oldest first) those of the query. */
function selectedVersions(
  versions: readonly UnavailabilityMessage[],
  { dateType, lastVersionOnly, parameters }: UnavailabilityQuery,
  span: Span,
): UnavailabilityMessage[] {
  const held = lastVersionOnly ? versions.slice(-1) : versions
  return held.filter(
    (message) =>
      spansMeet(spanBy(dateType, message), span) &&
      listAllows(parameters, 'event_status', [message.status]) &&
      listAllows(parameters, 'fuel_type', [message.outage.unit.fuelType]),
  )
}

function spanBy(dateType: DateType, { outage, endEpochMs, publishedEpochMs }: UnavailabilityMessage): Span {
  if (dateType === 'UPDATED_DATE') return { fromEpochMs: publishedEpochMs, untilEpochMs: publishedEpochMs + 1 }
  return { fromEpochMs: outage.startEpochMs, untilEpochMs: endEpochMs }
}
