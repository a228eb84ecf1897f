import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import type { Logger } from '@hexawatt/shared/telemetry/logger'

/** Time-out of connecting, the first call included, ms. */
export const connectTimeoutMs = 2_000
/** Pauses between two attempts, ms: the first is short, since a planned failover is over at once. */
export const firstPauseMs = 20
export const longestPauseMs = 250
/** How long a late reply is still read, ms. */
export const lateReplyMs = 60_000

/**
 * Errors by which Redis refuses a command or script before it has any effect. Of a script that declares what it does (`#!lua`), Redis 7 and
 * Valkey check all of them before its first line; a script that has written is not interrupted by any of them.
 */
const refusalCodes = [
  ...['READONLY', 'LOADING', 'MASTERDOWN', 'BUSY', 'OOM', 'NOREPLICAS', 'MISCONF'],
  ...['CLUSTERDOWN', 'MOVED', 'ASK', 'TRYAGAIN', 'CROSSSLOT'],
  ...['NOAUTH', 'WRONGPASS', 'NOPERM', 'DENIED', 'EXECABORT', 'NOSCRIPT'],
]
const refused = new RegExp(`^(${refusalCodes.join('|')})\\b`)

/** Whether an error of {@link LimitLink.send} says that the command had no effect; otherwise its effect is unknown. */
export function isRefusedWithoutEffect(error: unknown): boolean {
  return error instanceof Error && refused.test(error.message)
}

/** Sends one command. Rejects with the server's error, or with a lost connection: the effect is then unknown. */
export type Send = (command: string, args: string[]) => Promise<unknown>

/** The usable way to the keys of a tag. */
export type LimitLink = {
  send: Send
  /** Leaves the server. The connection stays open for a while for late replies. */
  fail(reason: string): void
  /** A call was not answered in time. One late call is no outage: leaves the server when nothing has been answered for longer. */
  late(): void
  /** A call succeeded: resets the pause between attempts. */
  succeeded(): void
}

/** The ways to all keys. */
export type LimitConnection = {
  /** The way to the keys of a tag; null while their server is down. */
  link(tag: number): LimitLink | null
  /** Whether a call may carry keys of one tag only. */
  isPerTag: boolean
  close(): void
}

export type LimitConnectionDeps = {
  target: RedisTarget
  /**
   * A call on the keys of a tag that changes nothing and that Redis refuses where it refuses changes. A server that does not answer it is not
   * used: one without memory or replicas would otherwise be connected to and left again by every request.
   */
  probe: (send: Send, tag: number) => Promise<unknown>
  /** Longest a server may leave calls without any answer before it is left, ms. */
  maxSilenceMs: number
  monotonicMs: () => number
  logger: Logger
  /** Told when all keys become usable, and when some stop being so. */
  onChange: (isUp: boolean) => void
}

type LinkActions = Pick<LimitConnectionDeps, 'maxSilenceMs' | 'monotonicMs'> &
  Pick<LimitLink, 'send' | 'fail' | 'succeeded'>

/** Makes a link that knows how long it has been without an answer. */
export function createLink({ send, fail, succeeded, maxSilenceMs, monotonicMs }: LinkActions): LimitLink {
  let unanswered = 0
  let silentSinceMs = 0
  const answered = () => {
    unanswered -= 1
    silentSinceMs = monotonicMs()
  }
  return {
    send(command, args) {
      if (unanswered === 0) silentSinceMs = monotonicMs()
      unanswered += 1
      const reply = send(command, args)
      reply.then(answered, answered)
      return reply
    },
    fail,
    late() {
      if (unanswered > 0 && monotonicMs() - silentSinceMs >= maxSilenceMs) fail('no answer')
    },
    succeeded,
  }
}
