import { LoadCurveRefusal } from '../../load-curve.ts'

/** Rows of one file; a home has 35,040 half-hours in two years. */
export const maxRows = 500_000

/** What a time stamp marks: the end or the start of its step, or unknown, so that the bounds of the file decide. */
export const stampSides = { end: 0, start: 1, endUnlessBounds: 2, startUnlessBounds: 3 } as const
export type StampSide = (typeof stampSides)[keyof typeof stampSides]

/** How trustworthy a value is: of several for one instant the highest counts. */
export const stages = { raw: 0, completed: 1, corrected: 2 } as const

/** One value of a file, as its reader hands it over; the object is reused for every row. */
export type ReadRow = {
  /** Instant, or what the clock in France shows as if it were UTC; ms. */
  stampMs: number
  isClockTime: boolean
  side: StampSide
  /** Length of the step; 0 if the file does not state it. */
  minutes: number
  /** In kW or kWh; NaN for a gap. */
  value: number
  isPower: boolean
  isInjected: boolean
  stage: number
}

/** Creates the row that the reader of a table fills again for each line, so that a long file needs no object per line. */
export const createReadRow = (side: StampSide): ReadRow => ({
  ...{ stampMs: 0, isClockTime: false, side, minutes: 0, value: 0 },
  ...{ isPower: false, isInjected: false, stage: stages.raw },
})

/** The rows of a file in columns, in the order of the file. */
export type RowColumns = {
  count: number
  stampMs: Float64Array
  value: Float64Array
  minutes: Uint16Array
  side: Uint8Array
  stage: Uint8Array
  isClockTime: Uint8Array
  isPower: Uint8Array
  isInjected: Uint8Array
}

const createColumns = (size: number): Omit<RowColumns, 'count'> => ({
  stampMs: new Float64Array(size),
  value: new Float64Array(size),
  minutes: new Uint16Array(size),
  side: new Uint8Array(size),
  stage: new Uint8Array(size),
  isClockTime: new Uint8Array(size),
  isPower: new Uint8Array(size),
  isInjected: new Uint8Array(size),
})

/** Collects rows in typed arrays: an object per row would take ten times their memory. */
export function createRowCollector() {
  let size = 4_096
  let columns = createColumns(size)
  let count = 0

  function grow(): void {
    if (count >= maxRows) throw new LoadCurveRefusal('too-many-rows', { atMost: maxRows })
    size = Math.min(size * 2, maxRows)
    const larger = createColumns(size)
    for (const name of Object.keys(larger) as (keyof typeof larger)[]) larger[name].set(columns[name])
    columns = larger
  }

  return {
    add(row: Readonly<ReadRow>): void {
      if (count === size) grow()
      columns.stampMs[count] = row.stampMs
      columns.value[count] = row.value
      columns.minutes[count] = row.minutes
      columns.side[count] = row.side
      columns.stage[count] = row.stage
      columns.isClockTime[count] = row.isClockTime ? 1 : 0
      columns.isPower[count] = row.isPower ? 1 : 0
      columns.isInjected[count] = row.isInjected ? 1 : 0
      count += 1
    },
    /** Rows so far. */
    count: (): number => count,
    finish: (): RowColumns => ({ count, ...columns }),
  }
}

export type RowCollector = ReturnType<typeof createRowCollector>
