import { findScoreSpan, type TimeSpan } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import { OutageMessage } from '@hexawatt/shared/methodology/score/sub-scores/available-capacity'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { type DocumentRow, readDocumentVersions } from '@hexawatt/shared/stored-rows/feed-version-store'
import type { ChooseVersion } from '@hexawatt/shared/stored-rows/known-version'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import type { InputOrigin } from '@hexawatt/shared/stored-rows/stored-rows-store'
import * as v from 'valibot'
import { countUpTo, sortDistinct } from './feed-part.ts'

/** An unavailability message in one version. */
export type HistoricMessage = InputOrigin & {
  key: string
  rank: number
  validFromMs: number
  validToMs: number
  knownMs: number
  message: OutageMessage
}

/** The unavailability messages that ticks of the loaded span need. */
export type OutageHistoryCache = {
  load(ticks: Span, until: Temporal.Instant): Promise<void>
  /** Messages valid within a span as known at a tick, ordered by validity; returns the same array while it is unchanged. */
  known(span: Span, tickMs: number): readonly HistoricMessage[]
}

/** Caches the versions of the messages around some ticks. A message that was received late counts as known from the start of its validity. */
export function createOutageHistoryCache(sql: Statements, choose: ChooseVersion): OutageHistoryCache {
  let byKey: HistoricMessage[][] = []
  let changesMs: number[] = []
  let last: { key: string; messages: readonly HistoricMessage[] } = { key: '', messages: [] }

  function chooseMessages(span: Span, tickMs: number): HistoricMessage[] {
    return byKey
      .flatMap((versions) => choose(versions, ({ validFromMs }) => validFromMs, tickMs) ?? [])
      .filter(({ validFromMs, validToMs }) => validToMs > span.startMs && validFromMs < span.endMs)
      .sort((a, b) => a.validFromMs - b.validFromMs || a.rank - b.rank)
  }

  return {
    async load({ startMs, endMs }, until) {
      const around = { startMs: readAt(startMs).from.epochMilliseconds, endMs: readAt(endMs).to.epochMilliseconds }
      const asked = { feed: 'generation_unavailabilities', until, ...around } as const
      const messages = (await readDocumentVersions(sql, asked)).map(readHistoricMessage)
      byKey = [...Map.groupBy(messages, ({ key }) => key).values()]
      changesMs = sortDistinct(messages.flatMap(({ knownMs, validFromMs }) => [knownMs, validFromMs]))
      last = { key: '', messages: [] }
    },
    known(span, tickMs) {
      const key = `${countUpTo(changesMs, tickMs)} ${span.startMs} ${span.endMs}`
      if (key !== last.key) last = { key, messages: chooseMessages(span, tickMs) }
      return last.messages
    },
  }
}

/** Span of the messages that a score at a tick reads. */
function readAt(tickMs: number): TimeSpan {
  return findScoreSpan('generation_unavailabilities', Temporal.Instant.fromEpochMilliseconds(tickMs))
}

function readHistoricMessage(row: DocumentRow): HistoricMessage {
  const [key, rank, validFromMs, validToMs, body, knownMs, payloadId, publisher] = row
  return {
    key,
    rank,
    validFromMs,
    validToMs,
    knownMs,
    payloadId,
    publisher,
    knownFrom: Temporal.Instant.fromEpochMilliseconds(Math.floor(knownMs)),
    message: v.parse(OutageMessage, body),
  }
}
