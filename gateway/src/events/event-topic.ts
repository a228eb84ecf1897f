import { rerunAfterCurrent } from '@hexawatt/shared/bounds/single-flight'
import type { EventKind } from '@hexawatt/shared/contract/formats/live-events'
import { type AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createEventVersion, type EventVersion } from './event-version.ts'

/** How long an answer counts as the newest, ms: as long as the response cache holds it. Without a change notice, an event is late by at most this time. */
export const topicFreshMs = 1_000

/** Shortest interval between two reads of one topic, ms: publishers bring several changes within one poll. */
const minQuestionGapMs = 100

export type EventTopicDeps = {
  kind: EventKind
  /** Asks the GET operation of the kind. */
  ask: () => CachedBody | Promise<CachedBody>
  /** Sends a new version to all listeners. The next read waits for it, so that versions arrive in order. */
  publish: (version: EventVersion) => Promise<void>
  /** Monotonic, ms. */
  monotonicMs: () => number
  logger: Logger
}

/** The newest body of one kind for the rights of one plan and one query: read once for all listeners. */
export function createEventTopic({ kind, ask, publish, monotonicMs, logger }: EventTopicDeps) {
  let asked: { body: CachedBody; version: EventVersion } | null = null
  let refusal: AppError | null = null
  let answeredAtMs = Number.NEGATIVE_INFINITY

  /** Never rejects: a refusal of GET is not an event, and the last body no longer describes the present. */
  async function read(): Promise<typeof asked> {
    try {
      const body = await ask()
      refusal = null
      return body === asked?.body ? asked : { body, version: createEventVersion(kind, body) }
    } catch (error) {
      refusal = toAppError(error)
      const { status, options } = refusal
      if (status === 500)
        logger.error({ err: options.cause ?? error, kind }, 'event stream: the answer could not be read')
      return null
    }
  }

  const refresh = rerunAfterCurrent(async () => {
    const waitMs = answeredAtMs + minQuestionGapMs - monotonicMs()
    if (waitMs > 0) await Bun.sleep(waitMs)
    const tagBefore = asked?.version.mark?.tag
    asked = await read()
    answeredAtMs = monotonicMs()
    // Bodies of one version differ only in their own instant; a stale body has no version.
    if (asked !== null && asked.version.mark !== null && asked.version.mark.tag !== tagBefore) {
      await publish(asked.version)
    }
  })

  return {
    /** Reads again, and sends a new version. Never rejects. */
    refresh,
    /** The newest version, read unless it was read a moment ago; null while GET refuses. Never rejects. */
    async readNewest(): Promise<EventVersion | null> {
      if (monotonicMs() - answeredAtMs >= topicFreshMs) await refresh()
      return asked?.version ?? null
    },
    /** The newest version that is known; null = none. */
    known: (): EventVersion | null => asked?.version ?? null,
    /** Why GET refused at the last read; null when it answered. */
    refusal: (): AppError | null => refusal,
  }
}
export type EventTopic = ReturnType<typeof createEventTopic>
