/** A row of a file whose cells are readable: which days it is for, and where it stands. */
export type DatedRow = {
  line: number
  subscribedKva: number
  from: Temporal.PlainDate
  /** Last day on which it applies; null while it is in force. */
  lastDay: Temporal.PlainDate | null
}

/** A row that is not believed, and why. */
export type DoubtfulRow<Row> = { row: Row; reason: string }

/**
 * Splits the rows of a file into those whose days fit together and those that are doubtful. Of one subscribed power each row begins on the day after
 * another one ends; a row whose day and month were exchanged on the way overlaps others instead, and would give a wrong price for months.
 */
export function checkSequence<Row extends DatedRow>(
  rows: readonly Row[],
): { believed: Row[]; doubtful: DoubtfulRow<Row>[] } {
  const believed: Row[] = []
  const doubtful: DoubtfulRow<Row>[] = []
  for (const ofPower of Map.groupBy(rows, ({ subscribedKva }) => subscribedKva).values()) {
    const swapped = new Map(ofPower.flatMap((row) => toEntry(row, describeSwap(row, ofPower))))
    const kept = ofPower.filter((row) => !swapped.has(row))
    const overlapping = new Map(kept.flatMap((row) => toEntry(row, describeOverlap(row, kept))))
    for (const row of ofPower) {
      const reason = swapped.get(row) ?? overlapping.get(row)
      if (reason === undefined) believed.push(row)
      else doubtful.push({ row, reason })
    }
  }
  return { believed, doubtful }
}

function toEntry<Row>(row: Row, reason: string | null): [Row, string][] {
  return reason === null ? [] : [[row, reason]]
}

/** Why day and month of a row are probably exchanged; null when they are not. */
function describeSwap(row: DatedRow, others: readonly DatedRow[]): string | null {
  const { from, lastDay } = row
  const begin = swapDayAndMonth(from)
  const isMonthStart = begin?.day === 1 && from.day !== 1
  if (begin !== null && !followsAnother(from, others) && (followsAnother(begin, others) || isMonthStart))
    return `day and month of the first day ${from} are probably exchanged (${begin})`
  if (lastDay === null) return null
  const end = swapDayAndMonth(lastDay)
  const precedes = (day: Temporal.PlainDate) => others.some((other) => other.from.equals(day.add({ days: 1 })))
  if (end !== null && !precedes(lastDay) && precedes(end))
    return `day and month of the last day ${lastDay} are probably exchanged (${end})`
  return null
}

/** Whether a day follows the last day of a row. */
function followsAnother(day: Temporal.PlainDate, others: readonly DatedRow[]): boolean {
  const before = day.subtract({ days: 1 })
  return others.some(({ lastDay }) => lastDay?.equals(before) === true)
}

/** The date with day and month exchanged; null when that is no other date. */
function swapDayAndMonth(date: Temporal.PlainDate): Temporal.PlainDate | null {
  const { year, month, day } = date
  return day > 12 || day === month ? null : new Temporal.PlainDate(year, day, month)
}

/**
 * Why a row contradicts another of the same power; null when it contradicts none. A row that is still open when a later one begins is no contradiction: it ends
 * there.
 */
function describeOverlap(row: DatedRow, others: readonly DatedRow[]): string | null {
  const other = others.find((one) => one !== row && doOverlap(row, one))
  return other === undefined ? null : `its days overlap those of line ${other.line}`
}

function doOverlap(one: DatedRow, other: DatedRow): boolean {
  const [earlier, later] = Temporal.PlainDate.compare(one.from, other.from) <= 0 ? [one, other] : [other, one]
  if (earlier.from.equals(later.from)) return true
  return earlier.lastDay !== null && Temporal.PlainDate.compare(earlier.lastDay, later.from) >= 0
}
