import type { Statements } from '@hexawatt/shared/postgres/client'
import { hourMs } from '@hexawatt/shared/time/instant'
import { dayOf } from '../points/utc-span.ts'
import { createKeptDays, type KeptDays } from './kept-days.ts'
import type { HourSums } from './point-sums.ts'
import { hourSumsColumns, readHourSums } from './sums-store.ts'

/** Caches hour sums by UTC day and revision, about 7 kB a day. */
export function createHourDays(): KeptDays<HourSums[]> {
  return createKeptDays<HourSums[]>(readSums, [])
}

async function readSums(sql: Statements, first: string, last: string) {
  const { revisions, rows } = await readHourSums(sql, first, last)
  return {
    revisions,
    byDay: Map.groupBy(unpackHourSums(rows), ({ hourStartSeconds }) => dayOf(hourStartSeconds)),
  }
}

const numberBytes = 4
const rowBytes = hourSumsColumns.length * numberBytes
const hourSeconds = hourMs / 1_000

/** Decodes the packed rows of the store. */
function unpackHourSums(rows: Uint8Array | null): HourSums[] {
  if (rows === null) return []
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  return Array.from({ length: rows.byteLength / rowBytes }, (_, row) => unpackRow(view, row * rowBytes))
}

function unpackRow(view: DataView, offset: number): HourSums {
  const numberAt = (column: number): number => view.getInt32(offset + column * numberBytes)
  return {
    hourStartSeconds: numberAt(0) * hourSeconds,
    versionSet: `${numberAt(1)}.${numberAt(2)}.${numberAt(3)}.${numberAt(4)}`,
    samples: numberAt(5),
    price: numberAt(6),
    carbon: numberAt(7),
    grid: numberAt(8),
    adequacy: numberAt(9),
    optimalSamples: numberAt(10),
    carbonSamples: numberAt(11),
    carbonHundredths: numberAt(12),
    lowCarbonHundredths: numberAt(13),
    consumptionSamples: numberAt(14),
    consumptionHundredths: numberAt(15),
    deltaHundredths: numberAt(16),
  }
}
