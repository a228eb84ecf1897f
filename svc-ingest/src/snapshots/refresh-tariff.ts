import { isFallbackSource } from '@hexawatt/shared/grid/feeds'
import { toTariffColorName } from '@hexawatt/shared/grid/public-signals'
import { type TariffSnapshot, tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import {
  findNewestSourceUpdate,
  readSlotValues,
  type StoredValue,
} from '@hexawatt/shared/stored-rows/stored-rows-store'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDate } from '@hexawatt/shared/time/paris'
import { readReceived } from '../pipeline/source-status-store.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Writes the known colours from yesterday (whose colour applies until 06:00) to tomorrow as their snapshot, without unknown ones;
 * nothing before the calendar was first received.
 */
export async function refreshTariff({ sql, clock, snapshots, mode }: RefreshDeps): Promise<void> {
  const now = clock.now()
  const span = { from: addParisDays(now, -1), to: addParisDays(now, 2) }
  const [colors, { tariff_calendar: received }] = await Promise.all([
    readSlotValues(sql, { feed: 'tariff_calendar', series: ['COLOR'], ...span }, now),
    readReceived(sql, now),
  ])
  if (received.lastSuccess === null) return
  const published = findNewestSourceUpdate(colors)
  const snapshot: TariffSnapshot = {
    mode,
    computedAt: isoSeconds(now),
    publishedAt: published && isoSeconds(published),
    fetchedAt: isoSeconds(received.lastSuccess),
    ...(isFallbackSource(mode, received.publisher) ? { usesSpare: true } : {}),
    days: colors.flatMap(buildColoredDay),
  }
  await snapshots.write(tariffSnapshot, snapshot, now)
}

function buildColoredDay({ slotStart, value }: StoredValue): TariffSnapshot['days'] {
  const color = toTariffColorName(value)
  if (color === null) return []
  return [{ date: parisDate(slotStart).toString(), color }]
}
