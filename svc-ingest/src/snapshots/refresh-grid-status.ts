import { isFallbackSource } from '@hexawatt/shared/grid/feeds'
import { toGridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import { computeAvailability } from '@hexawatt/shared/methodology/availability'
import { chooseSignalMessage } from '@hexawatt/shared/methodology/score/texts/advice-texts'
import { type GridStatusSnapshot, gridStatusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import {
  findNewestSourceUpdate,
  readDocuments,
  readSlotValues,
  type StoredDocument,
  type StoredValue,
} from '@hexawatt/shared/stored-rows/stored-rows-store'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDate, parisDayStart } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { readReceived } from '../pipeline/source-status-store.ts'
import { listHoursOfDay } from '../sources/rte/grid-signals.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/** Today and the three days after it: no issue looks further. */
const maxSignalDays = 4

/** Fields of a day's document. Its hours lack the past hours of today; the series has them. */
const SignalDocument = v.object({ level: v.number(), message: v.nullable(v.string()) })

type SnapshotDay = GridStatusSnapshot['days'][number]

/**
 * Writes the published signal of today and the following days as its snapshot; nothing before the first issue was received.
 */
export async function refreshGridStatus({ sql, clock, snapshots, mode }: RefreshDeps): Promise<void> {
  const now = clock.now()
  const span = { feed: 'grid_signals', from: parisDayStart(now), to: addParisDays(now, maxSignalDays) } as const
  const [documents, hours, { grid_signals: received }] = await Promise.all([
    readDocuments(sql, span, now),
    readSlotValues(sql, { ...span, series: ['HOUR'] }, now),
    readReceived(sql, now),
  ])
  const { lastSuccess } = received
  if (lastSuccess === null) return
  const published = findNewestSourceUpdate([...documents, ...hours])
  const snapshot: GridStatusSnapshot = {
    mode,
    computedAt: isoSeconds(now),
    publishedAt: published && isoSeconds(published),
    fetchedAt: isoSeconds(lastSuccess),
    isStale: computeAvailability('grid_signals', received, now) < 1,
    ...(isFallbackSource(mode, received.publisher) ? { usesSpare: true } : {}),
    days: buildSignalDays(documents, hours),
  }
  await snapshots.write(gridStatusSnapshot, snapshot, now)
}

/** The published days, each with all its hours. A document with an unknown level is skipped. */
function buildSignalDays(documents: readonly StoredDocument[], hours: readonly StoredValue[]): SnapshotDay[] {
  const levelAt = new Map(hours.map(({ slotStart, value }) => [slotStart.epochMilliseconds, value]))
  return documents.flatMap(({ validFrom, body }) => {
    const { level, message } = v.parse(SignalDocument, body)
    const status = toGridSignalStatus(level)
    if (status === null) return []
    return [
      {
        date: parisDate(validFrom).toString(),
        status,
        message: chooseSignalMessage(message ?? '', level),
        // Every hour of the day is listed: an hour that had passed before the first issue was received has no status.
        hours: listHoursOfDay(validFrom).map((time) => {
          const hourLevel = levelAt.get(time.epochMilliseconds)
          return { time: isoSeconds(time), status: hourLevel === undefined ? null : toGridSignalStatus(hourLevel) }
        }),
      },
    ]
  })
}
