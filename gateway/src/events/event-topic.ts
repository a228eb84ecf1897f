import { rerunAfterCurrent } from '@hexawatt/shared/bounds/single-flight'
import type { EventKind } from '@hexawatt/shared/contract/formats/live-events'
import { toAppError } from '@hexawatt/shared/errors/app-error'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createEventVersion, type EventVersion } from './event-version.ts'

/** How long an answer counts as the newest, ms: as long as the response cache holds it. Without a change notice, this is how late a change is seen. */
export const topicFreshMs = 1_000

/** Shortest interval between two questions of one topic, ms: publishers bring several changes within one poll. */
const minQuestionGapMs = 100

export type EventTopicDeps = {
  kind: EventKind
  /** Asks the GET operation of the kind. */
  ask: () => CachedBody | Promise<CachedBody>
  /** Sends a new version to all listeners; the next question waits for it, so that versions arrive in order. */
  publish: (version: EventVersion) => Promise<void>
  /** Monotonic, ms. */
  monotonicMs: () => number
  logger: Logger
}

/** The newest body of one kind under the rights of one plan: asked once for all listeners. */
export function createEventTopic({ kind, ask, publish, monotonicMs, logger }: EventTopicDeps) {
  let asked: { body: CachedBody; version: EventVersion } | null = null
  let answeredAtMs = Number.NEGATIVE_INFINITY

  /** Never rejects: what GET refuses is no event, and the last one says nothing about the present any more. */
  async function read(): Promise<typeof asked> {
    try {
      const body = await ask()
      return body === asked?.body ? asked : { body, version: createEventVersion(kind, body) }
    } catch (error) {
      const { status, options } = toAppError(error)
      if (status === 500) logger.error({ err: options.cause ?? error, kind }, 'event not read')
      return null
    }
  }

  const refresh = rerunAfterCurrent(async () => {
    const waitMs = answeredAtMs + minQuestionGapMs - monotonicMs()
    if (waitMs > 0) await Bun.sleep(waitMs)
    const tagBefore = asked?.version.mark?.tag
    asked = await read()
    answeredAtMs = monotonicMs()
    // Bodies of one version differ only in their own instant; a body without a version is served stale.
    if (asked !== null && asked.version.mark !== null && asked.version.mark.tag !== tagBefore) {
      await publish(asked.version)
    }
  })

  return {
    /** Asks again, and sends what is new. Never rejects. */
    refresh,
    /** The newest version, asked for unless it was a moment ago; null while GET refuses. Never rejects. */
    async newest(): Promise<EventVersion | null> {
      if (monotonicMs() - answeredAtMs >= topicFreshMs) await refresh()
      return asked?.version ?? null
    },
    /** The newest version that is known; null = none. */
    known: (): EventVersion | null => asked?.version ?? null,
  }
}
export type EventTopic = ReturnType<typeof createEventTopic>
