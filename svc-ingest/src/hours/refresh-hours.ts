import type { TimeSpan } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { computeConsumption } from '@hexawatt/shared/stored-hours/compute-consumption'
import { readConsumptionHours } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { type AssessedHours, assessHours, type HourSpan } from '@hexawatt/shared/stored-hours/hour-rows'
import { readSlotValues, type StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { type ComputedHour, computeHours, mergeHour, type PriceRows } from './compute-hours.ts'
import { addConsumptionVersions, isNewVersion } from './consumption-version-store.ts'
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
 * requests, so that a crash repeats it and a second run changes nothing. One program does it at a time, on one connection: work that waits for a second
 * connection of the pool can keep every other work from ending.
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
    const assessed = await assessHours(tx, piece, now)
    const hours = computeHours(assessed, await readPriceRows(tx, piece, now))
    const changed = await storeChangedHours(tx, piece, hours, now)
    await addChangedConsumption(tx, piece, assessed, now)
    const finalities = assessed.rows.finalities.generation_mix_15min
    await refreshQuarters(tx, { ...piece, endMs: piece.lastMs + hourMs }, { ...assessed.rows, finalities }, now)
    const ids = requests.map(({ id }) => id)
    await finishHours(tx, ids, Temporal.Instant.fromEpochMilliseconds(piece.firstMs))
    const isDone = requests.every(({ firstMs }) => firstMs >= piece.firstMs)
    return { computed: hours.length, changed, isDone }
  })
}

async function storeChangedHours(
  tx: TransactionSql,
  { firstMs, lastMs }: HourSpan,
  computed: readonly ComputedHour[],
  now: Temporal.Instant,
): Promise<number> {
  const stored = await readHourValues(tx, firstMs, lastMs)
  const changed = computed.flatMap((hour) => mergeHour(stored.get(hour.startMs), hour) ?? [])
  await storeHourValues(tx, changed, now)
  return changed.length
}

/** Computes the hours with their imports, and adds a version of those that changed. */
async function addChangedConsumption(
  tx: TransactionSql,
  piece: HourSpan,
  assessed: AssessedHours,
  now: Temporal.Instant,
): Promise<void> {
  const { hours } = await computeConsumption(tx, assessed, piece, now)
  const stored = await readConsumptionHours(tx, { fromMs: piece.firstMs, toMs: piece.lastMs + hourMs }, now)
  const storedByStart = new Map(stored.map((hour) => [hour.startMs, hour]))
  const changed = hours.filter((hour) => isNewVersion(hour, storedByStart.get(hour.startMs)))
  await addConsumptionVersions(tx, changed, now)
}

/** The hours up to the last requested one: those that requests name, at most {@link pieceHours}. */
function findNewestPiece(requests: readonly HourRequest[]): HourSpan | null {
  const [newest] = requests
  if (newest === undefined) return null
  const { lastMs } = newest
  const earliestMs = lastMs - (pieceHours - 1) * hourMs
  const reached = requests.filter((request) => request.lastMs >= earliestMs)
  return { firstMs: Math.max(earliestMs, Math.min(...reached.map(({ firstMs }) => firstMs))), lastMs }
}

async function readPriceRows(
  tx: TransactionSql,
  { firstMs, lastMs }: HourSpan,
  now: Temporal.Instant,
): Promise<PriceRows> {
  const ofHours = {
    from: Temporal.Instant.fromEpochMilliseconds(firstMs),
    to: Temporal.Instant.fromEpochMilliseconds(lastMs + hourMs),
  }
  return {
    prices: await readSlotValues(tx, { feed: 'power_exchanges', series: ['PRICE'], ...ofHours }, now),
    colors: await readColors(tx, ofHours, now),
  }
}

/** Colours of the tariff days that touch a span. A colour is stored for its calendar day, and applies from 06:00 to 06:00 of the next one. */
function readColors(tx: TransactionSql, { from, to }: TimeSpan, now: Temporal.Instant): Promise<StoredValue[]> {
  const days = { from: addParisDays(from, -1), to: addParisDays(to, 1) }
  return readSlotValues(tx, { feed: 'tariff_calendar', series: ['COLOR'], ...days }, now)
}
