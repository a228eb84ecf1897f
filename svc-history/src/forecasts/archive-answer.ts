import {
  type AskedQuantity,
  archivedColors,
  askedQuantities,
  defaultArchivedQuantity,
} from '@hexawatt/shared/contract/forecast/forecast-archive'
import { httpDate, isNotModified, weakTag } from '@hexawatt/shared/http/conditional'
import { maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import type { Handler } from '@hexawatt/shared/http/mount'
import {
  invalidParameter,
  parseQuery,
  type QueryParameters,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Clock } from '@hexawatt/shared/time/clock'
import { earlier, hourMs, hourStart, isoExact, later, minuteMs, wholeSecond } from '@hexawatt/shared/time/instant'
import { fromStore } from '../points/store-reading.ts'
import { pointSpan } from '../points/utc-span.ts'
import { type AskedSpan, readSpan, type SpanNames } from '../window/asked-window.ts'
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
type AskedArchive = { quantity: AskedQuantity; of: WindowKind; span: AskedSpan }

/** Creates the answer to `GET /v1/forecast/archive`: the head is known before the first byte, the points are streamed. */
export function createArchiveAnswer({ sql, clock, logger, metrics }: ArchiveDeps): Handler {
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
    const etag = weakTag(JSON.stringify([facts.mode, facts.version, ...tagged]))
    const nowMs = now.epochMilliseconds
    return {
      validators: { etag, 'last-modified': httpDate(firstSeenMs(etag)) },
      maxAgeSeconds: maxAgeSeconds(nowMs, [nextChangeMs(source, facts, nowMs)]),
      mode: facts.mode,
      isDegraded: facts.hasMissingInput || isNewestLate(source, facts, span, nowMs),
    }
  }

  /** @throws AppError as `readAsked` and `servedWindow` do, in this order, or `service_unavailable` */
  return async function answerArchive({ query: text, principal, contentType, request }) {
    const query = parseQuery(text)
    const exactNow = clock.now()
    const asked = readAsked(query, exactNow)
    const now = wholeSecond(exactNow)
    const { quantity, of, span } = asked
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
    const givenSpan = [names.from, names.to].map((name) =>
      query.values.has(name) ? isoExact(name === names.from ? span.from : span.to) : null,
    )
    const tagged = [
      format.contentType,
      quantity,
      of,
      ...givenSpan,
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

/** @throws AppError `invalid_parameter`, then as `readSpan` does */
function readAsked(query: QueryParameters, now: Temporal.Instant): AskedArchive {
  refuseRepeated(query)
  const quantity = readQuantity(query)
  const given = (of: WindowKind) => Object.values(namesOf[of]).find((name) => query.values.has(name))
  const [ofTargets, ofIssues] = [given('targets'), given('issues')]
  if (ofTargets !== undefined && ofIssues !== undefined) {
    throw invalidParameter(
      ofTargets,
      query.values.get(ofTargets) ?? '',
      `a window of issues (issuedFrom, issuedTo) or a window of targets (targetFrom, targetTo), not both; ${ofIssues} was received too`,
    )
  }
  const of = ofTargets === undefined ? 'issues' : 'targets'
  return { quantity, of, span: readSpan(query, now, namesOf[of]) }
}

function readQuantity({ values }: QueryParameters): AskedQuantity {
  const received = values.get('quantity') ?? defaultArchivedQuantity
  const known = askedQuantities.find((quantity) => quantity === received)
  if (known === undefined) throw invalidParameter('quantity', received, askedQuantities.join(', '))
  return known
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
