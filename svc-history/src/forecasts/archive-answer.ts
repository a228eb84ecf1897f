import { type AskedQuantity, archivedColors } from '@hexawatt/shared/contract/forecast/forecast-archive'
import type { getForecastArchive } from '@hexawatt/shared/contract/operations/get-forecast-archive'
import { resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate, isNotModified } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import { createInvalidParameterError, type ParsedQuery } from '@hexawatt/shared/http/parse-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Clock } from '@hexawatt/shared/time/clock'
import { earlier, hourMs, hourStart, isoExact, later, minuteMs, wholeSecond } from '@hexawatt/shared/time/instant'
import { fromStore } from '../points/store-reading.ts'
import { pointSpan } from '../points/utc-span.ts'
import { type AskedSpan, type SpanNames, toSpan } from '../window/asked-window.ts'
import { depthFloor, servedWindow } from '../window/served-window.ts'
import { bodyStream, truncationHeaders, whileOpen } from '../window/streamed-body.ts'
import { createFirstSeen } from '../window/window-version.ts'
import { archiveBody, archiveFormat } from './archive-body.ts'
import type { ArchiveFacts, ArchiveSource, WindowKind } from './archive-source.ts'
import { createColorArchive } from './color-archive.ts'
import { createHourArchive } from './hour-archive.ts'

export type ArchiveDeps = { sql: Sql; clock: Clock; logger: Logger; metrics: Metrics }

/** The parameters of each kind of window. */
const namesOf = {
  issues: { from: 'issuedFrom', to: 'issuedTo' },
  targets: { from: 'targetFrom', to: 'targetTo' },
} as const satisfies Record<WindowKind, SpanNames>

/** What is asked for: a quantity, and a window of issues or of targets. */
type AskedArchive = {
  quantity: AskedQuantity
  of: WindowKind
  span: AskedSpan
  isGiven: { from: boolean; to: boolean }
}

/** Creates the answer to `GET /v1/forecast/archive`: the head is known before the first byte, the points are streamed. */
export function createArchiveAnswer({ sql, clock, logger, metrics }: ArchiveDeps): Handler<typeof getForecastArchive> {
  const rareLog = createRareLog({ logger })
  const firstSeenMs = createFirstSeen(clock)
  const openStreams = metrics.gauge('forecast_archive_open_streams', 'Open streams of the forecast archive')

  const sourceOf = (quantity: AskedQuantity): ArchiveSource =>
    quantity === archivedColors ? createColorArchive(sql) : createHourArchive(sql, quantity)

  function versionOf(
    tagged: unknown[],
    {
      source,
      facts,
      span,
      now,
    }: { source: ArchiveSource; facts: ArchiveFacts; span: AskedSpan; now: Temporal.Instant },
  ) {
    const etag = createWeakTag(JSON.stringify([facts.mode, facts.version, ...tagged]))
    const nowMs = now.epochMilliseconds
    return {
      validators: { etag, 'last-modified': formatHttpDate(firstSeenMs(etag)) },
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [nextChangeMs(source, facts, nowMs)]),
      mode: facts.mode,
      isDegraded: facts.hasMissingInput || isNewestLate(source, facts, span, nowMs),
    }
  }

  /** @throws AppError as `toAsked` and `servedWindow` do, in this order, or `service_unavailable` */
  return async function answerArchive({ query, principal, contentType, request }) {
    const exactNow = clock.now()
    const asked = toAsked(query, exactNow)
    const now = wholeSecond(exactNow)
    const { quantity, of, span, isGiven } = asked
    const names = namesOf[of]
    const source = sourceOf(quantity)
    // Nothing is served before the floor of the plan: what lies there changes no tag.
    const floor = depthFloor(now, principal.entitlements.historyDays)
    const readable = pointSpan(earlier(later(span.from, floor), span.to), span.to)
    const facts = await fromStore(source.readFacts(source.spansOf(of, readable, now), now))
    const { effectiveFrom, truncated } = await fromStore(
      servedWindow({
        asked: span,
        fromName: names.from,
        principal,
        now,
        seriesStart: source.seriesStart(facts, of),
        hasPointBetween: (from, to) => source.hasPoint(source.spansOf(of, pointSpan(from, to), now)),
      }),
    )
    const format = archiveFormat(contentType, source)
    const tagged = [
      format.contentType,
      quantity,
      of,
      isGiven.from ? isoExact(span.from) : null,
      isGiven.to ? isoExact(span.to) : null,
      truncated,
      truncated ? isoExact(effectiveFrom) : null,
    ]
    const answer = {
      ...versionOf(tagged, { source, facts, span, now }),
      contentType: format.contentType,
      headers: format.saysWindow ? {} : truncationHeaders({ effectiveFrom, truncated }),
    }
    if (isNotModified(request.headers, answer.validators)) return { body: null, ...answer }
    const [from, to] = [isoExact(span.from), isoExact(span.to)]
    const head = { quantity, from, to, effectiveFrom: isoExact(effectiveFrom), truncated }
    const spans = source.spansOf(of, pointSpan(effectiveFrom, span.to), now)
    const chunks = await fromStore(archiveBody({ source, spans, now, format, head }))
    const body = bodyStream(whileOpen(chunks, openStreams), (error) =>
      rareLog.warn({ err: error }, 'forecast archive broken off: the store failed'),
    )
    return { body, ...answer }
  }
}

/** @throws AppError `invalid_parameter`, then as `toSpan` does */
function toAsked(query: ParsedQuery<typeof getForecastArchive>, now: Temporal.Instant): AskedArchive {
  const { quantity, ...times } = resolveTimes(query, now)
  const given = (of: WindowKind) => Object.values(namesOf[of]).find((name) => times[name] !== undefined)
  const [ofTargets, ofIssues] = [given('targets'), given('issues')]
  if (ofTargets !== undefined && ofIssues !== undefined) {
    throw createInvalidParameterError(
      ofTargets,
      isoExact(times[ofTargets] ?? now),
      `a window of issues (issuedFrom, issuedTo) or a window of targets (targetFrom, targetTo), not both; ${ofIssues} was received too`,
    )
  }
  const of = ofTargets === undefined ? 'issues' : 'targets'
  const names = namesOf[of]
  const [from, to] = [times[names.from], times[names.to]]
  return {
    quantity,
    of,
    span: toSpan({ from, to }, now, names),
    isGiven: { from: from !== undefined, to: to !== undefined },
  }
}

/** How long after its hour began a forecast is archived at the latest, ms. */
const archivedAfterMs = 2 * minuteMs

/** When the next issue is expected: in the next hour, or soon while that of this hour is absent. */
function nextChangeMs({ isHourly }: ArchiveSource, { newestIssue }: ArchiveFacts, nowMs: number): number {
  const hour = hourStart(Temporal.Instant.fromEpochMilliseconds(nowMs)).epochMilliseconds
  const isStored = isHourly
    ? newestIssue !== null && newestIssue.epochMilliseconds >= hour
    : nowMs >= hour + archivedAfterMs
  return hour + archivedAfterMs + (isStored ? hourMs : 0)
}

/** Whether the window reaches now and the newest issue is late. Before the first issue nothing can be late. */
function isNewestLate(
  { lateAfterMs }: ArchiveSource,
  { newestIssue }: ArchiveFacts,
  { to }: AskedSpan,
  nowMs: number,
): boolean {
  if (newestIssue === null) return false
  return to.epochMilliseconds >= nowMs && nowMs - newestIssue.epochMilliseconds > lateAfterMs
}
