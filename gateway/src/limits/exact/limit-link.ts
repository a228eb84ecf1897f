import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { LimitCommands } from './limit-commands.ts'
import type { LimitServer } from './limit-servers.ts'

/**
 * Time-outs of the first and of the longest attempt, ms. The first is short: a master that hands over holds writes, and the next attempt may reach another
 * master.
 */
const firstAttemptMs = 500
const longestAttemptMs = 2_000
/** Pauses between two attempts, ms: the first is short, because a planned failover ends at once. */
const firstPauseMs = 20
const longestPauseMs = 250

/** A usable server. */
export type LimitLink = {
  /** Sends a command. Rejects with the server's error, or with a lost connection: the effect is then unknown. */
  run<Reply>(send: (commands: LimitCommands) => Promise<Reply>): Promise<Reply>
  /** Leaves the server. The connection stays open for a while for late replies. */
  fail(reason: string): void
  /** Notes that a call was not answered in time. One late call is not an outage: the server is left when nothing has been answered for longer. */
  noteLateCall(): void
}

export type LinkDeps = {
  /** Begins an attempt to use the server. `onLost` is called when its connection ends. */
  open: (onLost: () => void) => LimitServer
  /** How long a server may leave calls unanswered before it is left, ms. */
  maxSilenceMs: number
  monotonicMs: () => number
  onUp: () => void
  /** Called after each failed attempt, and when a server is no longer used. */
  onDown: (reason: string, wasUp: boolean) => void
}

/**
 * Keeps a server in use, and retries for as long as no server can be used. The driver's reconnecting and queueing are off, because a request must wait for
 * neither: without a link nothing is sent.
 */
export function keepLink({ open, maxSilenceMs, monotonicMs, onUp, onDown }: LinkDeps) {
  let server: LimitServer | null = null
  let link: (LimitLink & { isAwaited(): boolean }) | null = null
  let pauseMs = firstPauseMs
  let attemptMs = firstAttemptMs
  let retry: Timer | undefined

  function connect(): void {
    const candidate = open(() => leave(candidate, 'connection closed'))
    server = candidate
    const timeoutMs = attemptMs
    attemptMs = Math.min(2 * timeoutMs, longestAttemptMs)
    withTimeout(timeoutMs, candidate.prepare()).then(
      () => use(candidate),
      (error: Error) => leave(candidate, error.message),
    )
  }

  function use(candidate: LimitServer): void {
    if (server !== candidate) return
    attemptMs = firstAttemptMs
    link = createLink(candidate)
    onUp()
  }

  /** Ignores a server that is not the current one: its events may come late. */
  function leave(candidate: LimitServer, reason: string): void {
    if (server !== candidate) return
    const used = link
    server = null
    link = null
    candidate.leave(used?.isAwaited() === true)
    retry = setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    onDown(reason, used !== null)
  }

  /** A link that tracks how long the server has not answered. */
  function createLink(candidate: LimitServer): NonNullable<typeof link> {
    let unanswered = 0
    let silentSinceMs = 0
    const noteAnswer = () => {
      unanswered -= 1
      silentSinceMs = monotonicMs()
    }
    const noteSuccess = () => {
      noteAnswer()
      pauseMs = firstPauseMs
    }
    return {
      run(send) {
        if (unanswered === 0) silentSinceMs = monotonicMs()
        unanswered += 1
        const reply = send(candidate.commands)
        reply.then(noteSuccess, noteAnswer)
        return reply
      },
      fail: (reason) => leave(candidate, reason),
      noteLateCall() {
        if (unanswered > 0 && monotonicMs() - silentSinceMs >= maxSilenceMs) leave(candidate, 'no answer')
      },
      isAwaited: () => unanswered > 0,
    }
  }

  connect()
  return {
    /** The link to the server; null while the server cannot be used. */
    link(): LimitLink | null {
      if (link !== null && server?.isOpen() === false) leave(server, 'connection closed')
      return link
    },
    close(): void {
      clearTimeout(retry)
      server?.leave(false)
      server = null
      link = null
    },
  }
}
