import { tariffDayStart, tariffToday } from '@hexawatt/shared/answers/tariff-today'
import type { TariffTodayResponse } from '@hexawatt/shared/contract/tariff-today'
import { nextDue } from '@hexawatt/shared/grid/feed-calendar'
import { maxAgeSeconds } from '@hexawatt/shared/http/cache-control'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import { httpDate } from '@hexawatt/shared/http/http-date'
import { type Dated, isFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import type { TariffSnapshot } from '@hexawatt/shared/snapshot/tariff-snapshot'
import { addParisDays, parisDayStart, parisTimeZone } from '@hexawatt/shared/time/paris'
import type { AnswerDeps, AnswerFacts } from '../answers/answer.ts'

/** The tariff at this instant; not knowing a colour is an answer too. */
export async function currentTariff({
  latest,
  clock,
}: AnswerDeps): Promise<{ body: TariffTodayResponse; facts: AnswerFacts }> {
  const now = clock.now()
  const known = await latest.tariff()
  const ofThisTime = known !== null && !isFromFuture(known, now.epochMilliseconds) ? known : null
  const body = tariffToday(ofThisTime?.body ?? null, now)
  return {
    body,
    facts: {
      mode: ofThisTime?.body.mode ?? (await latest.status())?.mode ?? null,
      isDegraded: body.color === null || body.inForce.color === null,
      ...tariffVersion(ofThisTime, body, now),
    },
  }
}

/**
 * The version of the tariff: everything but the instant at which it was last fetched, which moves although nothing is new. It is expected
 * to change at midnight (the calendar day) and at 06:00 (the colour in force) in Paris, and with the next publication.
 *
 * @param known null when nothing is known
 */
export function tariffVersion(
  known: Dated<TariffSnapshot> | null,
  { fetchedAt: _fetched, ...content }: TariffTodayResponse,
  now: Temporal.Instant,
): Pick<AnswerFacts, 'validators' | 'maxAgeSeconds'> {
  const nowMs = now.epochMilliseconds
  const { lastChangeMs, nextChangeMs } = changesOfDay(now)
  return {
    validators: {
      etag: weakTag(JSON.stringify(content)),
      'last-modified': httpDate(known === null ? nowMs : Math.max(known.computedAtMs, lastChangeMs)),
    },
    maxAgeSeconds: maxAgeSeconds(nowMs, [nextChangeMs, nextPublicationMs(known?.body.days ?? [])]),
  }
}

/** The two changes of the day, midnight and 06:00 in Paris, between which an instant lies. */
function changesOfDay(now: Temporal.Instant): { lastChangeMs: number; nextChangeMs: number } {
  const midnightMs = parisDayStart(now).epochMilliseconds
  const startMs = now.toZonedDateTimeISO(parisTimeZone).withPlainTime(tariffDayStart).epochMilliseconds
  if (now.epochMilliseconds < startMs) return { lastChangeMs: midnightMs, nextChangeMs: startMs }
  return { lastChangeMs: startMs, nextChangeMs: addParisDays(now, 1).epochMilliseconds }
}

/** When the colour after the last known one is due; null when none is known. */
function nextPublicationMs(days: TariffSnapshot['days']): number | null {
  const newest = days.at(-1)
  if (newest === undefined) return null
  const newestSlotEnd = Temporal.PlainDate.from(newest.date).add({ days: 1 }).toZonedDateTime(parisTimeZone).toInstant()
  return nextDue('tariff_calendar', { newestSlotEnd, lastSuccess: null })?.epochMilliseconds ?? null
}
