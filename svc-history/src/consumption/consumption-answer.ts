import { composeConsumptionBody, restsOnLateSource } from '@hexawatt/shared/answers/consumption/consumption-body'
import type { getCarbonConsumption } from '@hexawatt/shared/contract/operations/get-carbon-consumption'
import { resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import { type AppError, createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import type { Principal } from '@hexawatt/shared/http/principal'
import type { Sql } from '@hexawatt/shared/postgres/client'
import {
  hasConsumptionHour,
  readConsumptionHours,
  type StoredConsumptionHour,
} from '@hexawatt/shared/stored-hours/consumption-hour-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, hourStart, isoSeconds } from '@hexawatt/shared/time/instant'
import { refuseFuture } from '../explain/explain-answer.ts'
import { createCurrentVersions } from '../points/current-versions.ts'
import { readFromStore } from '../points/store-reading.ts'
import { computeDepthFloor, findServedWindow } from '../window/served-window.ts'
import { readSeries } from '../window/window-store.ts'

export type ConsumptionDeps = { sql: Sql; clock: Clock }

/** Creates the answer to `GET /v1/carbon/consumption` about a past hour. */
export function createConsumptionAnswer({ sql, clock }: ConsumptionDeps): Handler<typeof getCarbonConsumption> {
  const findSinceMs = createCurrentVersions(clock)

  /** @throws AppError `invalid_range`, `history_depth_exceeded`, `insufficient_data` or `service_unavailable`, in this order */
  return async function answerConsumption({ query, principal }) {
    const now = clock.now()
    const { at = now } = resolveTimes(query, now)
    refuseFuture(at, now)
    const start = hourStart(at)
    const { mode } = await readFromStore(refuseTooDeep(sql, start, principal, now))
    const hour = await readFromStore(readHour(sql, start, now))
    if (hour === null) throw createNoHourError(start)
    const body = composeConsumptionBody(hour, now)
    const etag = createWeakTag(JSON.stringify(body))
    return {
      body,
      // An hour becomes final without a new version.
      validators: { etag, 'last-modified': formatHttpDate(findSinceMs(body.slotStart, etag)) },
      // A final hour may still be corrected, rarely.
      maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, body.final ? [] : [null]),
      mode,
      isDegraded: restsOnLateSource(hour),
    }
  }
}

async function readHour(
  sql: Sql,
  { epochMilliseconds: fromMs }: Temporal.Instant,
  now: Temporal.Instant,
): Promise<StoredConsumptionHour | null> {
  const [hour] = await readConsumptionHours(sql, { fromMs, toMs: fromMs + hourMs }, now)
  return hour ?? null
}

/** @throws AppError `history_depth_exceeded`; `insufficient_data` for an hour that no plan reaches */
async function refuseTooDeep(sql: Sql, start: Temporal.Instant, principal: Principal, now: Temporal.Instant) {
  const series = await readSeries(sql, now)
  await findServedWindow({
    asked: { from: start, to: start.add({ hours: 1 }) },
    fromName: 'at',
    principal,
    now,
    seriesStart: series.seriesStart,
    hasPointBetween: (from, to) => hasConsumptionHour(sql, from, to),
  })
  const floor = computeDepthFloor(now, principal.entitlements.historyDays)
  if (Temporal.Instant.compare(start, floor) < 0) throw createNoHourError(start, ' within the depth of any plan')
  return series
}

function createNoHourError(start: Temporal.Instant, where = ''): AppError {
  const sourceAvailability = { generation: false, physical_flows: false }
  const detail = `No version of the hour from ${isoSeconds(start)} is stored${where}: its French mix is not complete, or not known yet.`
  return createInsufficientDataError(detail, { confidence: 0, sourceAvailability })
}
