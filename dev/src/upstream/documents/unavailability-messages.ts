import { hourMs } from '@hexawatt/shared/time/instant'
import { doSpansMeet, type Span } from '../subjects/span.ts'
import { generatingUnits } from './generating-units.ts'
import { dayMs, listForcedOutages, listPlannedOutages, type Outage, roundToQuarter } from './outages.ts'

export const eventStatuses = ['ACTIVE', 'INACTIVE', 'DISMISSED'] as const
type EventStatus = (typeof eventStatuses)[number]

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
function listPublishedVersions(outage: Outage, now: Temporal.Instant): UnavailabilityMessage[] {
  const drafts = listDrafts(outage).filter(({ publishedEpochMs }) => publishedEpochMs <= now.epochMilliseconds)
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
function listDrafts(outage: Outage): Draft[] {
  const { kind, startEpochMs, endEpochMs, slipMs, isDismissed } = outage
  const announced = endEpochMs - slipMs
  const late = startEpochMs + roundToQuarter((announced - startEpochMs) / 2)
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
    .flatMap((unit) => [...listPlannedOutages(unit, span), ...listForcedOutages(unit, span)])
    .flatMap((outage) => selectVersions(listPublishedVersions(outage, now), query, span))
}

/** The date that the period of a call selects by; the older APPLICATION_DATE also means the event. */
export const dateTypes = ['EVENT_DATE', 'APPLICATION_DATE', 'UPDATED_DATE'] as const

/** The filters of a call. */
export type UnavailabilityQuery = {
  dateType: (typeof dateTypes)[number]
  lastVersionOnly: boolean
  /** Whether the call asks for messages of this status and fuel. */
  isAsked: (message: UnavailabilityMessage) => boolean
}

/** Selects from the versions of one message (oldest first) the versions that the query asks for. */
function selectVersions(
  versions: readonly UnavailabilityMessage[],
  { dateType, lastVersionOnly, isAsked }: UnavailabilityQuery,
  span: Span,
): UnavailabilityMessage[] {
  const held = lastVersionOnly ? versions.slice(-1) : versions
  return held.filter((message) => doSpansMeet(toSelectedSpan(dateType, message), span) && isAsked(message))
}

function toSelectedSpan(
  dateType: UnavailabilityQuery['dateType'],
  { outage, endEpochMs, publishedEpochMs }: UnavailabilityMessage,
): Span {
  if (dateType === 'UPDATED_DATE') return { fromEpochMs: publishedEpochMs, untilEpochMs: publishedEpochMs + 1 }
  return { fromEpochMs: outage.startEpochMs, untilEpochMs: endEpochMs }
}
