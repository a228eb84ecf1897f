import { expect, test } from 'bun:test'
import { regionCodes } from '@hexawatt/shared/grid/regions'
import { type Cell, cellsOfRegion, findLabelCell, mapSize, traceOutline } from './region-cells.ts'

const all = [...cellsOfRegion.values()].flat()

/** Sides of an outline, each as its two corners in one order, so that both neighbours write it alike. */
function listSides(path: string): string[] {
  const sides: string[] = []
  let [x, y] = [0, 0]
  for (const [, kind, first, second] of path.matchAll(/([Mlv])(-?\d+) ?(-?\d+)?/g)) {
    const [dx, dy] = kind === 'v' ? [0, Number(first)] : [Number(first), Number(second)]
    if (kind === 'M') [x, y] = [dx, dy]
    else {
      const corners = [`${x} ${y}`, `${x + dx} ${y + dy}`]
      sides.push(corners.toSorted().join('–'))
      ;[x, y] = [x + dx, y + dy]
    }
  }
  return sides
}

/** Cells that are reached from the first over shared sides. */
function countConnected(cells: readonly Cell[]): number {
  const reached = new Set(cells.slice(0, 1))
  for (const cell of reached) {
    for (const other of cells) if (Math.hypot(cell.x - other.x, cell.y - other.y) < 15) reached.add(other)
  }
  return reached.size
}

test('every region is one piece, and so is the country', () => {
  for (const code of regionCodes) {
    const cells = cellsOfRegion.get(code) ?? []
    expect([code, cells.length > 3, countConnected(cells)]).toEqual([code, true, cells.length])
  }
  expect(countConnected(all)).toBe(all.length)
})

test('neighbours fit without gaps: every inner side belongs to exactly two regions, every other one to the coast', () => {
  const counts = Map.groupBy(
    [...cellsOfRegion.values()].flatMap((cells) => listSides(traceOutline(cells))),
    (side) => side,
  )
  const coast = new Set(listSides(traceOutline(all)))
  const wrong = [...counts].filter(([side, found]) => found.length !== (coast.has(side) ? 1 : 2))
  expect(counts.size).toBeGreaterThan(coast.size)
  expect(wrong).toEqual([])
  // The country has no holes: its coast is one line.
  expect(traceOutline(all).match(/M/g)).toHaveLength(1)
})

test('the map lies inside of its drawing, and each figure in its own region', () => {
  for (const { x, y } of all) {
    expect(x > 0 && x < mapSize.width && y > 0 && y < mapSize.height).toBe(true)
  }
  for (const cells of cellsOfRegion.values()) expect(cells).toContain(findLabelCell(cells))
})
