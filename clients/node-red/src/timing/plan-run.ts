import type { PlanSegment, Schedule, ScheduleQuery } from '../../../typescript/src/entry.ts'
import { minGapMs, waitAfterFailureMs } from './asking.ts'
import { ignoreCancel, type Timers, waitUntil } from './timers.ts'

/** Shortest time between two automatic renewals of a plan, ms: late inputs are not requested every minute. */
const minReplanGapMs = 5 * minGapMs

/** Dependencies of {@link createPlanRun}. */
export type PlanRunParts = {
  timers: Timers
  ask(query: ScheduleQuery, signal: AbortSignal): Promise<Schedule>
  /** The plan was renewed before its first piece; called before the plan's switches. */
  onReplanned(schedule: Schedule): void
  /** A piece begins (true) or ends (false). */
  onSwitch(isOn: boolean, segment: PlanSegment): void
  /** The renewal failed: the previous plan still holds. */
  onFailure(error: unknown): void
}

/**
 * Follows one plan at a time: switches at the start and the end of each piece, and renews the plan at `recomputeAfter` until the first
 * piece begins, with the deadline of the first plan. Two timers at most.
 */
export function createPlanRun({ timers, ask, onReplanned, onSwitch, onFailure }: PlanRunParts) {
  let segments: PlanSegment[] = []
  let running: PlanSegment | null = null
  let starting = new AbortController()
  let replanning = new AbortController()
  let cancelSwitch = ignoreCancel
  let cancelReplan = ignoreCancel

  const firstStartMs = (): number => Date.parse(segments[0]?.start ?? '')
  const hasBegun = (): boolean => !(timers.nowMs() < firstStartMs())

  function adopt(schedule: Schedule, query: ScheduleQuery): void {
    segments = schedule.plan.segments
    switchNow()
    // Without the first deadline each plan would move it, and the load might never run.
    const sameDeadline = { ...query, latest: query.latest ?? schedule.servedUntil }
    const askedAgainMs = schedule.recomputeAfter === null ? null : Date.parse(schedule.recomputeAfter)
    if (askedAgainMs !== null) replanAt(Math.max(askedAgainMs, timers.nowMs() + minReplanGapMs), sameDeadline)
  }

  /** Sets the output to the plan's current state, and waits for the next start or end. */
  function switchNow(): void {
    cancelSwitch()
    const nowMs = timers.nowMs()
    const segment = segments.find(({ start, end }) => Date.parse(start) <= nowMs && nowMs < Date.parse(end)) ?? null
    const ended = running
    running = segment
    if (segment !== null && ended === null) onSwitch(true, segment)
    if (segment === null && ended !== null) onSwitch(false, ended)
    const changesMs = segments.flatMap(({ start, end }) => [Date.parse(start), Date.parse(end)])
    const nextMs = Math.min(...changesMs.filter((ms) => ms > nowMs))
    cancelSwitch = Number.isFinite(nextMs) ? waitUntil(timers, nextMs, switchNow) : ignoreCancel
  }

  function replanAt(atMs: number, query: ScheduleQuery): void {
    cancelReplan()
    cancelReplan = atMs < firstStartMs() ? waitUntil(timers, atMs, () => void replan(query)) : ignoreCancel
  }

  async function replan(query: ScheduleQuery): Promise<void> {
    const { signal } = replanning
    try {
      const schedule = await ask(query, signal)
      if (signal.aborted || hasBegun()) return
      onReplanned(schedule)
      adopt(schedule, query)
    } catch (error) {
      if (signal.aborted) return
      onFailure(error)
      replanAt(timers.nowMs() + waitAfterFailureMs(error), query)
    }
  }

  function forgetPlan(): void {
    replanning.abort(new Error('The plan was replaced.'))
    replanning = new AbortController()
    cancelSwitch()
    cancelReplan()
  }

  /** Ends the running request for a first plan. */
  function nextStart(): AbortSignal {
    starting.abort(new Error('Another message came.'))
    starting = new AbortController()
    return starting.signal
  }

  function close(): void {
    nextStart()
    forgetPlan()
  }

  return {
    /**
     * Requests a plan, reports it and follows it from then on; during the request, and when it fails, the previous plan holds. When another
     * call comes before the answer, nothing is reported.
     */
    async start(query: ScheduleQuery, onPlan: (schedule: Schedule) => void): Promise<void> {
      const signal = nextStart()
      try {
        const schedule = await ask(query, signal)
        if (signal.aborted) return
        forgetPlan()
        onPlan(schedule)
        adopt(schedule, query)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
    /** Forgets the plan; a running piece ends now. */
    cancel(): void {
      close()
      segments = []
      switchNow()
    },
    /** Forgets the plan silently: timers and requests end. */
    close,
  }
}
