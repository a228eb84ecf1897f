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
    const bounds = findBounds(ofPower)
    const reasons = new Map<Row, string>()
    for (const row of ofPower) {
      const reason = describeSwap(row, bounds)
      if (reason !== null) reasons.set(row, reason)
    }
    noteOverlaps(
      ofPower.filter((row) => !reasons.has(row)),
      reasons,
    )
    for (const row of ofPower) {
      const reason = reasons.get(row)
      if (reason === undefined) believed.push(row)
      else doubtful.push({ row, reason })
    }
  }
  return { believed, doubtful }
}

/** Days on which rows begin, and the days after their last ones, as texts. */
type Bounds = { firstDays: ReadonlySet<string>; daysAfter: ReadonlySet<string> }

const findBounds = (rows: readonly DatedRow[]): Bounds => ({
  firstDays: new Set(rows.map(({ from }) => from.toString())),
  daysAfter: new Set(rows.flatMap(({ lastDay }) => (lastDay === null ? [] : [lastDay.add({ days: 1 }).toString()]))),
})

/**
 * Notes the rows whose days overlap those of others. A row that overlaps several rows which fit together is the odd one, such as one with a mistyped year at
 * its end, and does not discard them; two rows that contradict each other are both doubtful.
 */
function noteOverlaps<Row extends DatedRow>(rows: readonly Row[], reasons: Map<Row, string>): void {
  const days = rows.map(({ from, lastDay }) => ({ first: from.toString(), last: lastDay?.toString() ?? null }))
  const overlaps = rows.map((_, index) => findOverlaps(days, index))
  for (;;) {
    const counts = overlaps.map((others) => others.size)
    const most = counts.reduce((one, other) => Math.max(one, other), 0)
    if (most === 0) return
    const odd = [...counts.keys()].filter((index) => counts[index] === most)
    for (const index of odd) {
      const [row, [other = 0] = []] = [rows[index], overlaps[index]]
      if (row !== undefined) reasons.set(row, `its days overlap those of line ${rows[other]?.line}`)
    }
    for (const index of odd) overlaps[index]?.clear()
    for (const others of overlaps) for (const index of odd) others.delete(index)
  }
}

/** Why day and month of a row are probably exchanged; null when they are not. */
function describeSwap(row: DatedRow, { firstDays, daysAfter }: Bounds): string | null {
  const { from, lastDay } = row
  const begin = swapDayAndMonth(from)
  const isMonthStart = begin?.day === 1 && from.day !== 1
  if (begin !== null && !daysAfter.has(from.toString()) && (daysAfter.has(begin.toString()) || isMonthStart))
    return `day and month of the first day ${from} are probably exchanged (${begin})`
  if (lastDay === null) return null
  const end = swapDayAndMonth(lastDay)
  const precedes = (day: Temporal.PlainDate) => firstDays.has(day.add({ days: 1 }).toString())
  if (end !== null && !precedes(lastDay) && precedes(end))
    return `day and month of the last day ${lastDay} are probably exchanged (${end})`
  return null
}

/** The date with day and month exchanged; null when that is no other date. */
function swapDayAndMonth(date: Temporal.PlainDate): Temporal.PlainDate | null {
  const { year, month, day } = date
  return day > 12 || day === month ? null : new Temporal.PlainDate(year, day, month)
}

/** Days of a row as texts, which compare faster than dates; `last` is null while it is open. */
type Days = { first: string; last: string | null }

/** Positions of the rows that contradict one: a row that is still open when a later one begins is no contradiction, it ends there. */
function findOverlaps(days: readonly Days[], index: number): Set<number> {
  const one = days[index]
  return new Set(
    days.flatMap((other, position) =>
      one !== undefined && position !== index && doOverlap(one, other) ? [position] : [],
    ),
  )
}

function doOverlap(one: Days, other: Days): boolean {
  if (one.first === other.first) return true
  const [earlier, later] = one.first < other.first ? [one, other] : [other, one]
  return earlier.last !== null && earlier.last >= later.first
}
