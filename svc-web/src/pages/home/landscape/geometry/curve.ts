import { round1 } from '@hexawatt/shared/bounds/numbers'

export type Point = { x: number; y: number }

/** Longest stretch that counts as one value, quarter-hours: values that are known by the hour are repeated. */
const maxRepeats = 4

/** Consecutive known values; `first` is the slot of the first one. */
export type KnownRun = { first: number; values: readonly number[] }

/** The stretches of known values, in order. */
export function findKnownRuns(values: readonly (number | null)[]): KnownRun[] {
  const runs: { first: number; values: number[] }[] = []
  for (const [slot, value] of values.entries()) {
    if (value === null) continue
    const last = runs.at(-1)
    if (last !== undefined && last.first + last.values.length === slot) last.values.push(value)
    else runs.push({ first: slot, values: [value] })
  }
  return runs
}

/** Quarter-hours from `from` up to `to` that have one value. */
type Repeats = { from: number; to: number }

/** Groups a stretch by its repeated values. */
function groupRepeats({ first, values }: KnownRun): Repeats[] {
  const groups: Repeats[] = []
  for (let from = 0; from < values.length; ) {
    let to = from + 1
    while (to < values.length && to - from < maxRepeats && values[to] === values[from]) to++
    groups.push({ from: first + from, to: first + to })
    from = to
  }
  return groups
}

/**
 * Points through which the curve of a stretch goes: each value at the middle of the quarter-hours that have it, and level ends.
 *
 * @param column values by slot to draw instead, as means over the same quarter-hours: the limits of a forecast go with its values
 */
export function listCurvePoints(run: KnownRun, column?: readonly number[]): Point[] {
  const points = groupRepeats(run).map(({ from, to }) => {
    const own = run.values[from - run.first] ?? 0
    const others = column?.slice(from, to)
    const y = others === undefined ? own : others.reduce((sum, value) => sum + value, 0) / others.length
    return { x: (from + to) / 2, y }
  })
  const [start, end] = [points[0], points.at(-1)]
  if (start === undefined || end === undefined) return []
  return [{ x: run.first, y: start.y }, ...points, { x: run.first + run.values.length, y: end.y }]
}

/**
 * Path data of a smooth curve through points, without `M` in front. Monotone cubic interpolation (Fritsch and Carlson): between two values the curve stays
 * between them, so that it shows no hollow or peak that is not in the values.
 *
 * @param points in ascending or descending order of x
 */
export function drawCurve(points: readonly Point[]): string {
  const [start] = points
  if (start === undefined) return ''
  const slopes = computeSlopes(points)
  let at = { x: round1(start.x), y: round1(start.y) }
  let path = `${at.x} ${at.y}`
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1] ?? start, points[index] ?? start]
    const third = (to.x - from.x) / 3
    const handles = [
      { x: from.x + third, y: from.y + third * (slopes[index - 1] ?? 0) },
      { x: to.x - third, y: to.y - third * (slopes[index] ?? 0) },
      to,
    ]
    // Differences are shorter than coordinates. They start from the rounded point, so that rounding does not add up.
    const base = at
    path += `c${handles.map(({ x, y }) => `${round1(round1(x) - base.x)} ${round1(round1(y) - base.y)}`).join(' ')}`
    at = { x: round1(to.x), y: round1(to.y) }
  }
  return path
}

/** Slopes at the points that keep the curve between neighbouring values. */
function computeSlopes(points: readonly Point[]): number[] {
  const secants = points.slice(1).map((point, index) => {
    const before = points[index] ?? point
    return point.x === before.x ? 0 : (point.y - before.y) / (point.x - before.x)
  })
  return points.map((_, index) => {
    const [before, after] = [secants[index - 1], secants[index]]
    if (before === undefined || after === undefined) return 0
    // Opposite signs: a hollow or a peak. Otherwise the harmonic mean, which is at most three times the smaller secant.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
}
