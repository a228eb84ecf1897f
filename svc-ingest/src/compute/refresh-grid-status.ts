import { type GridSignalStatus, gridSignalStatus } from '@hexawatt/shared/grid/grid-signal'
import { availability } from '@hexawatt/shared/methodology/availability'
import { signalMessage } from '@hexawatt/shared/methodology/score/score-texts'
import { type GridStatusSnapshot, gridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDayStart, parisTimeZone } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { readReceived } from '../pipeline/source-status-store.ts'
import { readDocuments, type StoredDocument } from './document-version-store.ts'
import type { RefreshDeps } from './refresh-deps.ts'
import { newestSourceUpdate } from './row-origin.ts'
import { readSlotValues, type StoredValue } from './slot-value-store.ts'

/** Today and the three days after it: no issue looks further. */
const signalDays = 4

/** What is read of the document of a day; its hours lack those of today that have passed, the series has them. */
const SignalDocument = v.object({ level: v.number(), message: v.nullable(v.string()) })

type SnapshotDay = GridStatusSnapshot['days'][number]
type SnapshotHour = SnapshotDay['hours'][number]

/**
 * Writes the signal of today and the days after it as its snapshot, as far as it is published. Nothing is written before the
 * first issue was received.
 */
export async function refreshGridStatus({ sql, clock, snapshots, mode }: RefreshDeps): Promise<void> {
  const now = clock.now()
  const span = { feed: 'grid_signals', from: parisDayStart(now), to: addParisDays(now, signalDays) } as const
  const [documents, hours, { grid_signals: received }] = await Promise.all([
    readDocuments(sql, span, now),
    readSlotValues(sql, { ...span, series: ['HOUR'] }, now),
    readReceived(sql, now),
  ])
  const { lastSuccess } = received
  if (lastSuccess === null) return
  const published = newestSourceUpdate([...documents, ...hours])
  const snapshot: GridStatusSnapshot = {
    mode,
    computedAt: isoSeconds(now),
    publishedAt: published && isoSeconds(published),
    fetchedAt: isoSeconds(lastSuccess),
    isStale: availability('grid_signals', received, now) < 1,
    days: documents.flatMap((document) => signalDay(document, hours)),
  }
  await snapshots.write(gridStatusSnapshot, snapshot, now)
}

/** One day; none when its level is not of the signal. */
function signalDay({ validFrom, body }: StoredDocument, hours: readonly StoredValue[]): SnapshotDay[] {
  const { level, message } = v.parse(SignalDocument, body)
  const status = gridSignalStatus(level)
  if (status === null) return []
  const end = addParisDays(validFrom, 1)
  const ofDay = hours.filter(({ slotStart }) => isWithin(slotStart, validFrom, end))
  return [
    {
      date: validFrom.toZonedDateTimeISO(parisTimeZone).toPlainDate().toString(),
      status,
      message: signalMessage(message ?? '', level),
      hours: ofDay.flatMap(signalHour),
    },
  ]
}

function signalHour({ slotStart, value }: StoredValue): SnapshotHour[] {
  const status: GridSignalStatus | null = gridSignalStatus(value)
  return status === null ? [] : [{ time: isoSeconds(slotStart), status }]
}

function isWithin(instant: Temporal.Instant, start: Temporal.Instant, end: Temporal.Instant): boolean {
  return Temporal.Instant.compare(instant, start) >= 0 && Temporal.Instant.compare(instant, end) < 0
}
