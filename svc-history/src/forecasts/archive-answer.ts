import {
  type ArchivedQuantity,
  archivedQuantities,
  defaultArchivedQuantity,
} from '@hexawatt/shared/contract/forecast/forecast-archive'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { isNotModified, weakTag } from '@hexawatt/shared/http/conditional'
import { type DataHeaders, dataHeaders, maxAgeSeconds } from '@hexawatt/shared/http/data-headers'
import { wholeSecond } from '@hexawatt/shared/http/instant-parameter'
import { confidenceHeader, dataModeHeader, type Principal } from '@hexawatt/shared/http/principal'
import {
  invalidParameter,
  parseQuery,
  type QueryParameters,
  queryText,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, hourStart, isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'
import { fromStore } from '../points/store-reading.ts'
import type { PointSpan } from '../points/utc-span.ts'
import { type AskedSpan, readSpan, type SpanNames } from '../window/asked-window.ts'
import { depthFloor, earlier, later, servedWindow } from '../window/served-window.ts'
import { bodyStream, truncationHeaders, whileOpen } from '../window/streamed-body.ts'
import { createFirstSeen } from '../window/window-headers.ts'
import { archiveBody, archiveFormat } from './archive-body.ts'
import { type ArchiveFacts, type ArchiveSpans, hasArchivedHour, readArchiveFacts } from './archive-store.ts'

export type ArchiveDeps = { sql: Sql; clock: Clock; logger: Logger; metrics: Metrics }

/** The parameters of each kind of window. */
const namesOf = {
  issues: { from: 'issuedFrom', to: 'issuedTo' },
  targets: { from: 'targetFrom', to: 'targetTo' },
} as const satisfies Record<string, SpanNames>

/** What is asked for: a quantity, and a window of issues or of targets. */
type AskedArchive = { quantity: ArchivedQuantity; of: keyof typeof namesOf; span: AskedSpan }

/** Creates the answer to `GET /v1/forecast/archive`: the head is known before the first byte, the points are streamed. */
export function createArchiveAnswer({ sql, clock, logger, metrics }: ArchiveDeps) {
  const firstSeenMs = createFirstSeen(clock)
  const openStreams = metrics.gauge('forecast_archive_open_streams', 'Open streams of the forecast archive')

  function headersOf(tagged: unknown[], facts: ArchiveFacts, { span }: AskedArchive, now: Temporal.Instant) {
    const etag = weakTag(JSON.stringify([facts.mode, facts.version, ...tagged]))
    const nowMs = now.epochMilliseconds
    const headers: DataHeaders & Record<string, string> = dataHeaders({
      etag,
      lastModifiedMs: firstSeenMs(etag),
      maxAgeSeconds: maxAgeSeconds(nowMs, [nextChangeMs(facts, nowMs)]),
    })
    if (facts.mode !== null) headers[dataModeHeader] = facts.mode
    if (facts.hasMissingInput || isNewestLate(facts, span, nowMs)) headers[confidenceHeader] = 'degraded'
    return headers
  }

  /** @throws AppError as `readAsked` and `servedWindow` do, in this order, or `service_unavailable` */
  return async function answerArchive(request: Request, principal: Principal): Promise<Response> {
    const query = parseQuery(queryText(request.url))
    const now = wholeSecond(clock.now())
    const asked = readAsked(query, now)
    const { quantity, of, span } = asked
    const names = namesOf[of]
    // Nothing is served before the floor of the plan: what lies there changes no tag.
    const floor = depthFloor(now, principal.entitlements.historyDays)
    const readable = { from: earlier(later(span.from, floor), span.to), end: span.to }
    const facts = await fromStore(readArchiveFacts(sql, spansOf(of, readable, now), now))
    const { effectiveFrom, truncated } = await fromStore(
      servedWindow({
        asked: span,
        fromName: names.from,
        principal,
        now,
        seriesStart: facts.firstIssue,
        hasPointBetween: (from, to) => hasArchivedHour(sql, spansOf(of, { from, end: to }, now)),
      }),
    )
    const format = archiveFormat(request.headers.get('accept'))
    const givenSpan = [names.from, names.to].map((name) =>
      query.values.has(name) ? isoSeconds(name === names.from ? span.from : span.to) : null,
    )
    const tagged = [
      format.contentType,
      quantity,
      of,
      ...givenSpan,
      truncated,
      truncated ? isoSeconds(effectiveFrom) : null,
    ]
    const headers = {
      ...headersOf(tagged, facts, asked, now),
      ...(format.saysWindow ? {} : truncationHeaders({ effectiveFrom, truncated })),
    }
    if (isNotModified(request.headers, headers)) return new Response(null, { status: 304, headers })
    const [from, to] = [isoSeconds(span.from), isoSeconds(span.to)]
    const head = { quantity, from, to, effectiveFrom: isoSeconds(effectiveFrom), truncated }
    const spans = spansOf(of, { from: effectiveFrom, end: span.to }, now)
    const chunks = await fromStore(archiveBody({ sql, quantity, spans, now, format, head }))
    const body = bodyStream(whileOpen(chunks, openStreams), (error) =>
      logger.warn({ err: error }, 'forecast archive broken off: the store failed'),
    )
    return new Response(body, { headers: { 'content-type': format.contentType, ...headers } })
  }
}

/** @throws AppError `invalid_parameter`, then as `readSpan` does */
function readAsked(query: QueryParameters, now: Temporal.Instant): AskedArchive {
  refuseRepeated(query)
  const quantity = readQuantity(query)
  const given = (of: keyof typeof namesOf) => Object.values(namesOf[of]).find((name) => query.values.has(name))
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

function readQuantity({ values }: QueryParameters): ArchivedQuantity {
  const received = values.get('quantity') ?? defaultArchivedQuantity
  const known = archivedQuantities.find((quantity) => quantity === received)
  if (known === undefined) throw invalidParameter('quantity', received, archivedQuantities.join(', '))
  return known
}

/** Hours of targets in an issue are those from the hour in progress to the last one. */
function spansOf(of: keyof typeof namesOf, span: PointSpan, now: Temporal.Instant): ArchiveSpans {
  // An issue of this very second has been made.
  const endOfNow = now.add({ seconds: 1 })
  if (of === 'issues') {
    const issues = { from: span.from, end: earlier(span.end, endOfNow) }
    return { issues, targets: { from: span.from, end: later(issues.end, span.from).add({ hours: maxForecastHours }) } }
  }
  return {
    issues: { from: span.from.subtract({ hours: maxForecastHours }), end: earlier(span.end, endOfNow) },
    targets: span,
  }
}

/** How long after its hour began a forecast is archived at the latest, ms. */
const archivedAfterMs = 2 * minuteMs

/** When the next issue is expected: in the next hour, or soon while that of this hour is absent. */
function nextChangeMs({ newestIssue }: ArchiveFacts, nowMs: number): number {
  const hour = hourStart(Temporal.Instant.fromEpochMilliseconds(nowMs)).epochMilliseconds
  const isStored = newestIssue !== null && newestIssue.epochMilliseconds >= hour
  return hour + archivedAfterMs + (isStored ? hourMs : 0)
}

/** Whether the window reaches now and the newest issue is older than two hours. */
function isNewestLate({ newestIssue }: ArchiveFacts, { to }: AskedSpan, nowMs: number): boolean {
  const ageMs = newestIssue === null ? Number.POSITIVE_INFINITY : nowMs - newestIssue.epochMilliseconds
  return to.epochMilliseconds >= nowMs && ageMs > 2 * hourMs
}
