import { expect, test } from 'bun:test'
import { drawCurve, findKnownRuns, listCurvePoints, type Point } from './curve.ts'

/** Ends of the pieces of a path that {@link drawCurve} writes, in its coordinates. */
function readEnds(path: string): Point[] {
  const [start = '', ...pieces] = path.split('c')
  const [x = 0, y = 0] = start.split(' ').map(Number)
  const ends = [{ x, y }]
  for (const piece of pieces) {
    const numbers = piece.split(' ').map(Number)
    const last = ends.at(-1) ?? { x, y }
    ends.push({ x: last.x + (numbers[4] ?? 0), y: last.y + (numbers[5] ?? 0) })
  }
  return ends
}

/** Heights along a path, from its Bézier pieces. */
function sampleHeights(path: string): number[] {
  const ends = readEnds(path)
  return path
    .split('c')
    .slice(1)
    .flatMap((piece, index) => {
      const [, y1 = 0, , y2 = 0, , y3 = 0] = piece.split(' ').map(Number)
      const from = ends[index]?.y ?? 0
      return [0.1, 0.3, 0.5, 0.7, 0.9].map(
        (t) => from + 3 * (1 - t) ** 2 * t * y1 + 3 * (1 - t) * t ** 2 * y2 + t ** 3 * y3,
      )
    })
}

test('the curve passes through every value, at the middle of the quarter-hours that have it', () => {
  const values = [10, 10, 10, 10, 42.5, 42.5, 42.5, 42.5, 30, 30, 30, 30]
  const [run] = findKnownRuns(values)
  const points = run === undefined ? [] : listCurvePoints(run)
  expect(points).toEqual([
    { x: 0, y: 10 },
    { x: 2, y: 10 },
    { x: 6, y: 42.5 },
    { x: 10, y: 30 },
    { x: 12, y: 30 },
  ])
  const ends = readEnds(drawCurve(points))
  for (const [index, { x, y }] of points.entries()) {
    expect(ends[index]?.x).toBeCloseTo(x, 5)
    expect(ends[index]?.y).toBeCloseTo(y, 5)
  }
})

test('rounding does not add up along the curve', () => {
  const points = Array.from({ length: 200 }, (_, index) => ({ x: index, y: 10 + (index % 7) / 3 }))
  const last = readEnds(drawCurve(points)).at(-1)
  expect(Math.abs((last?.y ?? 0) - (points.at(-1)?.y ?? 0))).toBeLessThan(0.06)
})

test('between two values the curve stays between them: it shows no hollow or peak that is not in the values', () => {
  const heights = [20, 20, 80, 81, 20, 5, 5, 60]
  const samples = sampleHeights(drawCurve(heights.map((y, x) => ({ x: 4 * x, y }))))
  expect(samples.length).toBe(35)
  for (const [index, sample] of samples.entries()) {
    const piece = Math.floor(index / 5)
    const [one = 0, other = 0] = [heights[piece], heights[piece + 1]]
    expect(sample).toBeWithin(Math.min(one, other) - 0.2, Math.max(one, other) + 0.2)
  }
})

test('an unknown value ends the curve, which goes on behind it', () => {
  expect(findKnownRuns([1, 2, null, null, 3])).toEqual([
    { first: 0, values: [1, 2] },
    { first: 4, values: [3] },
  ])
})
