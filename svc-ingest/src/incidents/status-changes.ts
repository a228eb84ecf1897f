import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { type IncidentState, type IncidentSubject, incidentStates } from '@hexawatt/shared/contract/status'
import { isFallbackSource, isFeed } from '@hexawatt/shared/grid/feeds'
import { isPublisher } from '@hexawatt/shared/grid/publishers'

/** Time without a check after which the figures count as not renewed: svc-ingest checks once a minute. */
const interruptedAfterMinutes = 5
/** Time that sources get after a start to be read again, before they count as late. */
const settlingMinutes = 10
/** A subject that fails again within this time continues its incident. */
const flappingHours = 6

/** State of each subject: null when it has no fault, absent when nothing is known of it. */
export type ObservedStates = ReadonlyMap<IncidentSubject, IncidentState | null>

/** The newest check of any svc-ingest. */
export type Watch = { checkedAt: Temporal.Instant; settlesAt: Temporal.Instant; seenWell: readonly string[] }

/** An incident that lasts, or that ended a short while ago. */
export type RecentIncident = {
  id: string
  subject: string
  state: IncidentState
  endedAt: Temporal.Instant | null
}

export type IncidentChange =
  | {
      kind: 'open'
      subject: IncidentSubject
      state: IncidentState
      from: Temporal.Instant
      to: Temporal.Instant | null
    }
  | { kind: 'reopen'; id: string; state: IncidentState }
  | { kind: 'worsen'; id: string; state: IncidentState }
  | { kind: 'close'; id: string }

/** Incidents that ended after this instant are opened again when their subject fails again. */
export const findFlappingStart = (now: Temporal.Instant): Temporal.Instant => now.subtract({ hours: flappingHours })

/** Whether the data clock was set back, as for a replay: stored incidents of later instants have not happened yet. */
export function isSetBack(watch: Watch | null, now: Temporal.Instant): boolean {
  return (
    watch !== null && Temporal.Instant.compare(watch.checkedAt.subtract({ minutes: interruptedAfterMinutes }), now) > 0
  )
}

/** The state of every subject that the dashboard reports. */
export function observeStates({
  mode,
  score,
  hours,
  sources,
}: Pick<DashboardResponse, 'mode' | 'score' | 'hours' | 'sources'>): ObservedStates {
  const states = new Map<IncidentSubject, IncidentState | null>([
    ['score', score === null ? 'missing' : null],
    ['forecast', hours.length === 0 ? 'missing' : null],
  ])
  for (const { id, source, availabilityPct } of sources) {
    if (!isFeed(id) || availabilityPct === null) continue
    const isReplaced = source !== null && isPublisher(source) && isFallbackSource(mode, source)
    const state = availabilityPct === 0 ? 'missing' : availabilityPct < 100 ? 'late' : null
    states.set(id, state ?? (isReplaced ? 'fallback' : null))
  }
  return states
}

/**
 * Finds what has changed since the newest check. Only a subject that was seen without fault can have an incident: a source that an installation never had is
 * no news. After an interruption nothing is opened until the sources had time to be read.
 *
 * @param watch the newest check; null = there was none
 * @param recent incidents that last, and of each subject the newest that ended after {@link findFlappingStart}
 * @param noticesGaps false where the clock may jump, as in a replay
 */
export function findStatusChanges(
  {
    watch,
    recent,
    observed,
    noticesGaps,
  }: { watch: Watch | null; recent: readonly RecentIncident[]; observed: ObservedStates; noticesGaps: boolean },
  now: Temporal.Instant,
): { changes: IncidentChange[]; watch: Watch } {
  const isInterrupted = watch !== null && now.since(watch.checkedAt).total('minutes') > interruptedAfterMinutes
  const settlesAt = watch === null || isInterrupted ? now.add({ minutes: settlingMinutes }) : watch.settlesAt
  const seenBefore = new Set(watch?.seenWell)
  const isSettled = Temporal.Instant.compare(now, settlesAt) >= 0
  const changes: IncidentChange[] = []
  if (isInterrupted && noticesGaps) {
    changes.push({ kind: 'open', subject: 'service', state: 'interrupted', from: watch.checkedAt, to: now })
  }
  for (const [subject, state] of observed) {
    const known = recent.find((incident) => incident.subject === subject)
    if (state === null) {
      seenBefore.add(subject)
      if (known?.endedAt === null) changes.push({ kind: 'close', id: known.id })
    } else if (known?.endedAt === null) {
      if (isWorse(state, known.state)) changes.push({ kind: 'worsen', id: known.id, state })
    } else if (isSettled && seenBefore.has(subject)) {
      const again = known && {
        kind: 'reopen' as const,
        id: known.id,
        state: isWorse(state, known.state) ? state : known.state,
      }
      changes.push(again ?? { kind: 'open', subject, state, from: now, to: null })
    }
  }
  return { changes, watch: { checkedAt: now, settlesAt, seenWell: [...seenBefore].sort() } }
}

function isWorse(state: IncidentState, than: IncidentState): boolean {
  return incidentStates.indexOf(state) > incidentStates.indexOf(than)
}
