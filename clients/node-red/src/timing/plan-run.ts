import type { PlanSegment, Schedule, ScheduleQuery } from '../../../typescript/src/entry.ts'
import { minGapMs, waitAfterFailureMs } from './asking.ts'
import { nothingWaits, type Timers, waitUntil } from './timers.ts'

/** Shortest time between two plans that nobody asked for, ms: new inputs that are late are not asked for every minute. */
const minReplanGapMs = 5 * minGapMs

/** What {@link createPlanRun} works with. */
export type PlanRunParts = {
  timers: Timers
  ask(query: ScheduleQuery, signal: AbortSignal): Promise<Schedule>
  /** The plan was made anew before its first piece; told before what it switches. */
  onReplanned(schedule: Schedule): void
  /** A piece begins (true) or ends (false). */
  onSwitch(isOn: boolean, segment: PlanSegment): void
  /** Making it anew failed: the plan before it still holds. */
  onFailure(error: unknown): void
}

/**
 * Follows one plan at a time: switches at the start and the end of each piece, and asks anew at `recomputeAfter` until the first piece
 * begins, with the deadline that the first plan had. Two timers at most.
 */
export function createPlanRun({ timers, ask, onReplanned, onSwitch, onFailure }: PlanRunParts) {
  let segments: PlanSegment[] = []
  let running: PlanSegment | null = null
  let starting = new AbortController()
  let replanning = new AbortController()
  let cancelSwitch = nothingWaits
  let cancelReplan = nothingWaits

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

  /** Brings the output to what the plan says now, and waits for the next start or end. */
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
    cancelSwitch = Number.isFinite(nextMs) ? waitUntil(timers, nextMs, switchNow) : nothingWaits
  }

  function replanAt(atMs: number, query: ScheduleQuery): void {
    cancelReplan()
    cancelReplan = atMs < firstStartMs() ? waitUntil(timers, atMs, () => void replan(query)) : nothingWaits
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

  /** Ends the request for a first plan, when one is under way. */
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
     * Asks for a plan, tells it and follows it from then on; while it is asked for, and when that fails, the plan before it holds. When
     * another call comes before the answer, nothing is told.
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
    /** Forgets the plan; a piece that runs ends now. */
    cancel(): void {
      close()
      segments = []
      switchNow()
    },
    /** Forgets the plan without a word: timers and requests end. */
    close,
  }
}
