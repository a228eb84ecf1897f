import { hourMs } from '@hexawatt/shared/time/instant'
import { dayMs, type Outage } from './unavailabilities/outage.ts'
import { quarterRounded } from './unavailabilities/quarter-rounded.ts'

export type EventStatus = 'ACTIVE' | 'INACTIVE' | 'DISMISSED'

/** One version of what a plant says of an outage. */
export type UnavailabilityMessage = {
  outage: Outage
  version: number
  createdEpochMs: number
  publishedEpochMs: number
  endEpochMs: number
  /** Power comes back in part before the end from here on; the end itself when it does not. */
  rampEpochMs: number
  status: EventStatus
}

type Draft = { publishedEpochMs: number; endEpochMs: number; isDismissed?: boolean }

/** A plan is announced this long before it begins, and confirmed (or called off) shortly before. */
const announcedMs = 120 * dayMs
const confirmedMs = 7 * dayMs
/** A failure is published within the hour. */
const reportedMs = hourMs / 2
/** How long a nuclear unit needs to come back to full power after a plan, ms. */
const rampMs = 2 * dayMs

/** The versions of an outage's message that are public at `now`, oldest first; only the last one still holds. */
export function publishedVersions(outage: Outage, now: Temporal.Instant): UnavailabilityMessage[] {
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

/** First the announced end, later the real one: plans slip, failures last longer than hoped. */
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
