import { assessTariffHealth } from '@hexawatt/shared/answers/source-health'
import { composeTariffOutlook } from '@hexawatt/shared/answers/tariff-outlook'
import type { TariffOutlookResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import { createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import type { Answer, Version } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import { findColorPrices } from '@hexawatt/shared/methodology/tariffs/contract-prices'
import { dropIfFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { toTariffDay, toTariffDayStart } from '@hexawatt/shared/time/paris'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'

/** An older outlook is served as degraded: svc-ingest issues one at every full hour. */
const degradedAgeMs = 2 * hourMs

/** Whether the forecast of the colours is missing or overdue. @param computedAtMs null without one */
export function areColorsLate(computedAtMs: number | null, nowMs: number): boolean {
  return computedAtMs === null || nowMs - computedAtMs > degradedAgeMs
}

/** Colours as the table of prices names them. */
const pricedColor = { BLUE: 'blue', WHITE: 'white', RED: 'red' } as const satisfies Record<TariffColor, string>

/**
 * Answers `GET /v1/tariff/outlook`: the colours of the tariff day in force and of up to nine days after it, with the prices of the published ones.
 *
 * @throws AppError `insufficient_data` when the stock of the season is unknown, or no outlook reaches today
 */
export async function answerTariffOutlook({ latest, clock, readContractTable }: AnswerDeps): Promise<Answer> {
  const now = clock.now()
  const [latestOutlook, { table, changedAtMs }] = await Promise.all([latest.tariffOutlook(), readContractTable()])
  const known = dropIfFromFuture(latestOutlook, now.epochMilliseconds)
  const findPrices = (date: string, color: TariffColor) => findColorPrices(table.contracts, date, pricedColor[color])
  const issuedAt = known && Temporal.Instant.from(known.body.issuedAt)
  const body = issuedAt && composeTariffOutlook(known.body.outlook, issuedAt, findPrices, now)
  if (known === null || body === null) {
    throw createInsufficientDataError(
      'Some colours of the season are missing, so the number of red and white days left is unknown.',
      assessTariffHealth(await latest.status(), now),
    )
  }
  const isDegraded = areColorsLate(known.computedAtMs, now.epochMilliseconds)
  const newestMs = Math.max(known.computedAtMs, changedAtMs)
  return { body, mode: known.body.mode, isDegraded, ...createOutlookVersion(body, known.computedAtMs, newestMs, now) }
}

/**
 * The version leaves out when the outlook was issued, which changes every hour. The next change is expected at the next full hour; a new tariff day
 * begins at one too.
 *
 * @param newestMs when outlook or prices last changed
 */
function createOutlookVersion(
  { issuedAt: _issued, ...content }: TariffOutlookResponse,
  issuedAtMs: number,
  newestMs: number,
  now: Temporal.Instant,
): Version {
  const dayStartMs = toTariffDayStart(toTariffDay(now)).epochMilliseconds
  const hourStartMs = hourStart(now).epochMilliseconds
  // The outlook of this hour is written within its first minute.
  const nextMs = issuedAtMs < hourStartMs ? null : hourStartMs + hourMs
  return {
    validators: {
      etag: createWeakTag(JSON.stringify(content)),
      'last-modified': formatHttpDate(Math.max(newestMs, dayStartMs)),
    },
    maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, [nextMs]),
  }
}
