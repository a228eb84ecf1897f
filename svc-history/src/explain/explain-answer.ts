import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import type { getCarbonExplain } from '@hexawatt/shared/contract/operations/get-carbon-explain'
import { resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import { AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import type { Principal } from '@hexawatt/shared/http/principal'
import { toSourceAvailability } from '@hexawatt/shared/methodology/score/score-confidence'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { findLastTickMs, formatIsoExact, hourMs, isoSeconds, tickEveryMs } from '@hexawatt/shared/time/instant'
import { readFromStore } from '../points/store-reading.ts'
import { toPointSpan } from '../points/utc-span.ts'
import { computeDepthFloor, findServedWindow } from '../window/served-window.ts'
import { hasPointBetween, readSeries } from '../window/window-store.ts'
import { findNewestExpectedTickMs } from '../window/window-version.ts'
import { createExplainLimit } from './explain-limit.ts'
import { createExplainedHours, type ExplainedHourPart } from './explained-hours.ts'
import { createExplainedPoints, type DatedExplanation } from './explained-points.ts'

export type ExplainDeps = { sql: Sql; clock: Clock; logger: Logger; metrics: Metrics }

/** Creates the answer to `GET /v1/carbon/explain` about a stored point. */
export function createExplainAnswer(deps: ExplainDeps): Handler<typeof getCarbonExplain> {
  const { sql, clock } = deps
  const limit = createExplainLimit()
  const explainAt = createExplainedPoints(deps, limit)
  const explainHourAt = createExplainedHours(sql, limit)

  /**
   * The point of the newest tick not after an instant. The point of the current tick may not be stored yet: then the one before.
   *
   * @throws AppError `insufficient_data`
   */
  async function findPoint(at: Temporal.Instant, now: Temporal.Instant): Promise<DatedExplanation> {
    const tickMs = findLastTickMs(at.epochMilliseconds)
    const isAwaited = tickMs > findNewestExpectedTickMs(now.epochMilliseconds)
    const found = (await explainAt(tickMs)) ?? (isAwaited ? await explainAt(tickMs - tickEveryMs) : null)
    if (found !== null) return found
    throw createNoPointError(toInstant(tickMs))
  }

  /** @throws AppError `invalid_range`, `history_depth_exceeded`, `insufficient_data` or `service_unavailable`, in this order */
  return async function answerExplain({ query, principal }) {
    const now = clock.now()
    const { at = now } = resolveTimes(query, now)
    refuseFuture(at, now)
    const { mode } = await readFromStore(refuseTooDeep(sql, at, principal, now))
    const point = await findPoint(at, now)
    const { stored, ...ofHour } = await explainHourAt(at, now)
    const body: CarbonExplainResponse = { ...point.explanation, at: formatIsoExact(at), ...ofHour }
    return {
      body,
      validators: {
        etag: createWeakTag(JSON.stringify(body)),
        'last-modified': formatHttpDate(Math.max(point.computedAt.epochMilliseconds, stored?.knownFromMs ?? 0)),
      },
      // A stored point never changes, but that of the current tick may be about to be stored, and a new hour gets further versions.
      maxAgeSeconds: computeMaxAgeSeconds(
        now.epochMilliseconds,
        isPointOf(at, body) && !isUnsettled(stored, now) ? [] : [null],
      ),
      mode,
      isDegraded: body.score === null || body.score.confidence.feeds.some(({ availability }) => availability < 1),
    }
  }
}

/** Flows of an hour and the mixes of all neighbours have been read by then, ms; later corrections are rare. */
const settledAfterMs = 24 * hourMs

function isUnsettled(stored: ExplainedHourPart['stored'], now: Temporal.Instant): boolean {
  return stored !== null && now.epochMilliseconds - stored.startMs < settledAfterMs
}

/** Whether the explained point is that of the instant's own tick. */
function isPointOf(at: Temporal.Instant, { computedFor }: CarbonExplainResponse): boolean {
  return Date.parse(computedFor) === findLastTickMs(at.epochMilliseconds)
}

/** @throws AppError `invalid_range` */
export function refuseFuture(at: Temporal.Instant, now: Temporal.Instant): void {
  if (Temporal.Instant.compare(at, now) <= 0) return
  throw new AppError('invalid_range', {
    detail: `at (${formatIsoExact(at)}) must not be in the future; it is now ${isoSeconds(now)}.`,
  })
}

/** @throws AppError `history_depth_exceeded`; `insufficient_data` for an instant that no plan reaches */
async function refuseTooDeep(sql: Sql, at: Temporal.Instant, principal: Principal, now: Temporal.Instant) {
  const series = await readSeries(sql, now)
  const tick = toInstant(findLastTickMs(at.epochMilliseconds))
  await findServedWindow({
    asked: { from: tick, to: tick.add({ milliseconds: tickEveryMs }) },
    fromName: 'at',
    principal,
    now,
    seriesStart: series.seriesStart,
    hasPointBetween: (from, to) => hasPointBetween(sql, toPointSpan(from, to)),
  })
  const floor = computeDepthFloor(now, principal.entitlements.historyDays)
  if (Temporal.Instant.compare(tick, floor) < 0) throw createNoPointError(tick, ' within the depth of any plan')
  return series
}

function createNoPointError(tick: Temporal.Instant, where = ''): AppError {
  const phi = recordFromEntries(feedIds, () => 0)
  const isReferenceKnown = { emission_factors: false, country_intensities: false }
  return createInsufficientDataError(`No point of ${isoSeconds(tick)} is stored${where}.`, {
    confidence: 0,
    sourceAvailability: toSourceAvailability(phi, isReferenceKnown),
  })
}

const toInstant = (ms: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(ms)
