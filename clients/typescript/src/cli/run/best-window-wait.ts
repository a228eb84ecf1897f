import type { PlanSegment, Schedule } from '../../bodies/planning.ts'
import { HexawattConnectionError, HexawattProblem } from '../../errors/hexawatt-errors.ts'
import { formatDay, formatLength, formatTime } from '../../paris-time.ts'
import type { Timers } from '../../requests/settings.ts'

/** The part of a plan that a wait reads. */
export type WaitPlan = Pick<Schedule, 'advice' | 'recomputeAfter'> & {
  plan: { segments: readonly Pick<PlanSegment, 'start'>[] }
}

/** Dependencies of a wait for the best window. Instants are ms since 1970 by the clock of the data. */
export type WindowWait = {
  /** Requests the plan from now on. Must give up at `latestStartMs`. */
  ask: () => Promise<WaitPlan>
  nowMs: () => number
  sleep: Timers['sleep']
  random: Timers['random']
  /** The latest start: the wait ends then, whatever the service answers. */
  latestStartMs: number
  /** Tells a person the start that is awaited. */
  say: (line: string) => void
}

/** The last request is sent this long before the start, ms: at the start itself, the API would plan from the next quarter-hour on. */
const lastQuestionLeadMs = 60_000
/** Shortest time between two requests, ms. */
const minQuestionIntervalMs = 60_000
/** Requests after new data are spread over this time, ms: plans of many clients name the same instant. */
const questionSpreadMs = 30_000
/** Requests of one wait at most: one for each quarter-hour of two days. */
const maxQuestions = 192
/** Longest single sleep, ms: a computer that was suspended notices by the clock that it is late. */
const maxSleepMs = 60_000

/**
 * Waits for the start of the best window. Requests the plan again when new data are expected and shortly before the start; the new start
 * may be later, never after `latestStartMs`. When a further request fails, the known plan stays.
 * @throws as `ask` does, at the first request only
 */
export async function waitForBestWindow(wait: WindowWait): Promise<void> {
  let schedule = await wait.ask()
  let startMs = startOf(schedule, wait)
  tell(schedule.advice, startMs, wait)
  for (let questions = 1; questions < maxQuestions; questions++) {
    const askAtMs = nextQuestionMs(schedule, startMs, wait)
    if (askAtMs === null) break
    await sleepUntil(askAtMs, wait)
    const answer = await askAgain(wait)
    if (answer === null) continue
    schedule = answer
    const laterStartMs = startOf(schedule, wait)
    if (laterStartMs !== startMs) tell(schedule.advice, laterStartMs, wait)
    startMs = laterStartMs
  }
  await sleepUntil(startMs, wait)
}

/** Start of the plan; now without one. */
function startOf({ plan }: WaitPlan, { nowMs, latestStartMs }: WindowWait): number {
  const [first] = plan.segments
  return Math.min(first === undefined ? nowMs() : Date.parse(first.start), latestStartMs)
}

/** When to request again; null when the start is too near for it. */
function nextQuestionMs({ recomputeAfter }: WaitPlan, startMs: number, { nowMs, random }: WindowWait): number | null {
  const lastMs = startMs - lastQuestionLeadMs
  if (nowMs() >= lastMs) return null
  const newsMs = recomputeAfter === null ? Number.NaN : Date.parse(recomputeAfter)
  if (Number.isNaN(newsMs) || newsMs <= nowMs()) return lastMs
  const afterNewsMs = newsMs + random() * questionSpreadMs
  return Math.min(lastMs, Math.max(afterNewsMs, nowMs() + minQuestionIntervalMs))
}

async function askAgain({ ask, say }: WindowWait): Promise<WaitPlan | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isServiceFailure(error)) throw error
    say(`The plan could not be renewed and stays: ${error.message}`)
    return null
  }
}

/** Whether the service failed, not this program. */
export function isServiceFailure(error: unknown): error is HexawattProblem | HexawattConnectionError {
  return error instanceof HexawattProblem || error instanceof HexawattConnectionError
}

async function sleepUntil(atMs: number, { nowMs, sleep }: WindowWait): Promise<void> {
  for (let leftMs = atMs - nowMs(); leftMs > 0; leftMs = atMs - nowMs()) {
    await sleep(Math.min(leftMs, maxSleepMs), undefined)
  }
}

function tell(advice: string, startMs: number, { nowMs, say }: WindowWait): void {
  const leftMs = startMs - nowMs()
  if (leftMs <= 0) return
  say(`Waits for ${formatDay(startMs)}, ${formatTime(startMs)} in Paris (in ${formatLength(leftMs)}). ${advice}`)
}
