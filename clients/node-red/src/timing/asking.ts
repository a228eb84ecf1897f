import { HexawattConnectionError, HexawattProblem } from '../../../typescript/src/entry.ts'
import { ignoreCancel, type Timers, waitUntil } from './timers.ts'

/** Shortest time between two requests that a node sends by itself, ms. */
export const minGapMs = 60_000

/** Pause after a failure, ms: the time of `Retry-After`, and never less than the shortest gap. */
export function waitAfterFailureMs(error: unknown): number {
  const isAnswer = error instanceof HexawattProblem || error instanceof HexawattConnectionError
  return Math.max(minGapMs, (isAnswer ? (error.retryAfterSeconds ?? 0) : 0) * 1_000)
}

/** Dependencies of {@link createAsking}; its signal ends `ask`. */
export type AskingParts<Answer> = {
  timers: Timers
  /** Time between two requests, ms; raised to {@link minGapMs}. */
  intervalMs: number
  ask(signal: AbortSignal): Promise<Answer>
  onAnswer(answer: Answer): void
  onFailure(error: unknown): void
}

/**
 * Requests repeatedly: at most one request at a time, none sooner than a minute after the previous one or than `Retry-After` allows.
 * / `askIfAllowed` requests now, or waits for the running request (true once it has been answered or failed), or does neither because it is
 * too soon (false). `start` requests at once and then every `intervalMs`; `stop` ends everything, including the running request, and
 * nothing is reported after it.
 */
export function createAsking<Answer>({ timers, intervalMs, ask, onAnswer, onFailure }: AskingParts<Answer>) {
  const stopped = new AbortController()
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null
  let isRepeating = false
  let cancel = ignoreCancel

  function askNow(): Promise<void> {
    cancel()
    underWay = askOnce().finally(() => {
      underWay = null
    })
    return underWay
  }

  async function askOnce(): Promise<void> {
    const askedMs = timers.nowMs()
    let nextAllowedMs = askedMs + minGapMs
    try {
      const answer = await ask(stopped.signal)
      if (!stopped.signal.aborted) onAnswer(answer)
    } catch (error) {
      nextAllowedMs = Math.max(nextAllowedMs, timers.nowMs() + waitAfterFailureMs(error))
      if (!stopped.signal.aborted) onFailure(error)
    }
    notBeforeMs = nextAllowedMs
    if (!isRepeating || stopped.signal.aborted) return
    cancel = waitUntil(timers, Math.max(askedMs + intervalMs, notBeforeMs), () => void askNow())
  }

  return {
    start(): void {
      isRepeating = true
      void askNow()
    },
    async askIfAllowed(): Promise<boolean> {
      if (underWay === null && timers.nowMs() < notBeforeMs) return false
      await (underWay ?? askNow())
      return true
    },
    stop(): void {
      stopped.abort(new Error('The node was closed.'))
      cancel()
    },
  }
}
