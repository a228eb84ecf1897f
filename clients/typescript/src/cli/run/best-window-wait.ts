import type { PlanSegment, Schedule } from '../../bodies/planning.ts'
import { HexawattConnectionError, HexawattProblem } from '../../errors/hexawatt-errors.ts'
import { dayText, lengthText, timeText } from '../../paris-time.ts'
import type { Timers } from '../../requests/settings.ts'

/** What a wait reads of a plan. */
export type WaitPlan = Pick<Schedule, 'advice' | 'recomputeAfter'> & {
  plan: { segments: readonly Pick<PlanSegment, 'start'>[] }
}

/** What a wait for the best window needs. Instants are ms since 1970 by the clock of the data. */
export type WindowWait = {
  /** Asks for the plan from now on. Must give up at `latestStartMs`. */
  ask: () => Promise<WaitPlan>
  nowMs: () => number
  sleep: Timers['sleep']
  random: Timers['random']
  /** The last instant to start at: whatever the service says, the wait ends then. */
  latestStartMs: number
  /** Tells a person what is waited for. */
  say: (line: string) => void
}

/** The last question comes so long before the start: asked at the start itself, the API would plan from the next quarter-hour on, ms. */
const lastQuestionLeadMs = 60_000
/** Shortest time between two questions, ms. */
const minQuestionIntervalMs = 60_000
/** Questions after new data are spread over so long, ms: plans of many customers name the same instant. */
const questionSpreadMs = 30_000
/** Most questions of one wait: one for each quarter-hour of two days. */
const maxQuestions = 192
/** Longest sleep at once, ms: a computer that was suspended notices by the clock that it is late. */
const maxSleepMs = 60_000

/**
 * Waits for the begin of the best window. Asks again when new data are expected and shortly before the begin; what is answered then may be
 * later, never after `latestStartMs`. When a further question fails, the plan that is known holds.
 *
 * @throws as `ask` does, at the first question only
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

/** Begin of the plan; now without one. */
function startOf({ plan }: WaitPlan, { nowMs, latestStartMs }: WindowWait): number {
  const [first] = plan.segments
  return Math.min(first === undefined ? nowMs() : Date.parse(first.start), latestStartMs)
}

/** When to ask again; null when the start is too near for that. */
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
    say(`The plan could not be asked for again, and holds: ${error.message}`)
    return null
  }
}

/** Whether the service failed, and not this program. */
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
  say(`Waits for ${dayText(startMs)}, ${timeText(startMs)} in Paris (in ${lengthText(leftMs)}). ${advice}`)
}
