import {
  type ArchiveResponse,
  archivedColors,
  type RequestedQuantity,
} from '@hexawatt/shared/contract/forecast/forecast-archive'
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
import {
  floorToSecond,
  formatIsoExact,
  hourMs,
  hourStart,
  minuteMs,
  pickEarlier,
  pickLater,
} from '@hexawatt/shared/time/instant'
import { readFromStore } from '../points/store-reading.ts'
import { toPointSpan } from '../points/utc-span.ts'
import { choosePointFormat, openPointStream, splitIntoBatches } from '../window/point-stream.ts'
import { type RequestedSpan, type SpanNames, toSpan } from '../window/requested-window.ts'
import { computeDepthFloor, findServedWindow } from '../window/served-window.ts'
import { countWhileOpen, createBodyStream, createTruncationHeaders } from '../window/streamed-body.ts'
import { createFirstSeen } from '../window/window-version.ts'
import type { ArchiveFacts, ArchiveSource, WindowKind } from './archive-source.ts'
import { createColorArchive } from './color-archive.ts'
import { createHourArchive } from './hour-archive.ts'

export type ArchiveDeps = { sql: Sql; clock: Clock; logger: Logger; metrics: Metrics }

/** The parameters of each kind of window. */
const namesOf = {
  issues: { from: 'issuedFrom', to: 'issuedTo' },
  targets: { from: 'targetFrom', to: 'targetTo' },
} as const satisfies Record<WindowKind, SpanNames>

/** Requested archive: a quantity, and a window of issues or of targets. */
type AskedArchive = {
  quantity: RequestedQuantity
  of: WindowKind
  span: RequestedSpan
  isGiven: { from: boolean; to: boolean }
}

/** Creates the answer to `GET /v1/forecast/archive`: the head is known before the first byte, the points are streamed. */
export function createArchiveAnswer({ sql, clock, logger, metrics }: ArchiveDeps): Handler<typeof getForecastArchive> {
  const rareLog = createRareLog({ logger })
  const firstSeenMs = createFirstSeen(clock)
  const openStreams = metrics.gauge('forecast_archive_open_streams', 'Open streams of the forecast archive')

  const findSource = (quantity: RequestedQuantity): ArchiveSource =>
    quantity === archivedColors ? createColorArchive(sql) : createHourArchive(sql, quantity)

  function createVersion(
    tagged: unknown[],
    {
      source,
      facts,
      span,
      now,
    }: { source: ArchiveSource; facts: ArchiveFacts; span: RequestedSpan; now: Temporal.Instant },
  ) {
    const etag = createWeakTag(JSON.stringify([facts.mode, facts.version, ...tagged]))
    const nowMs = now.epochMilliseconds
    return {
      validators: { etag, 'last-modified': formatHttpDate(firstSeenMs(etag)) },
      maxAgeSeconds: computeMaxAgeSeconds(nowMs, [computeNextChangeMs(source, facts, nowMs)]),
      mode: facts.mode,
      isDegraded: facts.hasMissingInput || isNewestLate(source, facts, span, nowMs),
    }
  }

  /** @throws AppError as `toRequestedArchive` and `findServedWindow` do, in this order, or `service_unavailable` */
  return async function answerArchive({ query, principal, contentType, request }) {
    const exactNow = clock.now()
    const asked = toRequestedArchive(query, exactNow)
    const now = floorToSecond(exactNow)
    const { quantity, of, span, isGiven } = asked
    const names = namesOf[of]
    const source = findSource(quantity)
    // Nothing before the history floor of the plan is served, so data before it do not change a tag.
    const floor = computeDepthFloor(now, principal.entitlements.historyDays)
    const readable = toPointSpan(pickEarlier(pickLater(span.from, floor), span.to), span.to)
    const facts = await readFromStore(source.readFacts(source.spansOf(of, readable, now), now))
    const { effectiveFrom, truncated } = await readFromStore(
      findServedWindow({
        asked: span,
        fromName: names.from,
        principal,
        now,
        seriesStart: source.seriesStart(facts, of),
        hasPointBetween: (from, to) => source.hasPoint(source.spansOf(of, toPointSpan(from, to), now)),
      }),
    )
    const format = choosePointFormat(contentType, source.columns)
    const tagged = [
      format.contentType,
      quantity,
      of,
      isGiven.from ? formatIsoExact(span.from) : null,
      isGiven.to ? formatIsoExact(span.to) : null,
      truncated,
      truncated ? formatIsoExact(effectiveFrom) : null,
    ]
    const answer = {
      ...createVersion(tagged, { source, facts, span, now }),
      contentType: format.contentType,
      headers: format.saysWindow ? {} : createTruncationHeaders({ effectiveFrom, truncated }),
    }
    if (isNotModified(request.headers, answer.validators)) return { body: null, ...answer }
    const [from, to] = [formatIsoExact(span.from), formatIsoExact(span.to)]
    const head = { quantity, from, to, effectiveFrom: formatIsoExact(effectiveFrom), truncated }
    const spans = source.spansOf(of, toPointSpan(effectiveFrom, span.to), now)
    const chunks = await readFromStore(
      openPointStream({
        format,
        head: head satisfies Omit<ArchiveResponse, 'points'>,
        batches: splitIntoBatches(spans.issues, source.issueHoursPerQuery),
        readBatch: (issues) => source.readPoints({ ...spans, issues }, now),
      }),
    )
    const body = createBodyStream(countWhileOpen(chunks, openStreams), (error) =>
      rareLog.warn({ err: error }, 'forecast archive stream aborted: the store failed'),
    )
    return { body, ...answer }
  }
}

/** @throws AppError `invalid_parameter`, then as `toSpan` does */
function toRequestedArchive(query: ParsedQuery<typeof getForecastArchive>, now: Temporal.Instant): AskedArchive {
  const { quantity, ...times } = resolveTimes(query, now)
  const toGivenSpan = (of: WindowKind) => Object.values(namesOf[of]).find((name) => times[name] !== undefined)
  const [ofTargets, ofIssues] = [toGivenSpan('targets'), toGivenSpan('issues')]
  if (ofTargets !== undefined && ofIssues !== undefined) {
    throw createInvalidParameterError(
      ofTargets,
      formatIsoExact(times[ofTargets] ?? now),
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

/** When the next issue is expected: in the next hour, or soon while the issue of this hour is missing. */
function computeNextChangeMs({ isHourly }: ArchiveSource, { newestIssue }: ArchiveFacts, nowMs: number): number {
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
  { to }: RequestedSpan,
  nowMs: number,
): boolean {
  if (newestIssue === null) return false
  return to.epochMilliseconds >= nowMs && nowMs - newestIssue.epochMilliseconds > lateAfterMs
}
