import { seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import type { TimeSpan } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { readMixFinality } from '@hexawatt/shared/stored-rows/mix-finality-store'
import { readSlotValues, type StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { createStoredRowsSource } from '../inputs/stored-rows-source.ts'
import { type ComputedHour, computeHours, type HourRows, mergeHour } from './compute-hours.ts'
import {
  boundOpenRequests,
  finishHours,
  type HourRequest,
  hasHourRequest,
  readHourRequests,
  requestHoursWithoutFinality,
  tryLockHours,
} from './hour-request-store.ts'
import { readHourValues, storeHourValues } from './hour-value-store.ts'
import { refreshQuarters } from './refresh-quarters.ts'

export type HoursDeps = { sql: Sql; clock: Clock }

/** Hours of one piece: computing them must not hold up the point of a tick in this program. */
const pieceHours = 4 * 24

/** Hours that were computed, and those whose values changed; `isDone` when no request waits. */
export type HoursPiece = { computed: number; changed: number; isDone: boolean }

const nothingToDo: HoursPiece = { computed: 0, changed: 0, isDone: true }

/**
 * Computes the newest requested hours again from the newest versions of their rows and stores what changed: one piece, in one transaction with the end of its
 * requests, so that a crash repeats it and a second run changes nothing. One program does it at a time.
 */
export async function refreshHours({ sql, clock }: HoursDeps): Promise<HoursPiece> {
  const now = clock.now()
  if (!(await hasHourRequest(sql, now)) && !(await requestHoursWithoutFinality(sql, now))) return nothingToDo
  return sql.begin(async (tx) => {
    if (!(await tryLockHours(tx))) return nothingToDo
    await boundOpenRequests(tx)
    const requests = await readHourRequests(tx, now)
    const piece = findNewestPiece(requests)
    if (piece === null) return nothingToDo
    const rows = await readPiece(tx, piece, now)
    const computed = await computePiece(tx, piece, rows, now)
    const stored = await readHourValues(tx, piece.firstMs, piece.lastMs)
    const changed = computed.flatMap((hour) => mergeHour(stored.get(hour.startMs), hour) ?? [])
    await storeHourValues(tx, changed, now)
    const finalities = rows.finalities.generation_mix_15min
    await refreshQuarters(tx, { ...piece, endMs: piece.lastMs + hourMs }, { ...rows, finalities }, now)
    const ids = requests.map(({ id }) => id)
    await finishHours(tx, ids, Temporal.Instant.fromEpochMilliseconds(piece.firstMs))
    const isDone = requests.every(({ firstMs }) => firstMs >= piece.firstMs)
    return { computed: computed.length, changed: changed.length, isDone }
  })
}

type Piece = Omit<HourRequest, 'id'>

/** The hours up to the last requested one: those that requests name, at most {@link pieceHours}. */
function findNewestPiece(requests: readonly HourRequest[]): Piece | null {
  const [newest] = requests
  if (newest === undefined) return null
  const { lastMs } = newest
  const earliestMs = lastMs - (pieceHours - 1) * hourMs
  const reached = requests.filter((request) => request.lastMs >= earliestMs)
  return { firstMs: Math.max(earliestMs, Math.min(...reached.map(({ firstMs }) => firstMs))), lastMs }
}

function listHours({ firstMs, lastMs }: Piece): number[] {
  return Array.from({ length: (lastMs - firstMs) / hourMs + 1 }, (_, index) => firstMs + index * hourMs)
}

/** Spans of the rows of a piece: of its hours, and with the days before them. */
function toSpans({ firstMs, lastMs }: Piece): { ofHours: TimeSpan; withDaysBefore: TimeSpan } {
  const first = Temporal.Instant.fromEpochMilliseconds(firstMs)
  const end = Temporal.Instant.fromEpochMilliseconds(lastMs + hourMs)
  return {
    ofHours: { from: first, to: end },
    withDaysBefore: { from: first.subtract({ hours: 24 * seenDays }), to: end },
  }
}

/**
 * Reads the rows of a piece without exchanges, on the connection of its transaction: one that waits for a second connection of the pool can keep every other
 * work from ending.
 */
async function readPiece(tx: TransactionSql, piece: Piece, now: Temporal.Instant): Promise<HourRows> {
  const source = createStoredRowsSource(tx, now)
  const { ofHours, withDaysBefore } = toSpans(piece)
  return {
    ...(await source.references()),
    generationByType: await source.values('generation_by_type', withDaysBefore),
    generationMix15min: await source.values('generation_mix_15min', withDaysBefore),
    physicalFlows: await source.values('physical_flows', withDaysBefore),
    exchangeSchedules: [],
    prices: await source.values('power_exchanges', { ...ofHours, series: ['PRICE'] }),
    colors: await readColors(tx, ofHours, now),
    finalities: {
      generation_by_type: await readMixFinality(tx, { feed: 'generation_by_type', ...ofHours }, now),
      generation_mix_15min: await readMixFinality(tx, { feed: 'generation_mix_15min', ...ofHours }, now),
    },
  }
}

/** Computes a piece. The exchanges are read only where an hour lacks flows. */
async function computePiece(
  tx: TransactionSql,
  piece: Piece,
  rows: HourRows,
  now: Temporal.Instant,
): Promise<ComputedHour[]> {
  const hours = listHours(piece)
  const computed = computeHours(rows, hours)
  if (!computed.some((hour) => isOpen(hour, now))) return computed
  const source = createStoredRowsSource(tx, now)
  const exchangeSchedules = await source.values('exchange_schedules', toSpans(piece).ofHours)
  return computeHours({ ...rows, exchangeSchedules }, hours)
}

/** Whether an hour has ended and lacks a value, or imports that were measured. */
function isOpen({ startMs, consumptionGCo2eqPerKwh }: ComputedHour, now: Temporal.Instant): boolean {
  return startMs + hourMs <= now.epochMilliseconds && consumptionGCo2eqPerKwh === null
}

/** Colours of the tariff days that touch a span. A colour is stored for its calendar day, and applies from 06:00 to 06:00 of the next one. */
function readColors(tx: TransactionSql, { from, to }: TimeSpan, now: Temporal.Instant): Promise<StoredValue[]> {
  const days = { from: addParisDays(from, -1), to: addParisDays(to, 1) }
  return readSlotValues(tx, { feed: 'tariff_calendar', series: ['COLOR'], ...days }, now)
}
