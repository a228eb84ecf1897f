import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { GridRecord } from '../recorded/recorded-hours.ts'

export const recordedFeeds = ['generation', 'generationForecast', 'consumption', 'price'] as const
export type RecordedFeed = (typeof recordedFeeds)[number]

/** When the value of an hour is published: the table of the methodology (docs/methodology/accuracy.md#how-it-was-measured), written down a second time. */
export function publishedAtMs(feed: RecordedFeed, startMs: number): number {
  if (feed === 'generation') return startMs + 2 * hourMs
  const at = { price: '13:30', generationForecast: '18:00', consumption: '19:30' }[feed]
  const day = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone).toPlainDate()
  return day.subtract({ days: 1 }).toZonedDateTime({ timeZone: parisTimeZone, plainTime: Temporal.PlainTime.from(at) })
    .epochMilliseconds
}

/** The record with nonsense in place of everything that is not published at an instant. */
export function replaceUnpublished(record: GridRecord, nowMs: number): GridRecord {
  const changed = recordedFeeds.map((feed) => {
    const hours = [...record[feed]].map(([startMs, slots]) => {
      const isKnown = publishedAtMs(feed, startMs) <= nowMs
      return [startMs, isKnown ? slots : slots.map((slot) => ({ ...slot, value: 1e6 - slot.value }))] as const
    })
    return [feed, new Map(hours)]
  })
  return { ...record, ...Object.fromEntries(changed) }
}
