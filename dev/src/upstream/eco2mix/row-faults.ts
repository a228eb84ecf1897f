import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisTime } from '@hexawatt/shared/time/paris'
import type { Fault } from '../faults/fault.ts'
import { type Eco2mixColumn, eco2mixColumns, quarterMs } from '../subjects/quarter-hour.ts'
import type { Eco2mixRow, Eco2mixValues } from './rows.ts'

/** Applies in order every fault that adds or changes rows. */
export function applyRowFaults(
  faults: readonly Fault[],
  rows: readonly Eco2mixRow[],
  now: Temporal.Instant,
): Eco2mixRow[] {
  return faults.reduce<Eco2mixRow[]>((changed, fault) => applyRowFault(fault, changed, now), [...rows])
}

function applyRowFault(fault: Fault, rows: Eco2mixRow[], now: Temporal.Instant): Eco2mixRow[] {
  switch (fault.kind) {
    case 'stale_rows': {
      const since = findStaleStart(fault.newerThanHours, now)
      return rows.map((row) => (row.startEpochMs < since ? row : removeMeasures(row)))
    }
    case 'ghost_rows':
      return addGhostRows(rows)
    case 'wrong_signs':
      return changeNewest(rows, fault.newestSlots, (values) => ({
        pompage: negate(values.pompage),
        stockage_batterie: negate(values.stockage_batterie),
        destockage_batterie: negate(values.destockage_batterie),
      }))
    case 'residual_row':
      return changeNewest(rows, fault.newestSlots, ({ ech_physiques }) => ({
        ech_physiques: (ech_physiques ?? 0) + fault.residualMw,
      }))
    case 'wrong_co2_rate':
      return changeNewest(rows, fault.newestSlots, ({ taux_co2 }) => ({ taux_co2: (taux_co2 ?? 0) + fault.offsetG }))
    default:
      return rows
  }
}

function findStaleStart(newerThanHours: number | undefined, now: Temporal.Instant): number {
  if (newerThanHours !== undefined) return now.epochMilliseconds - newerThanHours * hourMs
  return toParisTime(now).with({ day: 1 }).startOfDay().epochMilliseconds
}

/** The same row as it was before its quarter-hour: forecasts only. */
export function removeMeasures({ values, ...row }: Eco2mixRow): Eco2mixRow {
  const { prevision_j1, prevision_j } = values
  const noMeasures = recordFromEntries(eco2mixColumns, () => null)
  return { ...row, isMeasured: false, values: { ...noMeasures, prevision_j1, prevision_j } }
}

function changeNewest(
  rows: readonly Eco2mixRow[],
  count: number,
  change: (values: Eco2mixValues) => Partial<Record<Eco2mixColumn, number>>,
): Eco2mixRow[] {
  const newest = new Set(rows.filter(({ isMeasured }) => isMeasured).slice(-count))
  return rows.map((row) => (newest.has(row) ? { ...row, values: { ...row.values, ...change(row.values) } } : row))
}

/** Adding 0 turns -0 into 0. */
function negate(value: number | null): number {
  return -(value ?? 0) + 0
}

/** Adds rows for the hour that the spring clock change skips: they repeat the hour before and have the instants of the hour after. */
export function addGhostRows(rows: readonly Eco2mixRow[]): Eco2mixRow[] {
  return rows.flatMap((row, index) => {
    const repeated = isAfterGap(row) ? rows.slice(Math.max(0, index - quartersPerHour), index) : []
    return [...repeated.map(toGhost), row]
  })
}

const quartersPerHour = hourMs / quarterMs

/** Whether the clock leapt just before the row. */
function isAfterGap({ startEpochMs, date, time }: Eco2mixRow): boolean {
  const before = toParisTime(Temporal.Instant.fromEpochMilliseconds(startEpochMs - quarterMs))
  const expected = before.toPlainDateTime().add({ milliseconds: quarterMs })
  return Temporal.PlainDateTime.compare(expected, Temporal.PlainDateTime.from(`${date}T${time}`)) < 0
}

function toGhost(row: Eco2mixRow): Eco2mixRow {
  const time = Temporal.PlainTime.from(row.time).add({ hours: 1 }).toString({ smallestUnit: 'minute' })
  return { ...row, startEpochMs: row.startEpochMs + hourMs, time }
}
