import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { hundredthsOf } from './fast-rounding.ts'
import type { PointValues } from './point-values.ts'

/** Columns of raw points as the store returns them: one element per point, in the order of time. */
export type RawColumns = Record<DoubleColumn | SmallintColumn, BinaryColumn>

const doubleColumns = ['at', 'carbonSlotStart', 'production', 'consumption', 'lowCarbon', 'spotPrice'] as const
const smallintColumns = [
  'price',
  'carbon',
  'grid',
  'adequacy',
  'globalScore',
  'confidence',
  'scoreVersion',
  'carbonVersion',
  'confidenceVersion',
  'consumptionVersion',
  'backfilled',
] as const
type DoubleColumn = (typeof doubleColumns)[number]
type SmallintColumn = (typeof smallintColumns)[number]

/** Raw points from their columns. */
export function rawPoints(columns: RawColumns): PointValues[] {
  const doubles = recordFromEntries(doubleColumns, (name) => readDoubles(columns[name]))
  const smallints = recordFromEntries(smallintColumns, (name) => readSmallints(columns[name]))
  const valueAt = (name: SmallintColumn, index: number): number => smallints[name][index] ?? 0
  return Array.from(doubles.at, (epochSeconds, index) => ({
    epochSeconds,
    samples: 1,
    backfilledSamples: valueAt('backfilled', index),
    subScoreTenths: [
      valueAt('price', index),
      valueAt('carbon', index),
      valueAt('grid', index),
      valueAt('adequacy', index),
    ],
    globalScore: valueAt('globalScore', index),
    confidence: valueAt('confidence', index),
    carbonSlotStartSeconds: knownOrNull(doubles.carbonSlotStart[index]),
    carbonHundredths: hundredthsOf(knownOrNull(doubles.production[index])),
    consumptionHundredths: hundredthsOf(knownOrNull(doubles.consumption[index])),
    lowCarbonHundredths: hundredthsOf(knownOrNull(doubles.lowCarbon[index])),
    spotPriceHundredths: hundredthsOf(knownOrNull(doubles.spotPrice[index])),
    versionSet: `${valueAt('scoreVersion', index)}.${valueAt('carbonVersion', index)}.${valueAt('confidenceVersion', index)}.${valueAt('consumptionVersion', index)}`,
  }))
}

/** Null stands as NaN in a column of doubles. */
const knownOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

/**
 * Columns of consecutive big-endian binary numbers, as Postgres sends them; null without rows. This is the cheapest way to read many
 * numbers: neither side formats or parses decimal digits.
 */
type BinaryColumn = Uint8Array | null

const doubleBytes = 8
const smallintBytes = 2

/** A column of `double precision`; NaN = null. */
function readDoubles(column: BinaryColumn): Float64Array {
  if (column === null) return new Float64Array()
  const view = viewOf(column)
  const values = new Float64Array(column.byteLength / doubleBytes)
  for (let index = 0; index < values.length; index++) values[index] = view.getFloat64(index * doubleBytes)
  return values
}

/** A column of `smallint`. */
function readSmallints(column: BinaryColumn): Int16Array {
  if (column === null) return new Int16Array()
  const view = viewOf(column)
  const values = new Int16Array(column.byteLength / smallintBytes)
  for (let index = 0; index < values.length; index++) values[index] = view.getInt16(index * smallintBytes)
  return values
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)
