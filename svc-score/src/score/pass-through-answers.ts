import { composeGridStatus, composeTariffToday, findSignalReach } from '@hexawatt/shared/answers/grid-and-tariff'
import { assessGridSignalHealth } from '@hexawatt/shared/answers/source-health'
import type { GridStatusResponse, TariffTodayResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import { createInsufficientDataError } from '@hexawatt/shared/errors/app-error'
import { findNextDue, neverReceived } from '@hexawatt/shared/grid/feed-calendar'
import type { Answer, Version } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { GridStatusSnapshot, TariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { type Dated, dropIfFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { addParisDays, parisDayStart, parisMidnight, tariffDayStart, toParisTime } from '@hexawatt/shared/time/paris'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'

/**
 * Answers `GET /v1/grid/status`: the signal of today and the days after it.
 *
 * @throws AppError `insufficient_data` when nothing that was published covers today
 */
export async function answerGridStatus({ latest, clock }: AnswerDeps): Promise<Answer> {
  const now = clock.now()
  const known = dropIfFromFuture(await latest.gridStatus(), now.epochMilliseconds)
  const body = known && composeGridStatus(known.body, now)
  if (known === null || body === null) {
    const status = await latest.status()
    const why = status?.mode === 'open' ? ' The EcoWatt signal is not available without an RTE account.' : ''
    throw createInsufficientDataError(
      `No grid signal that was published covers today.${why}`,
      assessGridSignalHealth(status, now),
    )
  }
  return {
    body,
    mode: known.body.mode,
    isDegraded: body.stale || known.body.usesSpare === true,
    ...createGridVersion(known, body, now),
  }
}

/**
 * The version of the signal leaves out when it was last fetched, which changes without news. The next change is expected with the next
 * issue and at the end of the Paris day, when D becomes another day.
 */
export function createGridVersion(
  { body: snapshot, computedAtMs }: Dated<GridStatusSnapshot>,
  { fetchedAt: _fetched, ...content }: GridStatusResponse,
  now: Temporal.Instant,
): Version {
  const nowMs = now.epochMilliseconds
  const nextIssue = findNextDue('grid_signals', findSignalReach(snapshot))
  // A missing issue is noticed now, by this request: no computation has recorded it.
  const changedAtMs = content.stale && !snapshot.isStale ? nowMs : computedAtMs
  return {
    validators: {
      etag: createWeakTag(JSON.stringify(content)),
      'last-modified': formatHttpDate(Math.max(changedAtMs, parisDayStart(now).epochMilliseconds)),
    },
    maxAgeSeconds: computeMaxAgeSeconds(nowMs, [
      nextIssue?.epochMilliseconds ?? null,
      addParisDays(now, 1).epochMilliseconds,
    ]),
  }
}

/** Answers `GET /v1/tariff/today`: the tariff at this instant; an unknown colour is an answer, not an error. */
export async function answerTariffToday({ latest, clock }: AnswerDeps): Promise<Answer> {
  const now = clock.now()
  const known = dropIfFromFuture(await latest.tariff(), now.epochMilliseconds)
  const body = composeTariffToday(known?.body ?? null, now)
  return {
    body,
    mode: known?.body.mode ?? (await latest.status())?.mode ?? null,
    isDegraded: body.color === null || body.inForce.color === null || known?.body.usesSpare === true,
    ...createTariffVersion(known, body, now),
  }
}

/**
 * The version of the tariff leaves out when it was last fetched, which changes without news. The next change is expected at midnight (the
 * calendar day) or 06:00 (the colour in force) in Paris, or with the next publication.
 *
 * @param known null when nothing is known
 */
export function createTariffVersion(
  known: Dated<TariffSnapshot> | null,
  { fetchedAt: _fetched, ...content }: TariffTodayResponse,
  now: Temporal.Instant,
): Version {
  const nowMs = now.epochMilliseconds
  const { lastChangeMs, nextChangeMs } = findChangesOfDay(now)
  return {
    validators: {
      etag: createWeakTag(JSON.stringify(content)),
      'last-modified': formatHttpDate(known === null ? nowMs : Math.max(known.computedAtMs, lastChangeMs)),
    },
    maxAgeSeconds: computeMaxAgeSeconds(nowMs, [nextChangeMs, findNextPublicationMs(known?.body.days ?? [])]),
  }
}

/** The two changes of the day, midnight and 06:00 in Paris, between which an instant lies. */
function findChangesOfDay(now: Temporal.Instant): { lastChangeMs: number; nextChangeMs: number } {
  const midnightMs = parisDayStart(now).epochMilliseconds
  const startMs = toParisTime(now).withPlainTime(tariffDayStart).epochMilliseconds
  if (now.epochMilliseconds < startMs) return { lastChangeMs: midnightMs, nextChangeMs: startMs }
  return { lastChangeMs: startMs, nextChangeMs: addParisDays(now, 1).epochMilliseconds }
}

/** When the colour after the last known one is due; null when none is known. */
function findNextPublicationMs(days: TariffSnapshot['days']): number | null {
  const newest = days.at(-1)
  if (newest === undefined) return null
  const newestSlotEnd = parisMidnight(Temporal.PlainDate.from(newest.date).add({ days: 1 }))
  return findNextDue('tariff_calendar', { ...neverReceived, newestSlotEnd })?.epochMilliseconds ?? null
}
